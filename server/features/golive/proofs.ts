import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/database/schema.ts';
import { findOrMakeSecret } from '#server/database/settings/secrets.ts';
import { readSetting, writeSetting } from '#server/database/settings/settings.ts';

/** What can only be known to work once it has: that mails go out, that the card provider's events come in. */
type Proved = 'mail' | 'card-events';

const derive = promisify(scrypt) as (secret: string, salt: string, bytes: number) => Promise<Buffer>;
const BYTES = 16;

/** What each hangs on: with another mail server, or other keys, it has to be seen again. */
const SETTINGS: Readonly<Record<Proved, (config: Config) => readonly (string | undefined)[]>> = {
  mail: ({ mail }) => [mail.smtpUrl?.reveal(), mail.from],
  'card-events': ({ cards: { hosted } }) => [
    hosted?.secretKey.reveal(),
    hosted?.webhookSecret.reveal(),
    hosted?.baseUrl,
  ],
};

/**
 * Remembers when something was seen to work, and with which settings: of these only a hash that costs as much
 * to guess as one of a password, since they open the mail server.
 */
export function openProofs({ db, config, now }: { db: Db; config: Config; now: () => number }) {
  const marks = new Map<Proved, Promise<string>>();
  const seen = new Set<Proved>();
  const keyOf = (what: Proved) => `works-${what}`;

  function markOf(what: Proved): Promise<string> {
    const known = marks.get(what);
    if (known) return known;
    const made = makeMark(what);
    made.catch(() => marks.delete(what));
    marks.set(what, made);
    return made;
  }
  async function makeMark(what: Proved): Promise<string> {
    const salt = await findOrMakeSecret(db, 'works-salt');
    return (await derive(JSON.stringify(SETTINGS[what](config)), salt, BYTES)).toString('base64url');
  }

  return {
    /** Notes that it works now. */
    async note(what: Proved): Promise<void> {
      await writeSetting(db, keyOf(what), `${await markOf(what)} ${now()}`);
      seen.add(what);
    },

    /** The same for what happens often: written once by a process. */
    async noteOnce(what: Proved): Promise<void> {
      if (!seen.has(what)) await this.note(what);
    },

    /**
     * When it was seen to work last, with the settings of today, in epoch milliseconds; undefined for never.
     */
    async read(what: Proved): Promise<number | undefined> {
      const kept = await readSetting(db, keyOf(what));
      // A look writes nothing: the salt is made with the first proof.
      if (kept === undefined) return undefined;
      const [mark, moment] = kept.split(' ');
      return mark === (await markOf(what)) ? Number(moment) : undefined;
    },
  };
}

export type Proofs = ReturnType<typeof openProofs>;
