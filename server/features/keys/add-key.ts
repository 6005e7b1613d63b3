import type * as z from 'zod/mini';
import { KEYS_MAX } from '#contract/keys/calls.ts';
import type { KeyDraft } from '#contract/keys/form.ts';
import { SCOPES } from '#contract/messages/key-scopes.ts';
import { newApiKey } from '#server/auth/api-keys.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { plainName, say } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { countKeys, insertKey } from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Makes a key, notes it in the log and tells every admin by mail: a key made with a stolen sign-in must not
 * stay unseen. Throws `too-many-keys`, and `forbidden` where the caller is no admin any more.
 */
export async function addKey(
  db: Db,
  { name, scopes, days }: z.output<typeof KeyDraft>,
  { actor, now }: { actor: Caller; now: number },
) {
  const { secret, ...made } = newApiKey();
  return transact(db, async (tx) => {
    // Who loses the rights of an admin in this moment has lost them before, or loses this key too.
    ensure((await lockUser(tx, actor._id))?.role === 'admin', 'forbidden');
    ensure((await countKeys(tx)) < KEYS_MAX, 'too-many-keys');
    const key = await insertKey(tx, {
      name,
      scopes,
      ...made,
      ownerid: actor._id,
      until: now + days * DAY_MS,
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
          say('keys.mail_who_made', {
            who: plainName(actor.name),
            name,
            scopes: { list: scopes.map((scope) => say(SCOPES[scope])) },
          }),
          say('keys.mail_revoke'),
        ],
        button: { label: say('mails.open_integrations'), href: '/admin/integrations' },
      },
      now,
    });
    return { ...key, scopes, madeby: actor.name, secret };
  });
}
