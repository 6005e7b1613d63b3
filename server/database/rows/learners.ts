import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';

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
  importedas: null,
  reminds: 1,
  leftat: null,
  createdat,
});

/**
 * What a learner is called, of rows of `learners` and of the `users` whose account it is: an account itself
 * has the account's name. Null where neither is left.
 */
export const LEARNER_NAME = sql<
  string | null
>`coalesce(nullif(trim(coalesce(learners.firstname, '') || ' ' || coalesce(learners.lastname, '')), ''), users.name)`;

/**
 * The moment from which a learner has a place, for rows of `enrolments`: earlier lessons are not the
 * learner's.
 */
export const PLACE_BEGINS = sql<number>`coalesce(enrolments.movedat, enrolments.date)`;

/** Learners by their ids, and what they are called; one whose account was erased has no name any more. */
export async function findNamedLearners(db: Db, ids: readonly string[]) {
  const learners = await inChunks(ids, (some) =>
    db
      .selectFrom('learners')
      .leftJoin('users', 'users._id', 'learners.userid')
      .select(['learners._id as _id', 'learners.userid', 'self', LEARNER_NAME.as('learnername')])
      .where('learners._id', 'in', some)
      .execute(),
  );
  return new Map(learners.map((learner) => [learner._id, learner]));
}
