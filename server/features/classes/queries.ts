import { sql } from 'kysely';
import { FORMER_TEACHER, NO_TEACHER_EMAIL } from '#contract/former.ts';
import type { AgeLimits } from '#contract/learners/ages.ts';
import { newId } from '#server/database/ids.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { newSeats } from './seats/queries.ts';

/** The public fields of a class, with its teacher and when it meets. */
export type ClassRow = Row<'classes'> & {
  instructorname: string;
  instructoremail: string;
  /** JSON; null where it has no plan. */
  meets: string | null;
  /** Ids in their order, with commas between them. */
  instrumentids: string;
  /** How many have joined a class of which it is not decided whether it runs; null of any other. */
  joined: number | null;
};
/** What an instructor decides about a class. */
export type ClassInput = Pick<
  ClassRow,
  'classname' | 'image' | 'price' | 'availableseat' | 'level' | 'group' | 'description'
> &
  Partial<Pick<ClassRow, 'priceunit' | 'duetext' | 'instrumentids'>> &
  AgeLimits;
/** Whether a new class is made of wishes: its places are first for those who wished for it. */
export type MadeOfWishes = { forwishers?: boolean | undefined };
/** What the office alone decides about one. */
export type OfficeInput = Partial<
  Pick<ClassRow, 'series' | 'guestplaces' | 'trialprice' | 'billing' | 'runsfrom' | 'decideby'>
>;

/** Looked up and not joined, so that a change of a class can give it back too. */
const TEACHER = {
  name: sql<string>`coalesce((select users.name from users where users._id = classes.instructorid), ${sql.lit(FORMER_TEACHER)})`,
  email: sql<string>`coalesce((select users.email from users where users._id = classes.instructorid), ${sql.lit(NO_TEACHER_EMAIL)})`,
};

/** A plan as JSON: numbers, and a time of day that is digits and a colon. */
const PLAN = sql`'{"weekday":' || weekday || ',"starttime":"' || starttime || '","minutes":' || minutes || ',"everyweeks":' || everyweeks || '}'`;
/**
 * From when to when the lessons of a class are that its plans have, and not those of a former term, and how
 * many; null where there is none.
 */
const LESSONS = sql`(select '"firstday":"' || min(day) || '","lastday":"' || max(day) || '","lessons":' || count(*)
  from (select min(firstday) as firstday from plans where plans.classid = classes._id) as present cross join lessons
  where lessons.classid = classes._id and state <> 'cancelled' and planday >= present.firstday)`;
/** Where there is none the plans say from when to when. */
const NO_LESSONS = sql`'"firstday":"' || min(firstday) || '","lastday":"' || max(lastday) || '","lessons":0'`;
const MEETS = sql<
  string | null
>`(select '{"plans":[' || string_agg(${PLAN}, ',' order by weekday, starttime, _id) || '],' || coalesce(${LESSONS}, ${NO_LESSONS}) || '}' from plans
  where plans.classid = classes._id)`;

const INSTRUMENTS = sql<string>`coalesce((select string_agg(instrumentid, ',' order by instrumentid) from classinstruments where classid = classes._id), '')`;

/** Places that are taken, and those that are reserved. */
const JOINED = sql<
  number | null
>`(case when runsfrom is null or decided is not null then null else enrolledstudents
  + (select count(*) from orders where orders.classid = classes._id and orders.state = 'held' and orders.reservedat is not null) end)`;

const OF_WISHES = sql<0 | 1>`(case when wishesuntil is null then 0 else 1 end)`;

/** What of a class stands elsewhere, or follows from it. */
export const LOOKED_UP = [
  TEACHER.name.as('instructorname'),
  TEACHER.email.as('instructoremail'),
  MEETS.as('meets'),
  INSTRUMENTS.as('instrumentids'),
  JOINED.as('joined'),
  OF_WISHES.as('ofwishes'),
] as const;

const all = (db: Db) => db.selectFrom('classes').selectAll('classes').select(LOOKED_UP);
/** Classes that are not deleted. */
export const present = (db: Db) => all(db).where('deletedat', 'is', null);

/** What an account teaches, the oldest first. */
export async function findClassesTaughtBy(db: Db, userid: string) {
  return present(db).where('instructorid', '=', userid).orderBy('_id').execute();
}

export async function findClass(db: Db, id: string): Promise<ClassRow | undefined> {
  const [found] = await classWithId(db, { id });
  return found;
}

const classWithId = prepared((db, { id }: { id: string }) => present(db).where('_id', '=', id));

/**
 * The day of a class's first lesson that is still to begin and is not cancelled; undefined where there is
 * none.
 */
export async function findNextLessonDay(
  db: Db,
  { classid, now }: { classid: string; now: number },
): Promise<string | undefined> {
  const next = await db
    .selectFrom('lessons')
    .select('day')
    .where('classid', '=', classid)
    .where('startsat', '>', now)
    .where('state', '<>', 'cancelled')
    .orderBy('startsat')
    .limit(1)
    .executeTakeFirst();
  return next?.day;
}

/** Classes by id, deleted ones included: payers still see what they paid for. */
export async function findClassesById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return classesWithIds(db, { ids: [...new Set(ids)] });
}

const classesWithIds = prepared((db, { ids }: { ids: readonly string[] }) => all(db).where('_id', 'in', ids));

/** Opens classes to all that were kept for some until a moment (epoch milliseconds); gives how many. */
export async function openKeptClasses(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('classes')
    .set({ opensat: null })
    .where('opensat', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Classes that are kept for some after a moment (epoch milliseconds), and until when; they stay so until the
 * transaction ends.
 */
export async function findKeptClasses(tx: Db, now: number): Promise<{ _id: string; opensat: number }[]> {
  const kept = tx
    .selectFrom('classes')
    .select('_id')
    .where('opensat', '>', now)
    .orderBy('opensat')
    .orderBy('_id');
  return kept.select('opensat').$narrowType<{ opensat: number }>().forNoKeyUpdate('classes').execute();
}

/** Keeps classes for some until a moment (epoch milliseconds). */
export async function setOpening(tx: Db, { ids, opensat }: { ids: readonly string[]; opensat: number }) {
  for (const some of chunksOf(ids, 500))
    await tx.updateTable('classes').set({ opensat }).where('_id', 'in', some).execute();
}

export async function insertClass(
  db: Db,
  { availableseat, instrumentids, forwishers = false, ...input }: ClassInput & MadeOfWishes,
  { instructorid, now }: { instructorid: string; now: number },
) {
  const _id = newId(now);
  await db
    .insertInto('classes')
    .values({
      ...input,
      ...newSeats(availableseat),
      _id,
      instructorid,
      status: 'pending',
      feedback: null,
      wishesuntil: forwishers ? 0 : null,
      createdat: now,
      deletedat: null,
    })
    .execute();
  await setInstruments(db, _id, instrumentids);
  return _id;
}

/** Gives a class these instruments and no other; where they are left out, it keeps those it has. */
export async function setInstruments(db: Db, classid: string, instrumentids: string | undefined) {
  if (instrumentids === undefined) return;
  await db.deleteFrom('classinstruments').where('classid', '=', classid).execute();
  const rows = idsIn(instrumentids).map((instrumentid) => ({ classid, instrumentid }));
  if (rows.length > 0) await db.insertInto('classinstruments').values(rows).execute();
}

/** The ids that a column such as `instrumentids` names. */
export const idsIn = (joined: string): string[] => joined.split(',').filter(Boolean);

/** A class's row as it is now, locked until the transaction ends; `for update` is PostgreSQL's alone. */
export async function lockClass(tx: Db, id: string) {
  return tx
    .updateTable('classes')
    .set({ status: sql.ref('status') })
    .where('_id', '=', id)
    .where('deletedat', 'is', null)
    .returningAll()
    .returning(LOOKED_UP)
    .executeTakeFirst();
}

const NEXT_VERSION = { version: sql<number>`version + 1`, editversion: sql<number>`version + 1` };

/** Changes what the form edits but the seats. */
export async function updateClass(
  db: Db,
  id: string,
  { instrumentids, ...change }: Partial<Omit<ClassInput, 'availableseat'>> & OfficeInput,
) {
  await setInstruments(db, id, instrumentids);
  return db
    .updateTable('classes')
    .set({ ...change, ...NEXT_VERSION })
    .where('_id', '=', id)
    .returningAll()
    .returning(LOOKED_UP)
    .executeTakeFirstOrThrow();
}

/** Notes what of a class is approved, and since when it differs from that; null: it does not. */
export async function updateApproval(
  db: Db,
  id: string,
  approval: Pick<ClassRow, 'approvedas' | 'changedat'>,
) {
  await db.updateTable('classes').set(approval).where('_id', '=', id).execute();
}

/** What is decided about a class. */
export async function updateDecision(
  db: Db,
  id: string,
  decision: Pick<ClassRow, 'status' | 'approvedas'> & { feedback?: string },
) {
  return db
    .updateTable('classes')
    .set({ ...decision, ...NEXT_VERSION, changedat: null })
    .where('_id', '=', id)
    .returningAll()
    .returning(LOOKED_UP)
    .executeTakeFirstOrThrow();
}

/** Keeps the free places of a class for those who wished for it, until a moment (epoch milliseconds). */
export async function setWishesUntil(tx: Db, id: string, wishesuntil: number): Promise<void> {
  await tx.updateTable('classes').set({ wishesuntil }).where('_id', '=', id).execute();
}

/** Takes a class from who teaches it; gives whether they still did. */
export async function deleteTeacher(db: Db, id: string, instructorid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('classes')
    .set({ instructorid: null, ...NEXT_VERSION })
    .where('_id', '=', id)
    .where('instructorid', '=', instructorid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives a class to another teacher. */
export async function updateTeacher(db: Db, id: string, instructorid: string) {
  return db
    .updateTable('classes')
    .set({ instructorid, ...NEXT_VERSION })
    .where('_id', '=', id)
    .returningAll()
    .returning(LOOKED_UP)
    .executeTakeFirstOrThrow();
}

export async function updateFeedback(db: Db, id: string, feedback: string) {
  return db
    .updateTable('classes')
    .set({ feedback })
    .where('_id', '=', id)
    .where('deletedat', 'is', null)
    .returningAll()
    .returning(LOOKED_UP)
    .executeTakeFirst();
}

/** Takes a class out of every list; enrolled students keep it. Undefined when it is not there. */
export async function deleteClass(db: Db, id: string, now: number) {
  return db
    .updateTable('classes')
    .set({ deletedat: now })
    .where('_id', '=', id)
    .where('deletedat', 'is', null)
    .returningAll()
    .returning(LOOKED_UP)
    .executeTakeFirst();
}

/** Notes that a class is called off, which takes it out of every list. Undefined when it is not there. */
export async function markCalledOff(tx: Db, id: string, now: number) {
  return tx
    .updateTable('classes')
    .set({ deletedat: now, calledoffat: now })
    .where('_id', '=', id)
    .where('deletedat', 'is', null)
    .returningAll()
    .returning(LOOKED_UP)
    .executeTakeFirst();
}

/** What visitors read of a class that was called off; undefined of any other. */
export async function findCallOffNotice(
  db: Db,
  id: string,
): Promise<{ classname: string; reason: string; calledoffat: number } | undefined> {
  return db
    .selectFrom('calloffs')
    .innerJoin('classes', 'classes._id', 'calloffs._id')
    .where('calloffs._id', '=', id)
    .select(['classes.classname', 'calloffs.reason', 'calloffs.createdat as calledoffat'])
    .executeTakeFirst();
}

/** Whether a class waits to be decided on. */
export async function hasPendingClass(db: Db): Promise<boolean> {
  const pending = present(db).clearSelect().select('_id').where('status', '=', 'pending');
  return (await pending.orderBy('_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Notes that the plan of a class is another. */
export async function raisePlanVersion(tx: Db, classid: string): Promise<void> {
  const planversion = sql<number>`planversion + 1`;
  await tx.updateTable('classes').set({ planversion }).where('_id', '=', classid).execute();
}

/** How many places of a class are reserved. */
export async function countReserved(tx: Db, classid: string): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('classid', '=', classid)
    .where('state', '=', 'held')
    .where('reservedat', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Decision = { decided: 'runs' | 'not'; decidedkey: string; now: number };

/** Writes down what is decided of a class that is locked, with what follows from it to be done. */
export async function decideOn(tx: Db, id: string, { decided, decidedkey, now }: Decision): Promise<void> {
  await tx
    .updateTable('classes')
    .set((of) => ({
      ...{ decided, decidedkey, decisionworkat: now },
      version: of('version', '+', 1),
      editversion: of('version', '+', 1),
    }))
    .where('_id', '=', id)
    .execute();
}

/** Nothing more follows. */
export async function closeDecision(db: Db, id: string): Promise<void> {
  await db.updateTable('classes').set({ decisionworkat: null }).where('_id', '=', id).execute();
}
