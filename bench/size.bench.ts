import { callsOfScreens } from './measure/role-calls.ts';
import {
  BOTH,
  type Call,
  compareCall,
  DATABASES,
  type Opened,
  type Things,
  withSchools,
} from './measure/schools.ts';
import type { Bench, Row } from './measure/section.ts';

const PAGE_MAX = 100_000;

const SUMMED =
  'their classes are added up from an index, since a sum kept with each would be written at every sale';
const PART_OF_WORD = 'what an index finds is counted up to 1000, and teachers are looked through by name';
/** Few classes and posts have it, some, two in different places, nearly all; and none, of one letter and two. */
const WORDS = ['guitar', 'beginner', 'guitar clara', 'e', 'ma', 'ł', 'zq'];

/** Each screen's reads often enough for a median; of so few 99 of 100 are all but the slowest. */
const TIMES_OF_SCREENS = 60;

/** What visitors and teachers are shown, at places that no answer is kept for. */
const CALLS: readonly Call[] = [
  { path: () => '/popularclasses' },
  { path: ({ place }) => `/classes/page?after=${place}` },
  { path: ({ place }) => `/classes/page?before=${place}` },
  { path: ({ place }) => `/classes/page?sort=price&after=${place}` },
  { path: ({ place }) => `/classes/page?sort=popularity&after=${place}` },
  { path: ({ place }) => `/classes/page?level=Beginner&group=Kids&after=${place}` },
  { path: ({ place }) => `/classes/page?open=1&after=${place}` },
  { path: ({ place }) => `/classes/page?level=Beginner&group=Kids&open=1&after=${place}` },
  ...WORDS.map((words) => ({
    path: ({ place }: Things) => `/classes/page?q=${encodeURIComponent(words)}&after=${place}`,
    limitedBy: PART_OF_WORD,
  })),
  { path: ({ place }) => `/classes/page?q=${place.slice(-8)}`, limitedBy: PART_OF_WORD },
  { path: ({ place }) => `/instructor/page?after=${place}`, limitedBy: SUMMED },
  { path: ({ place }) => `/blog/page?after=${place}` },
  ...WORDS.map((words) => ({
    path: ({ place }: Things) => `/blog/page?q=${encodeURIComponent(words)}&after=${place}`,
  })),
  { path: ({ place }) => `/blog/page?q=${place.slice(-8)}` },
  { by: 'instructor', path: ({ instructor }) => `/classes/find/${instructor}/page` },
  { by: 'instructor', path: ({ instructor }) => `/classes/find/${instructor}/sums`, limitedBy: SUMMED },
  { by: 'admin', path: ({ class: id }) => `/class/${id}` },
  {
    by: 'admin',
    path: ({ class: id }) => `/rosters/${id}`,
    limitedBy: 'a roster comes by name, so all of its students are sorted for a page',
  },
];

const PAGES = ['/', '/classes', '/instructorlist', '/blogs'];

async function weigh(path: string, { small, large }: { small: Opened; large: Opened }): Promise<Row> {
  const few = await small.weigh(path);
  const many = await large.weigh(path);
  return {
    what: `\`${path}\` as HTML, without the stylesheet inside it`,
    ours: `${(many / 1000).toFixed(0)} kB`,
    reference: `${(few / 1000).toFixed(0)} kB`,
    ratio: many / few,
    goal: `≤ ${PAGE_MAX / 1000} kB`,
    isMet: many <= PAGE_MAX,
    limitedBy: 'each card is there as HTML, as data for the browser and as structured data',
  };
}

const bench: Bench = async () => {
  const rows: Row[] = [];
  for (const database of DATABASES)
    await withSchools(database, async (schools) => {
      for (const call of CALLS) rows.push(await compareCall(database, call, schools));
      for (const call of callsOfScreens())
        if (schools.small.knows(call) && schools.large.knows(call))
          rows.push(await compareCall(database, call, schools, { times: TIMES_OF_SCREENS }));
      if (database === 'SQLite') for (const path of PAGES) rows.push(await weigh(path, schools));
    });
  return {
    title: 'A large school',
    method: `What the screens of visitors and of each role ask for, over HTTP, in turn at ${BOTH}: first some at places for which no answer is kept, then every call by which a screen reads, as each role that may make it. The time that 99 of 100 calls keep below, and half of them; and what a page weighs. \`npm run seed -- --size large\` makes such a school.`,
    rows,
  };
};
export default bench;
