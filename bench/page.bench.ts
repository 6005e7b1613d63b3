import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { installChromium } from '#tests/support/chromium.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import type { Bench, Row } from './measure/section.ts';
import { startFloor } from './page/floor.ts';
import { median, type Visit, visit } from './page/visit.ts';

const ROUNDS = 5;
const PAGES = ['/', '/classes', '/blogs', '/blogs/blog', '/instructorlist', '/login'];
const GOALS = { largestPaint: 1.15, blocking: 100, shift: 0.01, fontBytes: 45_000 };

const middle = (visits: readonly Visit[], figure: keyof Visit) => median(visits.map((one) => one[figure]));
const milliseconds = (figure: number) => `${figure.toFixed(0)} ms`;

async function measurePage(browser: Browser, path: string, school: string, floor: string): Promise<Row[]> {
  const ours: Visit[] = [];
  const least: Visit[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    least.push(await visit(browser, floor + path));
    ours.push(await visit(browser, school + path));
  }
  const lcp = middle(ours, 'largestPaint');
  const lcpFloor = middle(least, 'largestPaint');
  const blocking = middle(ours, 'blocking');
  const shift = middle(ours, 'shift');
  const fonts = middle(ours, 'fontBytes');
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  return [
    {
      what: `\`${path}\`: largest paint`,
      ours: milliseconds(lcp),
      reference: milliseconds(lcpFloor),
      ratio: lcp / lcpFloor,
      goal: `≤ ${GOALS.largestPaint}`,
      isMet: lcp / lcpFloor <= GOALS.largestPaint,
      limitedBy: 'the page itself, its data and its picture, at 1.6 Mbit/s',
    },
    {
      what: `\`${path}\`: blocked`,
      ours: milliseconds(blocking),
      reference: milliseconds(middle(least, 'blocking')),
      goal: `≤ ${GOALS.blocking} ms`,
      isMet: blocking <= GOALS.blocking,
      limitedBy: 'the framework’s own start and hydration',
    },
    {
      what: `\`${path}\`: layout shift`,
      ours: shift.toFixed(4),
      reference: middle(least, 'shift').toFixed(4),
      goal: `≤ ${GOALS.shift}`,
      isMet: shift <= GOALS.shift,
      limitedBy: 'letters of the fallback font that are a little wider or narrower',
    },
    {
      what: `\`${path}\`: fonts; scripts`,
      ours: `${kilobytes(fonts)}; ${kilobytes(middle(ours, 'scriptBytes'))}`,
      reference: '–',
      goal: `≤ ${kilobytes(GOALS.fontBytes)}`,
      isMet: fonts <= GOALS.fontBytes,
      limitedBy: 'two families in the Latin letters, with their weights',
    },
  ];
}

const bench: Bench = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const school = spawnSchool({ DATA_DIR: dataDir });
  const stops: (() => Promise<unknown>)[] = [() => stopSchool(school)];
  try {
    const url = await school.listening;
    const floor = await startFloor(url);
    stops.push(floor.stop);
    const browser = await chromium.launch({ executablePath: installChromium(), args: ['--no-sandbox'] });
    stops.push(() => browser.close());
    const rows: Row[] = [];
    for (const path of PAGES) rows.push(...(await measurePage(browser, path, url, floor.url)));
    return {
      title: 'The page on a phone',
      method: `Chromium at 412 × 823 px (2.625 device pixels each), 150 ms and 1.6 Mbit/s, the processor slowed down 4 times, nothing
cached; medians of ${ROUNDS}, taken in turns. Held against the floor: the same HTML, styles, pictures and headers, compressed alike,
without scripts and web fonts.`,
      rows,
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
export default bench;
