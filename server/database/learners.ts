import { sql } from 'kysely';
import { newId } from './ids.ts';
import { prepared } from './prepared.ts';
import type { Db, Row } from './schema.ts';

/** The learner that an account is itself, to be inserted together with the account. */
export const selfLearner = ({
  _id,
  createdat,
}: Pick<Row<'users'>, '_id' | 'createdat'>): Row<'learners'> => ({
  _id: newId(createdat),
  userid: _id,
  self: 1,
  firstname: null,
  lastname: null,
  born: null,
  note: null,
  importid: null,
  leftat: null,
  createdat,
});

/** What a learner is called, of rows of `learners` and of the `users` whose account it is: an account itself has the account's name. Null where neither is left. */
export const LEARNER_NAME = sql<
  string | null
>`coalesce(nullif(trim(coalesce(learners.firstname, '') || ' ' || coalesce(learners.lastname, '')), ''), users.name)`;

/** What learners are called, by their ids. */
export type LearnerNames = ReadonlyMap<string, string>;

/** The learners that an account sees: itself first, then its children, then those that it guards. */
export async function findLearnerNames(db: Db, userid: string): Promise<LearnerNames> {
  const learners = await learnersSeenBy(db, { userid });
  return new Map(learners.map(({ _id, learnername }) => [_id, learnername ?? '']));
}

const learnersSeenBy = prepared((db, { userid }: { userid: string }) => {
  const named = db
    .selectFrom('learners')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id as _id', LEARNER_NAME.as('learnername')]);
  return named
    .select(['learners.self as self', sql<0 | 1>`0`.as('guarded')])
    .where('learners.userid', '=', userid)
    .unionAll(
      named
        .innerJoin('guardians', 'guardians.learnerid', 'learners._id')
        .select([sql<0 | 1>`0`.as('self'), sql<0 | 1>`1`.as('guarded')])
        .where('guardians.userid', '=', userid),
    )
    .orderBy('guarded')
    .orderBy('self', 'desc')
    .orderBy('_id');
});
