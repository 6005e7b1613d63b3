import type { Page } from '@playwright/test';

export const TAPS = 60;
/** What a browser tells of: what is painted sooner counts as this. */
const LEAST_MS = 16;
const BETWEEN_MS = 250;

type Told = { durations: Map<number, number> };

/*
 * From the first to the last student, and another target each time. By its place: a locator's own looking at the
 * page would count. Both run in the page, and stand alone for that.
 */
function scrollTo([part, nth]: readonly [number, number]): void {
  const lines = document.querySelectorAll('[data-learner]');
  lines[Math.floor(part * lines.length)]
    ?.querySelectorAll('button')
    [nth]?.scrollIntoView({ block: 'center' });
}
function placeOf([part, nth]: readonly [number, number]): { x: number; y: number } {
  const lines = document.querySelectorAll('[data-learner]');
  const target = lines[Math.floor(part * lines.length)]?.querySelectorAll('button')[nth];
  const { x = 0, y = 0, width = 0, height = 0 } = target?.getBoundingClientRect() ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

/** From each tap on a register's targets to the next paint, in milliseconds, as the browser tells it (steps of 8). */
export async function measureTaps(page: Page): Promise<number[]> {
  await page.evaluate((least) => {
    const durations = new Map<number, number>();
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId)
          durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
  }, LEAST_MS);
  for (let tap = 0; tap < TAPS; tap++) {
    const at = [tap / TAPS, tap % 3] as const;
    // What comes into sight is laid out, and moves what is below it: a person looks again before a tap.
    for (const _ of ['once', 'again']) {
      await page.evaluate(scrollTo, at);
      await page.waitForTimeout(BETWEEN_MS);
    }
    const { x, y } = await page.evaluate(placeOf, at);
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(BETWEEN_MS);
  }
  const lines = page.locator('[data-learner]');
  const marked = await lines.locator('[aria-pressed="true"]').count();
  const expected = Math.min(TAPS, await lines.count());
  if (marked < expected) throw new Error(`${marked} students are marked, and not ${expected}: taps missed.`);
  const told = await page.evaluate(() => [...(window as unknown as Told).durations.values()]);
  return [...told, ...Array<number>(Math.max(0, TAPS - told.length)).fill(LEAST_MS)].sort((a, b) => a - b);
}
