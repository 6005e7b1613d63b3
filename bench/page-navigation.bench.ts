import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installChromium } from '#tests/support/chromium.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import type { Bench, Row } from './measure/section.ts';
import { load, navigate } from './page/navigate.ts';
import { median } from './page/visit.ts';

const ROUNDS = 7;
const GOAL_MS = 100;
const WAYS = [
  { from: '/', to: '/classes' },
  { from: '/', to: '/instructorlist' },
  { from: '/classes', to: '/blogs' },
  { from: '/blogs', to: '/login' },
];

const milliseconds = (figure: number) => `${figure.toFixed(0)} ms`;

const bench: Bench = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const school = spawnSchool({ DATA_DIR: dataDir });
  const stops: (() => Promise<unknown>)[] = [() => stopSchool(school)];
  try {
    const url = await school.listening;
    const browser = await chromium.launch({ executablePath: installChromium(), args: ['--no-sandbox'] });
    stops.push(() => browser.close());
    const rows: Row[] = [];
    for (const { from, to } of WAYS) {
      const navigations: number[] = [];
      const loads: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        loads.push(await load(browser, url, to));
        navigations.push(await navigate(browser, url, from, to));
      }
      const ours = median(navigations);
      rows.push({
        what: `from \`${from}\` to \`${to}\``,
        ours: milliseconds(ours),
        reference: milliseconds(median(loads)),
        ratio: ours / median(loads),
        goal: `≤ ${GOAL_MS} ms`,
        isMet: ours <= GOAL_MS,
        limitedBy:
          'one call for what the page shows, which is never older than the click, and React’s render of it',
      });
    }
    return {
      title: 'From page to page',
      method: `Chromium on this machine, nothing slowed down: from the click on a link of a page in use, on which the mouse has stood for a tenth of a second, until the other
page is painted; medians of ${ROUNDS}. Held against the first paint of the same page, opened by its address with nothing cached.`,
      rows,
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
export default bench;
