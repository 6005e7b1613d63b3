import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';

const DAY_MS = 86_400_000;
const YEARS_MS = 2 * 365 * DAY_MS;
/** One lesson of a class in so many is marked. */
const MARKED_EVERY = 6;
/** Of the last days all but one in so many are: what is missing there, a teacher is reminded of. */
const LATELY_MS = 16 * DAY_MS;
const FORGOTTEN_EVERY = 50;
const CLASSES_AT_ONCE = 100;
const LESSONS_AT_ONCE = 400;

type Lesson = { _id: string; classid: string; endsat: number };

/**
 * Marks who was in the lessons of the last two years, of each class those who were enrolled by then. That a
 * family is told of an absence counts as decided. Gives how many marks there are.
 */
export async function growRegisters(db: Kysely<Database>, now: number): Promise<number> {
  const classes = await db.selectFrom('classes').select('_id').orderBy('_id').execute();
  let marks = 0;
  for (let at = 0; at < classes.length; at += CLASSES_AT_ONCE) {
    const some = classes.slice(at, at + CLASSES_AT_ONCE).map(({ _id }) => _id);
    marks += await transact(db, async (tx) => {
      const lessons = await tx
        .selectFrom('lessons')
        .select(['_id', 'classid', 'endsat'])
        .where('classid', 'in', some)
        .where('state', '!=', 'cancelled')
        .where('endsat', '<', now)
        .where('endsat', '>=', now - YEARS_MS)
        .orderBy('startsat')
        .execute();
      let added = 0;
      const ids = chooseMarked(lessons, now);
      for (let first = 0; first < ids.length; first += LESSONS_AT_ONCE)
        added += await markLessons(tx, ids.slice(first, first + LESSONS_AT_ONCE));
      return added;
    });
  }
  return marks;
}

function chooseMarked(lessons: readonly Lesson[], now: number): string[] {
  const ofClasses = [...Map.groupBy(lessons, ({ classid }) => classid).values()];
  return ofClasses.flatMap((own, index) =>
    own
      .filter(({ endsat }, week) =>
        endsat > now - LATELY_MS
          ? (index + week) % FORGOTTEN_EVERY !== 0
          : (index + week) % MARKED_EVERY === 0,
      )
      .map(({ _id }) => _id),
  );
}

/** Marks everybody who was enrolled in lessons; the moment at which each was paid for says who came. */
async function markLessons(tx: Kysely<Database>, ids: readonly string[]): Promise<number> {
  const isAbsent = sql<boolean>`(enrolments.date + lessons.startsat / 60000) % 17 = 0`;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('attendance')
    .columns(['lessonid', 'learnerid', 'state', 'note', 'byid', 'markedat', 'changedat', 'version', 'toldat'])
    .expression(
      tx
        .selectFrom('lessons')
        .innerJoin('enrolments', 'enrolments.classid', 'lessons.classid')
        .select([
          'lessons._id',
          'enrolments.learnerid',
          sql<'absent'>`case when ${isAbsent} then 'absent'
            when (enrolments.date + lessons.startsat / 60000) % 13 = 0 then 'late' else 'present' end`.as(
            'state',
          ),
          sql<string>`case when enrolments.date % 40 = 0 then 'Please practise the second page slowly.' end`.as(
            'note',
          ),
          'lessons.teacherid',
          'lessons.endsat as markedat',
          'lessons.endsat as changedat',
          sql<number>`1`.as('version'),
          sql<number>`case when ${isAbsent} then lessons.endsat end`.as('toldat'),
        ])
        .whereRef('enrolments.date', '<', 'lessons.startsat')
        .where('lessons._id', 'in', ids),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}
