import type { CatchUps } from '#contract/catchups/calls.ts';
import type { Row } from '#server/database/schema.ts';
import { addChildBy } from '#tests/support/families.ts';
import type { Person, TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';

/* A series of classes, for tests of who misses a lesson of one and comes to another. */

export const ZONE = 'Europe/Berlin';
export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
/** A Tuesday, at noon in UTC. */
export const NOON = Date.UTC(2026, 8, 1, 12);
export const SERIES = 'Recorder beginners';

type Course = Row<'classes'>;

export const seriesOf = (school: TestSchool) => ({
  /** A class of the series with a place for one guest beyond those who are absent. */
  class: (classname: string, fields: Partial<Course> = {}) =>
    school.addClass({ classname, series: SERIES, guestplaces: 1, enrolledstudents: 1, ...fields }),

  lesson: ({ _id: classid, instructorid: teacherid }: Course, day: string, fields: object = {}) =>
    addLesson(school.db, { classid, teacherid, day, zone: ZONE, ...fields }),

  /** A parent with a child that has a place in these classes. */
  async family(...classes: readonly Course[]): Promise<{ parent: Person; child: string }> {
    const parent = await school.signIn('student');
    const child = await addChildBy(parent);
    for (const { _id: classid } of classes) await takeClass(school.db, { learnerid: child, classid });
    return { parent, child };
  },
});

type Lesson = { _id: string };

export const noting = (parent: Person, learnerid: string) => ({
  miss: (lesson: Lesson, words?: string) =>
    parent.call('POST', '/absences', { learnerid, lessonid: lesson._id, words }),
  come: (lesson: Lesson) => parent.call('DELETE', `/absences/${lesson._id}/${learnerid}`),
  book: (from: Lesson, lesson: Lesson) =>
    parent.call('POST', '/catchups', { learnerid, fromlessonid: from._id, lessonid: lesson._id }),
  giveUp: (lesson: Lesson) => parent.call('DELETE', `/catchups/${lesson._id}/${learnerid}`),
  async list(): Promise<CatchUps> {
    const { status, body } = await parent.call('GET', `/catchups?learnerid=${learnerid}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  },
});
