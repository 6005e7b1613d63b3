import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlogs } from '#server/database/seed/blogs.ts';
import { CLASSES } from '#server/database/seed/classes.ts';
import { PEOPLE } from '#server/database/seed/people.ts';
import { DEMO_FACTS, DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { freePort } from '#tests/support/postgres.ts';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { demoWords } from '#web/routes/home/demo-words.ts';
import { homeWords } from '#web/routes/home/words.ts';

/** All that somebody who has no account can open in a school that has entered nothing. */
const PATHS = [
  '/',
  '/classes',
  '/instructorlist',
  '/blogs',
  '/blogs/blog',
  '/ongoing',
  '/login',
  '/register',
  '/account/forgot',
  '/pages/about',
  '/no-such-page',
  '/sitemap.xml',
  '/robots.txt',
  '/blogs.atom',
  '/site.webmanifest',
  '/elections.json',
  '/config.json',
  '/api/school',
];

/**
 * Drawings that tell of no school in particular: players, and what groups and levels look like. All others
 * are the demo's.
 */
const PRODUCT_ART = /^(hero|group-(kids|teens|adults|private)|level-(beginner|intermediate|advanced))$/;

const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  SCHOOL_NAME: 'Reed & Bow',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Quiet-oboe-7!',
  CARD_SANDBOX: 'on',
  RATE_LIMIT_FACTOR: '10',
};

const { welcome, timezone: _, ...lines } = DEMO_SCHOOL;
const {
  title,
  words,
  lines: points,
} = JSON.parse(welcome) as { title: string; words: string; lines: string[] };
const elections = JSON.parse(
  readFileSync(new URL('../../web/routes/demo-elections.json', import.meta.url), 'utf8'),
) as { title: string }[];
const neutral = new Set<string>(Object.values(homeWords()));

/** Whatever the demo says that somebody invented. What a number counts is no invention, the number is. */
const INVENTED = [
  ...Object.values(lines),
  title,
  words,
  ...points,
  ...DEMO_FACTS.filter(({ kind }) => kind !== 'number').flatMap(({ title, byline, words }) =>
    [title, byline, ...(words?.split('\n') ?? [])].filter((text) => text !== null),
  ),
  'The school in numbers',
  ...Object.values(demoWords()).filter((said) => !neutral.has(said)),
  'nstruments to borrow',
  'Instrument lending',
  'Ensembles',
  'Concerts',
  '>Jobs<',
  '>Press<',
  ...elections.map(({ title }) => title),
  ...PEOPLE.map(({ name }) => name),
  ...CLASSES.map(({ classname }) => classname),
  ...readBlogs(Date.now()).map(({ title }) => title),
];

const folder = mkdtempSync(join(tmpdir(), 'cadenza-nothing-invented-'));
const started: SchoolProcess[] = [];

/**
 * What each address answers, as a reader sees it: without style sheets, and with the letters that HTML writes
 * in its own way.
 */
async function readAll(name: string, env: Record<string, string>): Promise<Map<string, string>> {
  const port = String(await freePort());
  const school = spawnSchool({ DATA_DIR: join(folder, name), PORT: port, ...env });
  started.push(school);
  await school.listening;
  const answers = PATHS.map(async (path): Promise<[string, string]> => {
    const text = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    return [
      path,
      text
        .replace(/<style.*?<\/style>/gs, '')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&'),
    ];
  });
  return new Map(await Promise.all(answers));
}

let real: Map<string, string>;
let demo: Map<string, string>;

beforeAll(async () => {
  [real, demo] = await Promise.all([readAll('real', REAL), readAll('demo', {})]);
});
afterAll(async () => {
  await Promise.all(started.map(stopSchool));
  rmSync(folder, { recursive: true, force: true });
});

test('a school that has entered nothing but its name publishes nothing that it did not enter', () => {
  for (const [path, text] of real) {
    expect(
      INVENTED.filter((said) => text.includes(said)),
      path,
    ).toEqual([]);
    const drawings = [...text.matchAll(/\/art\/([a-z0-9-]+?)-\d+\.webp/g)].map(([, drawing = '']) => drawing);
    expect(
      drawings.filter((drawing) => !PRODUCT_ART.test(drawing)),
      path,
    ).toEqual([]);
  }
});

test('the same look at the demo finds what is invented, so it would find it elsewhere', () => {
  const found = [...demo.values()].join('\n');
  const hidden = INVENTED.filter((said) => !found.includes(said));
  // Of people and classes that are not public, or not on the first page of a list.
  const people = new Set<string>([
    ...PEOPLE.map(({ name }) => name),
    ...CLASSES.map(({ classname }) => classname),
  ]);
  expect(hidden.filter((said) => !people.has(said))).toEqual([]);
});

test('it has a name, a welcome without a claim, and machines read no more than that', () => {
  const home = real.get('/') ?? '';
  expect(home).toContain('Reed & Bow</h1>');
  expect(home).toContain('No class is open for enrolment yet.');
  const [, school = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(home) ?? [];
  expect(JSON.parse(school)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'MusicSchool',
    name: 'Reed & Bow',
    url: 'https://school.example',
    image: 'https://school.example/og.png',
  });
  expect(real.get('/sitemap.xml')).not.toContain('/ongoing');
  expect(JSON.parse(real.get('/elections.json') ?? '')).toEqual([]);
});

test('its home page has no section without something to show', () => {
  const sections = (html = '') =>
    [...(/<main.*<\/main>/s.exec(html)?.[0] ?? '').matchAll(/<section aria-labelledby="([a-z-]+)"/g)].map(
      ([, id]) => id,
    );
  expect(sections(real.get('/'))).toEqual(['hero']);
  expect(sections(demo.get('/'))).toContain('numbers');
});
