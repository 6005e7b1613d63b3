import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { say } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { findKeysUntil } from './queries.ts';
import { revokeKeys } from './revoke-keys.ts';

const HOUR_MS = 60 * 60_000;
/** How long before its end the admins are told. */
const TOLD_MS = 14 * 24 * HOUR_MS;

/** Ends expired keys, and mails every admin once, a fortnight before a key expires. */
export const endKeysJob = ({ db, now }: { db: Db; now: () => number }): Job => ({
  name: 'key-ends',
  everyMs: HOUR_MS,
  run: () => endKeys(db, now()),
});

async function endKeys(db: Db, now: number): Promise<number> {
  const ending = await findKeysUntil(db, now + TOLD_MS);
  for (const { _id, name, until } of ending)
    await transact(db, async (tx) => {
      if (until <= now) await revokeKeys(tx, { _id, actor: null, now });
      else
        await insertMails(tx, admins(), {
          kind: 'key-ends',
          ref: _id,
          subject: say('keys.mail_ends', { name }),
          letter: {
            reader: 'admin',
            paragraphs: [
              say('keys.mail_ends_on', { name, moment: { moment: until } }),
              say('keys.mail_make_new'),
            ],
            button: { label: say('mails.open_integrations'), href: '/admin/integrations' },
          },
          now,
        });
    });
  return ending.filter(({ until }) => until <= now).length;
}
