import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { installChromium } from '#tests/support/chromium.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { APP_READY } from '#web/start.ts';
import type { Bench, Row } from './measure/section.ts';

const PATHS = ['/', '/classes', '/instructorlist', '/blogs', '/blogs/blog', '/login'];
/** What a page may load once it is used, in bytes; until then it loads nothing. */
const USED_MAX = 105_000;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Opens a page with nothing cached, leaves it alone, then touches it. Gives what its scripts weighed, as they
 * travelled, in bytes.
 */
async function weigh(
  browser: Browser,
  url: string,
): Promise<{ alone: number; used: number; framework: number }> {
  const page = await browser.newPage();
  let bytes = 0;
  let framework = 0;
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const length = Number(response.headers()['content-length']);
    bytes += length;
    if (response.url().includes('/framework-')) framework = length;
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const alone = bytes;
  await page.evaluate((ready) => {
    const isReady = new Promise((resolve) => addEventListener(ready, resolve, { once: true }));
    dispatchEvent(new Event('scroll'));
    return isReady;
  }, APP_READY);
  // Scripts may ask for more of them.
  await page.waitForTimeout(1000);
  await page.close();
  return { alone, used: bytes, framework };
}

const bench: Bench = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const school = spawnSchool({ DATA_DIR: dataDir });
  const stops: (() => Promise<unknown>)[] = [() => stopSchool(school)];
  try {
    const url = await school.listening;
    const browser = await chromium.launch({ executablePath: installChromium(), args: ['--no-sandbox'] });
    stops.push(() => browser.close());
    const rows: Row[] = [];
    for (const path of PATHS) {
      const { alone, used, framework } = await weigh(browser, url + path);
      rows.push({
        what: `\`${path}\`: until idle; once used`,
        ours: `${kilobytes(alone)}; ${kilobytes(used)}`,
        reference: `${kilobytes(framework)} of them React and its router`,
        goal: `0; ≤ ${kilobytes(USED_MAX)}`,
        isMet: alone === 0 && used <= USED_MAX,
        limitedBy: 'once used, React and React Router, which are four fifths of it',
      });
    }
    return {
      title: 'The scripts of a page',
      method: `Chromium, nothing cached: what a page's scripts weigh as they travel (brotli) until the page is idle and untouched, and
after the first touch, by which it becomes the application.`,
      rows,
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
export default bench;
