import { sql } from 'kysely';
import { QUESTION_DAYS } from '#contract/questions/calls.ts';
import { NEWEST_FIRST, type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type QuestionRow = Row<'questions'>;
/** Who asks: an account, or a stranger by the address they gave. */
export type QuestionAuthor = Pick<QuestionRow, 'userid' | 'email'>;

const DAY_MS = 24 * 60 * 60_000;

export async function insertQuestion(tx: Db, question: QuestionRow) {
  await tx.insertInto('questions').values(question).execute();
}

/** How many questions of an account wait for an answer. */
export async function countOpen(tx: Db, userid: string): Promise<number> {
  const { count } = await tx
    .selectFrom('questions')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('userid', '=', userid)
    .where('answeredat', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many questions wait for an answer, of all who asked. */
export async function countUnanswered(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('questions')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('answeredat', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const ofUser = (column: 'name' | 'email', key: 'userid' | 'byid') =>
  sql<
    string | null
  >`(select users.${sql.ref(column)} from users where users._id = questions.${sql.ref(key)})`;
const ofClass = (column: '_id' | 'classname') =>
  sql<
    string | null
  >`(select classes.${sql.ref(column)} from classes where classes._id = questions.classid and classes.deletedat is null)`;

/** A page of those that wait for an answer, or have one, the newest first. */
export const browseQuestions = (db: Db, { isAnswered, ...ask }: PageQuery & { isAnswered: boolean }) =>
  takePage(
    db
      .selectFrom('questions')
      .select(['_id', 'text', 'userid', 'createdat', 'answer', 'answeredat'])
      .select([ofClass('_id').as('classid'), ofClass('classname').as('classname')])
      .select([
        sql<string>`coalesce(${ofUser('name', 'userid')}, name, '')`.as('name'),
        sql<string>`coalesce(${ofUser('email', 'userid')}, email, '')`.as('email'),
        ofUser('name', 'byid').as('answeredby'),
      ])
      .where('answeredat', isAnswered ? 'is not' : 'is', null),
    ask,
    NEWEST_FIRST,
  );

/** Keeps the answer to a question that has none; undefined where it has one, or is gone. */
export const answer = (
  tx: Db,
  { _id, ...answered }: { _id: string; answer: string; byid: string; answeredat: number },
): Promise<QuestionRow | undefined> =>
  tx
    .updateTable('questions')
    .set(answered)
    .where('_id', '=', _id)
    .where('answeredat', 'is', null)
    .returningAll()
    .executeTakeFirst();

export async function isThere(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('questions').select('_id').where('_id', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

export const deleteQuestionRow = (tx: Db, id: string): Promise<QuestionRow | undefined> =>
  tx.deleteFrom('questions').where('_id', '=', id).returningAll().executeTakeFirst();

/** What an account asked, the oldest first. */
export const findQuestionsOf = (db: Db, userid: string) =>
  db
    .selectFrom('questions')
    .select(['text', 'answer', 'createdat', 'answeredat'])
    .where('userid', '=', userid)
    .orderBy('createdat')
    .execute();

/** Deletes what an account asked, and takes its name off what it answered. */
export async function forgetPerson(tx: Db, userid: string) {
  await tx.deleteFrom('questions').where('userid', '=', userid).execute();
  await tx.updateTable('questions').set({ byid: null }).where('byid', '=', userid).execute();
}

/** Deletes what was asked long ago. */
export async function deleteOldQuestions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('questions')
    .where('createdat', '<', now - QUESTION_DAYS * DAY_MS)
    .execute();
}
