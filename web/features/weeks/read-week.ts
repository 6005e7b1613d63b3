import { WEEK_LESSONS, type WeekLesson, weekCalls } from '#contract/weeks/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(weekCalls);

/** The first lessons of the caller from today on: those of today are among them. */
export const readFirstLessons = () => api.readWeek({ querystring: { limit: WEEK_LESSONS } });

/** All lessons of the caller's week, which begins on a day, in as many answers as they take. */
export async function readWholeWeek(from: string): Promise<WeekLesson[]> {
  const lessons: WeekLesson[] = [];
  for (let isWhole = false; !isWhole; ) {
    const querystring = { from, after: lessons.at(-1)?._id, limit: WEEK_LESSONS };
    const part = await api.readWeek({ querystring });
    lessons.push(...part);
    isWhole = part.length < WEEK_LESSONS;
  }
  return lessons;
}

/** Lessons of the whole school, or of one room, from a day on: those after one of them, or the first. */
export const readOfSchool = (
  { from, room }: { from: string; room: string | undefined },
  after?: WeekLesson,
  limit: number = WEEK_LESSONS + 1,
) => api.readWeek({ querystring: { from, school: '1', room, after: after?._id, limit } });
