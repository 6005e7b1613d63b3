import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Job } from '#server/jobs/jobs.ts';
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
          subject: `The API key “${name}” is about to end`,
          letter: {
            reader: 'admin',
            paragraphs: [
              [`The API key “${name}” stops working on `, { moment: until }, '.'],
              'If the program that has it is still in use, make a new key and enter it there before then.',
            ],
            button: { label: 'Open the integrations', href: '/admin/integrations' },
          },
          now,
        });
    });
  return ending.filter(({ until }) => until <= now).length;
}
