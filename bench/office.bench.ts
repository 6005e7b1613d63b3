import { BOTH, type Call, compareCall, DATABASES, withSchools } from './measure/schools.ts';
import type { Bench, Row } from './measure/section.ts';

const RESIDENT_MAX_MB = { SQLite: 200, PostgreSQL: 150 };

const PART_OF_NAME = 'what an index finds is counted up to 10 000';
const PART_OF_CLASS = `${PART_OF_NAME}, and teachers are looked through by name`;
/** As one child has it, many, nearly all; and none, of one letter and two. */
const NAMES = ['clara', 'mar', 'clara winter', 'e', 'ma', 'ł', 'zq'];

/** What the screens of students and of the office ask for. */
const CALLS: readonly Call[] = [
  { by: 'student', path: ({ student }) => `/standings/${student}` },
  { by: 'student', path: ({ student }) => `/selectedclass/${student}/page` },
  { by: 'student', path: ({ student }) => `/enrolledclasses/${student}/page` },
  { by: 'student', path: ({ student, class: id }) => `/enrolledclasses/${student}/page?classid=${id}` },
  { by: 'student', path: ({ student }) => `/pastenrolments/${student}` },
  { by: 'student', path: ({ student }) => `/waitlist/${student}` },
  { by: 'student', path: ({ enrolment }) => `/receipts/${enrolment}` },
  { by: 'student', path: () => '/account/sessions' },
  { by: 'student', path: () => '/account/data' },
  { by: 'student', path: () => '/account/erasure' },
  { by: 'admin', path: ({ class: id }) => `/class/history/${id}` },
  {
    by: 'admin',
    path: () => '/reports/overview',
    limitedBy: 'the seats of every class that is offered are summed up in one index',
  },
  { by: 'admin', path: () => '/classes/search' },
  { by: 'admin', path: ({ place }) => `/classes/search?after=${place}` },
  { by: 'admin', path: () => '/classes/search?sort=classname' },
  {
    by: 'admin',
    path: () => '/classes/search?sort=availableseat',
    limitedBy: 'every class is read: an index of free seats would cost at every sale',
  },
  { by: 'admin', path: () => '/classes/search?q=guitar', limitedBy: PART_OF_CLASS },
  { by: 'admin', path: () => '/classes/search?q=nobody', limitedBy: PART_OF_CLASS },
  ...['guitar clara', 'e', 'ma', 'ł', 'zq'].map((words) => ({
    by: 'admin' as const,
    path: () => `/classes/search?q=${encodeURIComponent(words)}`,
    limitedBy: PART_OF_CLASS,
  })),
  { by: 'admin', path: () => '/classes/search?status=pending' },
  { by: 'admin', path: () => '/classes/search?status=changed' },
  { by: 'admin', path: () => '/users/search' },
  { by: 'admin', path: () => '/users/search?sort=-email' },
  { by: 'admin', path: () => '/users/search?sort=role' },
  { by: 'admin', path: () => '/users/search?role=instructor' },
  { by: 'admin', path: () => '/users/search?role=instructor&q=clara', limitedBy: PART_OF_NAME },
  { by: 'admin', path: () => '/users/search?q=nobody', limitedBy: PART_OF_NAME },
  { by: 'admin', path: () => '/users/search?q=0171%205557788', limitedBy: PART_OF_NAME },
  ...NAMES.map((words) => ({
    by: 'admin' as const,
    path: () => `/users/search?q=${encodeURIComponent(words)}`,
    limitedBy: PART_OF_NAME,
  })),
  ...[...NAMES, '0171 5557788'].map((words) => ({
    by: 'admin' as const,
    path: () => `/families/search?q=${encodeURIComponent(words)}`,
  })),
  { by: 'admin', path: () => '/changes' },
  {
    by: 'admin',
    path: ({ lastMonth }) => `/money?month=${lastMonth}`,
    limitedBy: 'a page of payments, read from the card service',
  },
  { by: 'admin', path: () => '/money/attention' },
];

const bench: Bench = async () => {
  const rows: Row[] = [];
  for (const database of DATABASES)
    await withSchools(database, async (schools) => {
      for (const call of CALLS) rows.push(await compareCall(database, call, schools));
      const resident = schools.large.residentMb();
      const most = RESIDENT_MAX_MB[database];
      rows.push({
        what: `memory, resident, ${database}`,
        ours: `${resident} MB`,
        reference: `${schools.small.residentMb()} MB`,
        goal: `≤ ${most} MB`,
        isMet: resident <= most,
        limitedBy: 'Node itself, and what the embedded services load',
      });
    });
  return {
    title: 'Students and the office in a large school',
    method: `What the screens of students and of the office ask for, over HTTP as who may ask, in turn at ${BOTH}: the time that 99 of 100 calls keep below, and half of them. \`npm run seed -- --size large\` makes such a school.`,
    rows,
  };
};
export default bench;
