import type * as z from 'zod/mini';
import type { KeyScope } from '#contract/endpoint.ts';
import { KEY_DAYS_MAX, KEYS_MAX } from '#contract/keys/calls.ts';
import type { KeyDraft } from '#contract/keys/form.ts';
import { wordsOfScope } from '#contract/messages/key-scopes.ts';
import { addDays } from '#contract/time/days.ts';
import { t } from '#languages/t.ts';
import { newApiKey } from '#server/auth/api-keys.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { type InZone, schoolDay, startOfDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { ensure, fieldFault } from '#server/http/errors.ts';
import { plainName, say } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { countKeys, insertKey, shownKey } from './queries.ts';

/**
 * Makes a key, notes it in the log and tells every admin by mail: a key made with a stolen sign-in must not
 * stay unseen. Throws `too-many-keys`, and `forbidden` where the caller is no admin any more.
 */
export async function addKey(
  db: Db,
  { name, scopes, until, addresses }: z.output<typeof KeyDraft>,
  { school, actor, now }: { school: InZone; actor: Caller; now: number },
) {
  const { secret, ...made } = newApiKey();
  const today = schoolDay(school, now);
  const latest = addDays(today, KEY_DAYS_MAX);
  const last = until ?? latest;
  if (last < today || last > latest) throw fieldFault('until', () => t('keys.until_wrong'));
  return transact(db, async (tx) => {
    // Who loses the rights of an admin in this moment has lost them before, or loses this key too.
    ensure((await lockUser(tx, actor._id))?.role === 'admin', 'forbidden');
    ensure((await countKeys(tx)) < KEYS_MAX, 'too-many-keys');
    const key = await insertKey(tx, {
      name,
      scopes: [...new Set(scopes)],
      addresses,
      ...made,
      ownerid: actor._id,
      until: startOfDay(school, addDays(last, 1)),
      now,
    });
    const note = scopes.join(', ');
    await insertChange(tx, {
      about: 'integration',
      subjectid: key._id,
      subjectname: name,
      action: 'key-made',
      note,
      actor,
      now,
    });
    await insertMails(tx, admins(), {
      kind: 'key-made',
      ref: key._id,
      subject: say('keys.mail_made', { name }),
      letter: {
        reader: 'admin',
        paragraphs: [
          say('keys.mail_may', {
            who: plainName(actor.name),
            name,
            scopes: { list: scopes.map(sayScope) },
          }),
          say('keys.mail_revoke'),
        ],
        button: { label: say('mails.open_integrations'), href: '/admin/integrations' },
      },
      now,
    });
    return { ...shownKey(key, school), madeby: actor.name, secret };
  });
}

const sayScope = (scope: KeyScope) => {
  const { what, does } = wordsOfScope(scope);
  return say(does, { what: say(what) });
};
