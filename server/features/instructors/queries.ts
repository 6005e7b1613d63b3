import { type NotNull, type RawBuilder, sql } from 'kysely';
import { INSTRUCTORS_PER_PAGE } from '#contract/instructors/calls.ts';
import {
  LIST_BATCH,
  type Order,
  type PageQuery,
  takeBatches,
  takePage,
} from '#server/database/lists/pagination.ts';
import type { Db } from '#server/database/schema.ts';

const STUDENTS = sql<number>`coalesce(taught.students, 0)`;

/** Whether the office has put an instructor on the school's pages. */
const LISTED = sql<boolean>`(listed = 1 or (listed = 2 and (emailverified = 1 or provedat is not null)))`;

/** Instructors with what they teach; one index holds all that is summed up. */
const instructors = (db: Db, { isOffice = false } = {}) =>
  db
    .selectFrom('users')
    .leftJoin(
      (from) =>
        from
          .selectFrom('classes')
          .select('instructorid')
          .select((of) => [
            of.fn.countAll<number>().as('classes'),
            sql<number>`cast(sum(enrolledstudents) as integer)`.as('students'),
          ])
          .where('status', '=', 'approved')
          .where('deletedat', 'is', null)
          .groupBy('instructorid')
          .as('taught'),
      (join) => join.onRef('taught.instructorid', '=', 'users._id'),
    )
    .select(['_id', 'name', 'email', 'photoURL'])
    .$narrowType<{ email: NotNull }>()
    .select([sql<number>`coalesce(taught.classes, 0)`.as('classes'), STUDENTS.as('students')])
    .where('role', '=', 'instructor')
    .where('leavesat', 'is', null)
    .$if(!isOffice, (found) => found.where(LISTED));

/** The most attended first. */
const MOST_ATTENDED: Order = { by: [sql<number>`-${STUDENTS}`, sql.ref('name')], isDescending: false };

/** All instructors, a batch at a time; the office reads those too who are not on the school's pages. */
export const findInstructors = (db: Db, reader: { isOffice: boolean }) =>
  takeBatches(instructors(db, reader), MOST_ATTENDED, LIST_BATCH);

/** A page of the public list. */
export const browseInstructors = (db: Db, ask: PageQuery) =>
  takePage(instructors(db), ask, MOST_ATTENDED, INSTRUCTORS_PER_PAGE);

/** What is on the public list of what the user of the row teaches. */
const taught = (sum: RawBuilder<number>) =>
  sql<number>`(select ${sum} from classes where status = 'approved' and deletedat is null and instructorid = users._id)`;

/** Those who teach, with their profiles: instructors, and those of the office who kept classes from before. */
export async function findInstructor(db: Db, id: string) {
  const classes = taught(sql`count(*)`);
  const found = await db
    .selectFrom('users')
    .leftJoin('instructors', 'instructors.userid', 'users._id')
    .select(['users._id', 'name', 'email', 'photoURL', 'words', 'instruments', 'version'])
    .$narrowType<{ email: NotNull }>()
    .select([
      classes.as('classes'),
      taught(sql`cast(coalesce(sum(enrolledstudents), 0) as integer)`).as('students'),
    ])
    .where('users._id', '=', id)
    .where('leavesat', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('role', '=', 'instructor'), LISTED]),
        where.and([where('role', 'in', ['admin', 'office']), where(classes, '>', 0)]),
      ]),
    )
    .executeTakeFirst();
  return (
    found && {
      ...found,
      words: found.words ?? '',
      version: found.version ?? 0,
      instruments: instrumentsOf(found),
    }
  );
}

const instrumentsOf = ({ instruments }: { instruments: string | null }): string[] =>
  JSON.parse(instruments ?? '[]');

/** The profile of an account, whether it is public or not. */
export async function findProfile(db: Db, userid: string) {
  const found = await db
    .selectFrom('instructors')
    .select(['words', 'instruments'])
    .where('userid', '=', userid)
    .executeTakeFirst();
  return found && { words: found.words, instruments: instrumentsOf(found) };
}

type Profile = { words: string; instruments: readonly string[] };

/** Saves a profile where `version` is still the latest; false where it is not. */
export async function saveProfile(
  db: Db,
  { words, instruments }: Profile,
  { userid, version, now }: { userid: string; version: number; now: number },
): Promise<boolean> {
  const row = { words, instruments: JSON.stringify(instruments), version: version + 1, changedat: now };
  const saved =
    version === 0
      ? db
          .insertInto('instructors')
          .values({ ...row, userid })
          .onConflict((c) => c.doNothing())
          .returning('version')
      : db
          .updateTable('instructors')
          .set(row)
          .where('userid', '=', userid)
          .where('version', '=', version)
          .returning('version');
  return (await saved.executeTakeFirst()) !== undefined;
}

/** Removes a profile; false where there was none. */
export async function emptyProfile(
  tx: Db,
  { userid, now }: { userid: string; now: number },
): Promise<boolean> {
  const emptied = await tx
    .updateTable('instructors')
    .set({ words: '', instruments: '[]', version: sql<number>`version + 1`, changedat: now })
    .where('userid', '=', userid)
    .where((where) => where.or([where('words', '<>', ''), where('instruments', '<>', '[]')]))
    .returning('version')
    .executeTakeFirst();
  return emptied !== undefined;
}

export async function deleteProfile(tx: Db, userid: string) {
  await tx.deleteFrom('instructors').where('userid', '=', userid).execute();
}

/** Whether a present account was an instructor once. */
export async function hasTaught(db: Db, id: string): Promise<boolean> {
  const left = db
    .selectFrom('changes')
    .innerJoin('users', 'users._id', 'changes.subjectid')
    .select('changes._id')
    .where('subjectid', '=', id)
    .where('about', '=', 'user')
    .where('action', '=', 'role')
    .where('before', '=', 'instructor')
    .limit(1);
  return (await left.executeTakeFirst()) !== undefined;
}

/** Calls an instrument by another name in every profile that says it. */
export async function renamePlayed(
  tx: Db,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<void> {
  const isMeant = (name: string) => name.toLowerCase() === from.toLowerCase();
  for (const { userid, instruments } of await tx
    .selectFrom('instructors')
    .select(['userid', 'instruments'])
    .where('instruments', '<>', '[]')
    .execute()) {
    const played = instrumentsOf({ instruments });
    if (!played.some(isMeant)) continue;
    const renamed = [...new Set(played.map((name) => (isMeant(name) ? to : name)))];
    await tx
      .updateTable('instructors')
      .set({
        instruments: JSON.stringify(renamed),
        version: sql<number>`version + 1`,
        changedat: now,
      })
      .where('userid', '=', userid)
      .execute();
  }
}
