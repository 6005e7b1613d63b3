import { sql } from 'kysely';
import type { GuestKind } from '#contract/catchups/calls.ts';
import { formerStudent } from '#contract/former.ts';
import { ageGroupOf, ageOn } from '#contract/learners/ages.ts';
import type { AttendanceState, RegisterState } from '#contract/registers/calls.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { LIST_BATCH, type Order, takeBatches } from '#server/database/lists/pagination.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import {
  isAfter,
  LESSON_ROOM,
  LESSON_TEACHER,
  type LessonPlace,
  momentsAround,
} from '#server/database/rows/lessons.ts';
import type { Db, NewRow } from '#server/database/schema.ts';
import {
  absencesOf,
  GUESTS,
  guestsOf,
  IS_IN,
  IS_KNOWN_IN,
  marksOf,
  WITH_PLACE,
  whoIsIn,
} from './who-is-in.ts';

/** Who holds a lesson: a substitute, or who teaches its class. */
const HELD_BY = sql<string | null>`coalesce(lessons.teacherid, classes.instructorid)`;

const lessons = (db: Db) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'lessons.classid', 'classes.classname', 'lessons.teacherid', 'lessons.roomid'])
    .select(['lessons.day', 'lessons.startsat', 'lessons.endsat', 'lessons.state'])
    .select([LESSON_TEACHER.as('instructorname'), LESSON_ROOM.as('room')])
    .where('lessons.removedat', 'is', null);

/**
 * A lesson that has not been taken out of the plan, with who holds it; of a class that was deleted since, too.
 */
export const findLesson = (db: Db, id: string) =>
  lessons(db)
    .select(['lessons.reason', 'lessons.seq as version', 'classes.instructorid', HELD_BY.as('heldby')])
    .where('lessons._id', '=', id)
    .executeTakeFirst();

export type RegisterLesson = NonNullable<Awaited<ReturnType<typeof findLesson>>>;

type Known = { state: AttendanceState | null; absenceid: string | null };

/** What is known of a learner and a lesson; notice where nothing was marked. */
function stateOf({ state, absenceid }: Known): { state: RegisterState | null; notice: boolean } {
  const notice = absenceid !== null;
  return { state: state ?? (notice ? 'notice' : null), notice };
}

export const guestOf = (kind: GuestKind | null) => ({ guest: kind !== null, trial: kind === 'trial' });

/** The learners of a lesson as a register has them: of a child no more than a roster shows. */
export async function findRows(db: Db, { _id, day }: Pick<RegisterLesson, '_id' | 'day'>) {
  const found = await whoIsIn(db, [_id])
    .innerJoin('learners', 'learners._id', 'members.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['members.learnerid', 'members.guest', 'learners.born', 'learners.note'])
    .select(['attendance.state', 'attendance.note as teachernote', 'attendance.markedat'])
    .select(['attendance.version', 'absences._id as absenceid', 'absences.words'])
    .select(LEARNER_NAME.as('learnername'))
    .orderBy(sql`case when members.guest is null then 0 else 1 end`)
    .orderBy(sql`lower(coalesce(${LEARNER_NAME}, ${formerStudent()}))`)
    .orderBy('members.learnerid')
    .execute();
  return found.map(({ born, note, absenceid, learnername, version, state, guest, ...row }) => ({
    ...row,
    ...stateOf({ state, absenceid }),
    ...guestOf(guest),
    learnername: learnername ?? formerStudent(),
    version: version ?? 0,
    ...(born !== null && { agegroup: ageGroupOf(ageOn(born, day)) }),
    ...(note !== null && { note }),
  }));
}

export type FoundRow = Awaited<ReturnType<typeof findRows>>[number];

/** Writes marks as they are to be, new ones and known ones alike, in one statement. */
export async function writeMarks(tx: Db, marks: readonly NewRow<'attendance'>[]): Promise<void> {
  if (marks.length === 0) return;
  await tx
    .insertInto('attendance')
    .values(marks)
    .onConflict((on) =>
      on.columns(['lessonid', 'learnerid']).doUpdateSet((of) => ({
        state: of.ref('excluded.state'),
        note: of.ref('excluded.note'),
        byid: of.ref('excluded.byid'),
        markedat: of.ref('excluded.markedat'),
        changedat: of.ref('excluded.changedat'),
        version: of.ref('excluded.version'),
      })),
    )
    .execute();
}

type Days = { from: string; to: string };

const within = (db: Db, days: Days) => {
  const { since, until } = momentsAround(days);
  return lessons(db)
    .where('lessons.startsat', '>=', since)
    .where('lessons.startsat', '<', until)
    .where('lessons.day', '>=', days.from)
    .where('lessons.day', '<=', days.to);
};

type OfDay = { day: string; teacherid: string | undefined; after: LessonPlace; limit: number | undefined };

/**
 * The lessons of a day: of all, or those that an account holds or whose class it teaches; so many of them that
 * come after one.
 */
export const findLessonsOfDay = (db: Db, { day, teacherid, after, limit }: OfDay) =>
  within(db, { from: day, to: day })
    .where(isAfter(after))
    .$if(teacherid !== undefined, (some) =>
      some.where((of) =>
        of.or([of(HELD_BY, '=', teacherid ?? ''), of('instructorid', '=', teacherid ?? '')]),
      ),
    )
    .orderBy('lessons.startsat')
    .orderBy('lessons._id')
    .$if(limit !== undefined, (some) => some.limit(limit ?? 0))
    .execute();

/**
 * Lessons of some days that were over at a moment and in which no one was marked, the latest first; those that
 * begin before another.
 */
export const findUnmarked = (
  db: Db,
  {
    now,
    before,
    limit,
    ...days
  }: Days & { now: number; before: { startsat: number; _id: string }; limit: number },
) =>
  within(db, days)
    .select(['lessons.startsat', 'lessons._id'])
    .where('lessons.endsat', '<=', now)
    .where('lessons.state', '<>', 'cancelled')
    .where((of) =>
      of.or([
        of('lessons.startsat', '<', before.startsat),
        of.and([of('lessons.startsat', '=', before.startsat), of('lessons._id', '<', before._id)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance')
            .select('attendance.lessonid')
            .whereRef('attendance.lessonid', '=', 'lessons._id'),
        ),
      ),
    )
    .orderBy('lessons.startsat', 'desc')
    .orderBy('lessons._id', 'desc')
    .limit(limit)
    .execute();

/** Whether anything was ever marked at the school. */
export async function hasMarks(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('attendance').select('lessonid').orderBy('lessonid').limit(1).executeTakeFirst()) !==
    undefined
  );
}

const countIf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`cast(sum(case when ${condition} then 1 else 0 end) as integer)`;

/**
 * How many are in lessons and what was marked of them, by the lesson's id. Learners are counted by an index; who
 * they are is looked at where something is known of them.
 */
export async function countMarks(db: Db, lessonids: readonly string[]) {
  const sizes = await inChunks(lessonids, (some) =>
    db
      .selectFrom('lessons')
      .select(['lessons._id', WITH_PLACE.as('own'), GUESTS.as('guests')])
      .where('lessons._id', 'in', some)
      .execute(),
  );
  const marked = await inChunks(lessonids, (some) =>
    db
      .selectFrom((of) =>
        of
          .selectFrom(marksOf(db, some))
          .select(['lessonid', 'learnerid'])
          .union(of.selectFrom(absencesOf(db, some)).select(['lessonid', 'learnerid']))
          .as('known'),
      )
      .innerJoin('lessons', 'lessons._id', 'known.lessonid')
      .leftJoin(marksOf(db, some), (on) =>
        on
          .onRef('attendance.lessonid', '=', 'known.lessonid')
          .onRef('attendance.learnerid', '=', 'known.learnerid'),
      )
      .leftJoin(absencesOf(db, some), (on) =>
        on
          .onRef('absences.lessonid', '=', 'known.lessonid')
          .onRef('absences.learnerid', '=', 'known.learnerid'),
      )
      .leftJoin(guestsOf(db, some), (on) =>
        on.onRef('guests.lessonid', '=', 'known.lessonid').onRef('guests.learnerid', '=', 'known.learnerid'),
      )
      .where('lessons._id', 'in', some)
      .select('known.lessonid')
      .select((of) => of.cast<number>(of.fn.countAll(), 'integer').as('known'))
      .select([
        countIf(sql`absences._id is not null`).as('notices'),
        countIf(sql`attendance.state = 'present'`).as('present'),
        countIf(sql`attendance.state = 'late'`).as('late'),
        countIf(sql`attendance.state = 'absent'`).as('absent'),
      ])
      .where(IS_KNOWN_IN)
      .groupBy('known.lessonid')
      .execute(),
  );
  const markedOf = new Map(marked.map(({ lessonid, ...counts }) => [lessonid, counts]));
  return new Map(
    sizes.map((size) => {
      const { known, ...counts } = markedOf.get(size._id) ?? NOTHING_KNOWN;
      const guests = Number(size.guests);
      const learners = Number(size.own) + guests;
      return [size._id, { learners, guests, ...counts, open: learners - known }];
    }),
  );
}

const NOTHING_KNOWN = { known: 0, notices: 0, present: 0, late: 0, absent: 0 };

/**
 * The lessons of a learner that were marked, or that were said to be missed, the latest first; none that they are
 * not in any more.
 */
export const findAttended = (
  db: Db,
  { learnerid, from, limit }: { learnerid: string; from: string | undefined; limit: number },
) =>
  db
    .selectFrom((of) =>
      of
        .selectFrom('attendance')
        .select('lessonid')
        .where('learnerid', '=', learnerid)
        .union(of.selectFrom('absences').select('lessonid').where('learnerid', '=', learnerid))
        .as('known'),
    )
    .innerJoin('lessons', 'lessons._id', 'known.lessonid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .leftJoin('attendance', (on) =>
      on.onRef('attendance.lessonid', '=', 'known.lessonid').on('attendance.learnerid', '=', learnerid),
    )
    .leftJoin('absences', (on) =>
      on.onRef('absences.lessonid', '=', 'known.lessonid').on('absences.learnerid', '=', learnerid),
    )
    .leftJoin('guests', (on) =>
      on.onRef('guests.lessonid', '=', 'known.lessonid').on('guests.learnerid', '=', learnerid),
    )
    .select(['known.lessonid', 'lessons.classid', 'classes.classname', 'lessons.day', 'lessons.startsat'])
    .select(['attendance.state', 'attendance.note as teachernote', 'guests.kind as guest'])
    .select(['absences._id as absenceid', 'absences.words'])
    // One that is cancelled was missed by no one.
    .where('lessons.state', '<>', 'cancelled')
    .where((of) => of.or([of('attendance.lessonid', 'is', null), IS_IN]))
    .$if(from !== undefined, (some) => some.where('lessons.day', '>=', from as string))
    .orderBy('lessons.startsat', 'desc')
    .orderBy('known.lessonid', 'desc')
    .limit(limit)
    .execute();

export type AttendedRow = Awaited<ReturnType<typeof findAttended>>[number];

const BY_START: Order = { by: [sql.ref<number>('startsat')], isDescending: false };

/** Every mark of those who are in the lessons of some days, as these begin, a batch of lessons at a time. */
export async function* findMarks(db: Db, days: Days) {
  const found = db.selectFrom(within(db, days).as('lessons')).selectAll();
  for await (const batch of takeBatches(found, BY_START, LIST_BATCH)) {
    const ids = batch.map(({ _id }) => _id);
    const marks = ids.length === 0 ? [] : await findMarksOf(db, ids);
    const marksOf = Map.groupBy(marks, ({ lessonid }) => lessonid);
    for (const lesson of batch) for (const mark of marksOf.get(lesson._id) ?? []) yield { lesson, mark };
  }
}

const findMarksOf = (db: Db, lessonids: readonly string[]) =>
  db
    .selectFrom(marksOf(db, lessonids))
    .innerJoin('lessons', 'lessons._id', 'attendance.lessonid')
    .where('lessons._id', 'in', lessonids)
    .where(IS_IN)
    .innerJoin('learners', 'learners._id', 'attendance.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .leftJoin('users as teachers', 'teachers._id', 'attendance.byid')
    .leftJoin(absencesOf(db, lessonids), (on) =>
      on
        .onRef('absences.lessonid', '=', 'attendance.lessonid')
        .onRef('absences.learnerid', '=', 'attendance.learnerid'),
    )
    .leftJoin(guestsOf(db, lessonids), (on) =>
      on
        .onRef('guests.lessonid', '=', 'attendance.lessonid')
        .onRef('guests.learnerid', '=', 'attendance.learnerid'),
    )
    .select(['attendance.lessonid', 'attendance.state', 'attendance.note', 'attendance.markedat'])
    .select(['teachers.name as markedby', 'absences._id as absenceid', 'guests.kind as guest'])
    .select(LEARNER_NAME.as('learnername'))
    .orderBy(sql`lower(coalesce(${LEARNER_NAME}, ''))`)
    .orderBy('attendance.learnerid')
    .execute();

/** What was marked of learners, with the lesson's class, as they began. */
export async function findAttendanceOf(db: Db, learnerids: readonly string[]) {
  const found = await inChunks(learnerids, (some) =>
    db
      .selectFrom('attendance')
      .innerJoin('lessons', 'lessons._id', 'attendance.lessonid')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .select(['attendance.learnerid', 'attendance.lessonid', 'attendance.state', 'attendance.note'])
      .select(['lessons.classid', 'classes.classname', 'lessons.startsat'])
      .where('attendance.learnerid', 'in', some)
      .execute(),
  );
  return found.sort((one, other) => one.startsat - other.startsat);
}

export async function deleteAttendanceOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('attendance').where('learnerid', '=', learnerid).execute();
}
