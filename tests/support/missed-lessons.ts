import { newId } from '#server/database/ids.ts';
import { addChildBy } from './families.ts';
import type { Person, TestSchool } from './school.ts';
import { takeClass } from './take-class.ts';
import { addLesson } from './timetable.ts';

type Schooled = Pick<TestSchool, 'db' | 'clock' | 'addClass'>;

/**
 * Lessons of a class that a learner is in, two of which are said to be missed, and of another that stands in
 * for it, one of which is chosen for the second of these, and one can be tried.
 */
export async function addMissedLessons(
  { db, clock, addClass }: Schooled,
  { classid, learnerid }: { classid: string; learnerid: string },
) {
  const other = await addClass({ series: 'Strings', guestplaces: 2, trialprice: 0 });
  await db.updateTable('classes').set({ series: 'Strings' }).where('_id', '=', classid).execute();
  const lessonOf = async (course: string, day: string) => (await addLesson(db, { classid: course, day }))._id;
  const lesson = await lessonOf(classid, '2026-12-04');
  const missed = await lessonOf(classid, '2026-12-11');
  const replaced = await lessonOf(classid, '2026-12-18');
  const offered = await lessonOf(other._id, '2026-12-03');
  const tried = await lessonOf(other._id, '2026-12-17');
  const visited = await lessonOf(other._id, '2026-12-10');
  const noted = { learnerid, words: null, earned: 1 as const, byid: null, createdat: clock.now };
  const until = Date.UTC(2027, 0, 1);
  for (const lessonid of [missed, replaced])
    await db
      .insertInto('absences')
      .values({ ...noted, _id: newId(), lessonid, until })
      .execute();
  await db
    .insertInto('guests')
    .values({ lessonid: visited, learnerid, kind: 'catchup', fromlessonid: replaced, createdat: clock.now })
    .execute();
  return { lesson, missed, offered, visited, tried };
}

/** A child that has them, with whose it is. */
export async function missing(
  school: TestSchool,
): Promise<{ parent: Person; child: string } & Awaited<ReturnType<typeof addMissedLessons>>> {
  const parent = await school.signIn('student');
  const child = await addChildBy(parent);
  const { _id: classid } = await school.addClass({ enrolledstudents: 1 });
  await takeClass(school.db, { learnerid: child, classid });
  return { parent, child, ...(await addMissedLessons(school, { classid, learnerid: child })) };
}
