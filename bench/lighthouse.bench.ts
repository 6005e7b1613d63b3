import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ADMIN, STUDENT } from '#server/database/seed/people.ts';
import { installChromium } from '#tests/support/chromium.ts';
import { freePort } from '#tests/support/postgres.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import type { Bench, Row } from './measure/section.ts';
import { signIn } from './page/sign-in.ts';

const RUNS = 5;
const GOAL = 98;
const FOLDER = join(import.meta.dirname, 'lighthouse');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const DEVICES = { phone: [], desktop: ['--preset=desktop'] };

type Page = {
  /** `:id` stands for the first of what the call `of` lists. */
  path: string;
  of?: string;
  /** The address of who is signed in. */
  as?: string;
  but?: { categories: readonly Category[]; because: string };
};

const OWN = {
  categories: ['seo'],
  because: 'search engines are told to leave a person’s own pages out',
} as const;

/** Every public page and two of a person’s own; `but` names what is right there and yet counted against it. */
const PAGES: Page[] = [
  ...['/', '/classes', '/instructorlist', '/blogs', '/blogs/blog', '/ongoing', '/login', '/register'].map(
    (path) => ({ path }),
  ),
  { path: '/classes/:id', of: '/api/popularclasses' },
  { path: '/instructors/:id', of: '/api/instructor/all' },
  { path: '/student/week', as: STUDENT.email, but: OWN },
  { path: '/admin', as: ADMIN.email, but: OWN },
  {
    path: '/test',
    but: {
      categories: ['seo'],
      because: 'search engines are told to leave this demonstration out',
    },
  },
  {
    path: '/no-such-page',
    but: {
      categories: ['best-practices', 'seo'],
      because: 'it is a 404, which counts as a fault in the console and as nothing to be found',
    },
  },
];

type Category = (typeof CATEGORIES)[number];
type Scores = Record<Category, number>;
type Report = { categories: Record<Category, { score: number | null }> };

/** Lighthouse has a lock file of its own and is no part of the product's install. */
function installLighthouse() {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('Lighthouse could not be installed.');
}

/**
 * How often a visit is tried: now and then Lighthouse misses the page's start in the trace that it records,
 * and asks to be run again.
 */
const TRIES = 3;

/** Opens a browser in which somebody has signed in; Lighthouse visits in it by its port. */
async function openAs(school: string, email: string) {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: installChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    await signIn(await context.newPage(), school, email);
    return { port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One visit as Lighthouse makes it, with its simulated network and processor; gives its exit code. */
async function visit(url: string, options: readonly string[], report: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      join(FOLDER, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      url,
      ...options,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--output=json',
      `--output-path=${report}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      '--ignore-status-code',
      '--no-enable-error-reporting',
      '--quiet',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CHROME_PATH: installChromium() } },
  );
  const [code] = await once(child, 'exit');
  return code;
}

/** The scores of a visit, of 100. */
async function score(url: string, options: readonly string[], report: string): Promise<Scores> {
  for (let tries = 1; (await visit(url, options, report)) !== 0; tries++)
    if (tries === TRIES) throw new Error(`Lighthouse did not come to an end at ${url}.`);
  const { categories } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const of = (category: Category) => Math.round((categories[category].score ?? 0) * 100);
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
  };
}

/** The run with the middle performance, the only category that differs from run to run. */
const middle = (runs: readonly Scores[]) =>
  runs.toSorted((one, other) => one.performance - other.performance)[runs.length >> 1];

/** Where a page is in this school. */
async function addressOf(school: string, { path, of }: Page): Promise<string> {
  if (!of) return school + path;
  const [first] = (await (await fetch(school + of)).json()) as { _id: string }[];
  return school + path.replace(':id', first?._id ?? '');
}

async function measure(school: string, reports: string, device: keyof typeof DEVICES): Promise<Row[]> {
  const rows: Row[] = [];
  for (const page of PAGES) {
    const { path, as, but } = page;
    const url = await addressOf(school, page);
    const runs: Scores[] = [];
    const browser = as ? await openAs(school, as) : undefined;
    try {
      const options = [...DEVICES[device], ...(browser ? [`--port=${browser.port}`] : [])];
      for (let run = 0; run < RUNS; run++) runs.push(await score(url, options, join(reports, 'report.json')));
    } finally {
      await browser?.close();
    }
    const scores = middle(runs);
    const held = CATEGORIES.filter((category) => !but?.categories.includes(category));
    rows.push({
      what: `\`${path}\`, ${device}`,
      ours: CATEGORIES.map((category) => scores?.[category]).join(', '),
      reference: `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      goal: but ? `≥ ${GOAL} in ${held.join(', ')}` : `≥ ${GOAL} each`,
      isMet: held.every((category) => (scores?.[category] ?? 0) >= GOAL),
      limitedBy: but?.because ?? 'performance: how fast this machine is and what else runs on it',
    });
  }
  return rows;
}

const bench: Bench = async () => {
  installLighthouse();
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const school = spawnSchool({ DATA_DIR: join(folder, 'data') });
  try {
    const url = await school.listening;
    return {
      title: 'Lighthouse',
      method: `Lighthouse with its own simulated phone and desktop, the middle of ${RUNS} runs by performance; of 100: performance, accessibility,
best practices, search engines. Beside each, how many processes waited for a core in the minute before (\`uptime\`), Lighthouse and its browser among them.`,
      rows: [...(await measure(url, folder, 'phone')), ...(await measure(url, folder, 'desktop'))],
    };
  } finally {
    await stopSchool(school);
    rmSync(folder, { recursive: true, force: true });
  }
};
export default bench;
