import { sql } from 'kysely';
import { dayAt } from '#contract/time/wall-time.ts';
import { newId } from '#server/database/ids.ts';
import { openPostgres, openSqlite } from '#server/database/open.ts';
import type { Database, Db, NewRow } from '#server/database/schema.ts';
import { insertAll } from '#server/database/seed/insert-all.ts';

/*
 * Registers of the past for a demo school: a week has 250 lessons, as of a school of 200 students. The lessons
 * are those of no plan, in no room, so that they meet nothing that is planned.
 */

export const LESSONS_A_WEEK = 250;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The first lessons of a day begin then by UTC, and as many minutes later the next. */
const FIRST_AT_MS = 6 * 60 * MINUTE_MS;
const LESSON_MS = 15 * MINUTE_MS;

/** The tables that grow with each lesson. */
export const GROWING = ['lessons', 'attendance', 'absences'] as const;
type Grown = { table: (typeof GROWING)[number]; rows: number; bytes: number };

type Place = { classid: string; learnerid: string };

/** Writes so many weeks of lessons and registers, up to this moment. */
async function fillRegisters(db: Db, weeks: number): Promise<void> {
  const now = Date.now();
  // Learners who have a place have had it for the whole time.
  await db
    .updateTable('enrolments')
    .set({ date: now - (weeks + 1) * 7 * DAY_MS, movedat: null })
    .execute();
  const classes = await db
    .selectFrom('classes')
    .select(['_id', 'instructorid'])
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null)
    .where('enrolledstudents', '>', 0)
    .orderBy('_id')
    .execute();
  const places: Place[] = await db.selectFrom('enrolments').select(['classid', 'learnerid']).execute();
  const membersOf = Map.groupBy(places, ({ classid }) => classid);
  const lessons = lessonsUpTo(now, { weeks, classes });
  const marks = lessons.flatMap(({ _id: lessonid, classid, startsat }, at) =>
    (membersOf.get(classid) ?? []).map(({ learnerid }, member) => ({
      lessonid,
      learnerid,
      ...stateOf(at * 7 + member),
      startsat,
    })),
  );
  const attendance: NewRow<'attendance'>[] = marks.map(({ lessonid, learnerid, state, startsat }) => ({
    lessonid,
    learnerid,
    state,
    note: null,
    byid: null,
    markedat: startsat,
    changedat: startsat,
    // Else families would be written to of all of the year at once.
    toldat: startsat,
  }));
  const absences = marks.flatMap(({ lessonid, learnerid, hasNotice, startsat }) =>
    hasNotice
      ? {
          _id: newId(startsat),
          lessonid,
          learnerid,
          words: 'A cold.',
          earned: 0 as const,
          ...given(startsat),
        }
      : [],
  );
  await db.transaction().execute(async (tx) => {
    await insertAll(lessons, (rows) => tx.insertInto('lessons').values(rows).execute());
    await insertAll(attendance, (rows) => tx.insertInto('attendance').values(rows).execute());
    await insertAll(absences, (rows) => tx.insertInto('absences').values(rows).execute());
  });
  await sql`analyze`.execute(db);
}

const given = (startsat: number) => ({ until: null, byid: null, createdat: startsat - DAY_MS });

/** Of a hundred three are late and eight absent, five of them with notice. */
function stateOf(number: number) {
  const at = (number * 37) % 100;
  if (at < 3) return { state: 'late' as const, hasNotice: false };
  if (at < 11) return { state: 'absent' as const, hasNotice: at < 8 };
  return { state: 'present' as const, hasNotice: false };
}

type Taught = { _id: string; instructorid: string | null };

/** Each class has one after the other, fifty on each of five days of a week. */
function lessonsUpTo(now: number, { weeks, classes }: { weeks: number; classes: readonly Taught[] }) {
  const today = Date.parse(dayAt(now, 'UTC'));
  const aDay = LESSONS_A_WEEK / 5;
  return Array.from({ length: weeks * 7 }, (_, ago) => today - ago * DAY_MS)
    .filter((midnight) => midnight === today || ![0, 6].includes(new Date(midnight).getUTCDay()))
    .flatMap((midnight) =>
      Array.from({ length: aDay }, (_, at) => {
        const { _id: classid = '', instructorid = null } =
          classes[(at + midnight / DAY_MS) % classes.length] ?? {};
        // Nobody teaches two of them at once.
        const startsat = midnight + FIRST_AT_MS + at * LESSON_MS;
        const day = dayAt(midnight, 'UTC');
        return {
          _id: newId(startsat),
          classid,
          planid: null,
          planday: day,
          day,
          startsat,
          endsat: startsat + LESSON_MS,
          roomid: null,
          teacherid: instructorid,
          state: 'planned' as const,
          reason: null,
          changedat: startsat,
        };
      }),
    );
}

/** What the tables with their indexes take on the disk. */
async function measure(db: Db, isSqlite: boolean): Promise<Grown[]> {
  const grown: Grown[] = [];
  for (const table of GROWING) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
    const bytes = isSqlite
      ? sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name in
          (select name from sqlite_master where tbl_name = ${table})`
      : sql<{ bytes: number }>`select pg_total_relation_size(${table}) as bytes`;
    const [sized] = (await bytes.execute(db)).rows;
    grown.push({ table, rows: Number(counted.rows[0]?.rows), bytes: Number(sized?.bytes) });
  }
  return grown;
}

/** Fills the records that the environment of a school names, and says what its tables take then. */
export async function addRegisters(
  env: Record<string, string>,
  weeks: number,
  { isFilled }: { isFilled: boolean },
): Promise<Grown[]> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = env;
  const opened = url ? openPostgres<Database>(url, { onCut: () => {} }) : openSqlite<Database>(folder);
  try {
    if (!isFilled) await opened.alone((db) => fillRegisters(db, weeks));
    return await measure(opened.db, !url);
  } finally {
    await opened.close();
  }
}
