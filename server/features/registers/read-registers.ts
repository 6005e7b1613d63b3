import type * as z from 'zod';
import type { RegisterDay } from '#contract/registers/schema.ts';
import { isOffice } from '#contract/users/calls.ts';
import type { Caller } from '#server/auth/queries.ts';
import { findLessonPlace } from '#server/database/rows/lessons.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { RegisterOptions } from './mark-register.ts';
import { countMarks, findLessonsOfDay, findRows } from './queries.ts';
import { obstacleTo, requireRegister } from './require-register.ts';

/** Who is in a lesson, with what was marked. Throws `lesson-not-found` and `forbidden`. */
export async function readRegister(
  { db, readSchool, now }: RegisterOptions,
  { id, caller }: { id: string; caller: Pick<Caller, '_id' | 'role'> },
) {
  const moment = now();
  const asking = { caller, school: await readSchool(), now: moment };
  const { instructorid: _, heldby: __, ...lesson } = await requireRegister(db, id, asking);
  const obstacle = obstacleTo(lesson, asking);
  return {
    lesson: { ...lesson, begun: lesson.startsat <= moment },
    closed: obstacle !== undefined && obstacle !== 'too-early',
    servertime: moment,
    rows: await findRows(db, lesson),
  };
}

type OfDay = {
  day?: string | undefined;
  /** The lesson after which they begin, and how many of them; all where they are left out. */
  after?: string | undefined;
  limit?: number | undefined;
  caller: Pick<Caller, '_id' | 'role'>;
};

/** The lessons of a day with what was marked: of every class to the office, to an instructor their own. */
export async function readRegisters(
  { db, readSchool, now }: RegisterOptions,
  { day: asked, after, limit, caller }: OfDay,
): Promise<z.output<typeof RegisterDay>> {
  const moment = now();
  const day = asked ?? schoolDay(await readSchool(), moment);
  const teacherid = isOffice(caller.role) ? undefined : caller._id;
  const place = await findLessonPlace(db, after);
  const lessons = await findLessonsOfDay(db, { day, teacherid, after: place, limit });
  const counts = await countMarks(
    db,
    lessons.map(({ _id }) => _id),
  );
  return {
    day,
    servertime: moment,
    lessons: lessons.map((lesson) => {
      const { open, ...counted } = counts.get(lesson._id) ?? NO_ONE;
      return { ...lesson, ...counted, taken: open === 0 };
    }),
  };
}

/** Of a lesson that was taken away meanwhile. */
const NO_ONE = { learners: 0, guests: 0, notices: 0, present: 0, late: 0, absent: 0, open: 0 };
