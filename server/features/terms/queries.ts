import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type TermRow = Row<'terms'>;
export type TermFields = Pick<TermRow, 'name' | 'firstday' | 'lastday'>;

export const findTerms = (db: Db): Promise<TermRow[]> =>
  db.selectFrom('terms').selectAll().orderBy('firstday').orderBy('_id').execute();

export const findTerm = (db: Db, id: string): Promise<TermRow | undefined> =>
  db.selectFrom('terms').selectAll().where('_id', '=', id).executeTakeFirst();

/** Locked until the transaction ends. */
export const lockTerm = (tx: Db, id: string): Promise<TermRow | undefined> =>
  tx.selectFrom('terms').selectAll().where('_id', '=', id).forNoKeyUpdate('terms').executeTakeFirst();

export async function insertTerm(tx: Db, fields: TermFields, now: number): Promise<TermRow> {
  const term = { _id: newId(now), ...fields, version: 1, createdat: now };
  await tx.insertInto('terms').values(term).execute();
  return term;
}

export async function updateTermRow(tx: Db, id: string, fields: TermFields): Promise<void> {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('terms')
    .set({ ...fields, version })
    .where('_id', '=', id)
    .execute();
}

export async function deleteTermRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('terms').where('_id', '=', id).execute();
}

type Days = Pick<TermRow, 'firstday' | 'lastday'>;

/** The term with just these days. */
export const findTermOfDays = (tx: Db, { firstday, lastday }: Days): Promise<TermRow | undefined> =>
  tx
    .selectFrom('terms')
    .selectAll()
    .where('firstday', '=', firstday)
    .where('lastday', '=', lastday)
    .executeTakeFirst();

/**
 * The approved classes that meet in a term and not after the next has begun, but those of which a copy meets
 * in it; among these ids, or all. In the order in which rows are locked.
 */
export async function findClassesToCopy(
  db: Db,
  { term, next, ids }: { term: Days; next: Days; ids?: readonly string[] },
): Promise<string[]> {
  const classes = await db
    .selectFrom('plans')
    .innerJoin('classes', 'classes._id', 'plans.classid')
    .select('classes._id')
    .distinct()
    .where('plans.firstday', '<=', term.lastday)
    .where('plans.lastday', '>=', term.firstday)
    .where('classes.status', '=', 'approved')
    .where('classes.deletedat', 'is', null)
    .$if(ids !== undefined, (found) => found.where('plans.classid', 'in', ids ?? []))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('plans as later')
            .select('later._id')
            .whereRef('later.classid', '=', 'classes._id')
            .where('later.lastday', '>=', next.firstday),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('classes as copies')
            .innerJoin('plans as copied', 'copied.classid', 'copies._id')
            .select('copies._id')
            .whereRef('copies.copyof', '=', 'classes._id')
            // One that was called off is not made again.
            .where((of) =>
              of.or([of('copies.deletedat', 'is', null), of('copies.calledoffat', 'is not', null)]),
            )
            .where('copied.firstday', '<=', next.lastday)
            .where('copied.lastday', '>=', next.firstday),
        ),
      ),
    )
    .orderBy('classes._id')
    .execute();
  return classes.map(({ _id }) => _id);
}

/** The plans by which classes meet in a term. */
export const findPlansOf = (
  db: Db,
  classids: readonly string[],
  { firstday, lastday }: Days,
): Promise<Row<'plans'>[]> =>
  inChunks(classids, (ids) =>
    db
      .selectFrom('plans')
      .selectAll()
      .where('classid', 'in', ids)
      .where('firstday', '<=', lastday)
      .where('lastday', '>=', firstday)
      .execute(),
  );

/** Who is in classes, and which account each belongs to, in the order of their names. */
export async function findMembers(db: Db, classids: readonly string[]) {
  const members = await inChunks(classids, (ids) =>
    db
      .selectFrom('enrolments')
      .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
      .leftJoin('users', 'users._id', 'learners.userid')
      .select(['enrolments.classid', 'learners._id as learnerid', 'learners.userid'])
      .select(LEARNER_NAME.as('learnername'))
      .where('enrolments.classid', 'in', ids)
      .execute(),
  );
  return members
    .map((member) => ({ ...member, learnername: member.learnername ?? '' }))
    .sort((one, other) => one.learnername.localeCompare(other.learnername));
}

/** Which of these accounts may teach. */
export async function findTeachers(db: Db, userids: readonly string[]): Promise<Set<string>> {
  const teachers = await inChunks(userids, (ids) =>
    db.selectFrom('users').select('_id').where('_id', 'in', ids).where('role', '<>', 'student').execute(),
  );
  return new Set(teachers.map(({ _id }) => _id));
}
