import { BOTH, type Call, compareCall, DATABASES, withSchools } from './measure/schools.ts';
import type { Bench, Row } from './measure/section.ts';

/** A year from now on, in which a class meets thirty-six times. */
function yearOf(monday: string) {
  const last = new Date(`${monday}T00:00Z`);
  last.setUTCDate(last.getUTCDate() + 36 * 7 - 1);
  return { firstday: monday, lastday: last.toISOString().slice(0, 10) };
}

/** What makes, reads and changes lessons. */
const CALLS: readonly Call[] = [
  { path: ({ monday, room }) => `/timetable?from=${monday}&to=${monday}&room=${room}` },
  { path: ({ openClass }) => `/class/${openClass}/lessons` },
  { by: 'student', path: ({ monday }) => `/week?from=${monday}` },
  {
    by: 'instructor',
    path: ({ monday }) => `/week?from=${monday}`,
    limitedBy: 'an instructor with 1 250 classes has some 250 lessons a week, and the page shows them all',
  },
  {
    by: 'admin',
    method: 'PUT',
    path: ({ openClass }) => `/class/plans/${openClass}?dry=1`,
    body: ({ monday, room }) => ({
      plans: [
        { weekday: 7, starttime: '21:00', minutes: 45, everyweeks: 1, roomid: room, ...yearOf(monday) },
      ],
    }),
    limitedBy:
      'what the whole school has at each of thirty-six times is held against all classes of every learner of the class, who are many more in the large school',
  },
  {
    by: 'admin',
    method: 'POST',
    path: () => '/enrolments',
    body: ({ learnerid, openClass }) => ({ learnerid, classid: openClass, pay: 'free', confirmclash: true }),
    undo: ({ insertedId }) => `/enrolments/${insertedId}/cancel`,
    limitedBy: 'one transaction, on the disk before its answer',
  },
];

const bench: Bench = async () => {
  const rows: Row[] = [];
  for (const database of DATABASES)
    await withSchools(database, async (schools) => {
      for (const call of CALLS) rows.push(await compareCall(database, call, schools));
    });
  return {
    title: 'The timetable of a large school',
    method: `What reads and makes lessons, and an enrolment, which looks for clashes, over HTTP, in turn at ${BOTH}; a class has some 36 lessons: the time that 99 of 100 calls keep below, and half of them. \`npm run seed -- --size large\` makes such a school.`,
    rows,
  };
};
export default bench;
