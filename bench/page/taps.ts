import type { Page } from '@playwright/test';

export const TAPS = 60;
/** What a browser tells of: what is painted sooner counts as this. */
const LEAST_MS = 16;
const BETWEEN_MS = 250;

type Told = { durations: Map<number, number> };

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
    // From the first to the last student, and another target each time. At a point: a locator's own looking at the
    // page would count.
    const { x, y } = await page.evaluate(
      ([part, nth]) => {
        const lines = document.querySelectorAll('[data-learner]');
        const line = lines[Math.floor(part * lines.length)];
        const target = line?.querySelectorAll('button')[nth];
        target?.scrollIntoView({ block: 'center' });
        const { x = 0, y = 0, width = 0, height = 0 } = target?.getBoundingClientRect() ?? {};
        return { x: x + width / 2, y: y + height / 2 };
      },
      [tap / TAPS, tap % 3] as const,
    );
    await page.waitForTimeout(BETWEEN_MS);
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(BETWEEN_MS);
  }
  const told = await page.evaluate(() => [...(window as unknown as Told).durations.values()]);
  return [...told, ...Array<number>(Math.max(0, TAPS - told.length)).fill(LEAST_MS)].sort((a, b) => a - b);
}
