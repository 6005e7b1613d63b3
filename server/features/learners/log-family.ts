import type { ChangeAction } from '#contract/changes/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { insertChange } from '#server/features/changes/index.ts';

type Logged = {
  learnerid: string;
  action: Extract<
    ChangeAction,
    `guardian-${string}` | `takeover-${string}` | `claim-${string}` | 'family-claimed'
  >;
  /** The account that was a guardian. */
  before?: string;
  /** Null where it ends by a recovery. */
  actorid: string | null;
  now: number;
};

/**
 * Adds to the log who looks after a learner, or is asked to: by the name of the account that the learner
 * belongs to, which goes with the account.
 */
export async function logFamily(tx: Db, { learnerid, actorid, ...line }: Logged): Promise<void> {
  const family = await tx
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['users._id', 'users.name'])
    .where('learners._id', '=', learnerid)
    .executeTakeFirst();
  if (!family) return;
  const by = tx.selectFrom('users').select(['_id', 'name']).where('_id', '=', actorid);
  const actor = (await by.executeTakeFirst()) ?? null;
  const subject = { about: 'family' as const, subjectid: family._id, subjectname: family.name };
  await insertChange(tx, { ...subject, learnerid, actor, ...line });
}
