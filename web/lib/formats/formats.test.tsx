import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';

const WINTER = '2026-11-18T20:45:00.000Z';
const SUMMER = '2026-07-01T20:45:00.000Z';
const SUMMER_LATER = '2026-07-01T21:30:00.000Z';

/** What somebody reads whose computer stands in this zone. */
async function readIn(readersZone: string, timezone: string): Promise<string[]> {
  const resolved = Intl.DateTimeFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolved.call(this), timeZone: readersZone };
  });
  const { useFormats } = await import('./formats.ts');
  const Written = () => {
    const { day, moment, time, hours } = useFormats();
    return [moment(WINTER), time(SUMMER), day(WINTER), hours(SUMMER, SUMMER_LATER)].join('|');
  };
  return renderWithConfig(<Written />, { school: { timezone } }).container.textContent.split('|');
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

test('hours are the school’s, and say so to a reader whose clock shows others at that moment', async () => {
  expect(await readIn('Europe/Lisbon', 'Europe/Lisbon')).toEqual([
    '18 Nov 2026, 20:45',
    '21:45',
    '18 November 2026',
    '21:45–22:30',
  ]);
  expect(await readIn('America/New_York', 'Asia/Kolkata')).toEqual([
    '19 Nov 2026, 02:15 GMT+5:30',
    '02:15 GMT+5:30',
    '19 November 2026',
    '02:15–03:00 GMT+5:30',
  ]);
});

test('a reader elsewhere whose clock shows the same is told nothing', async () => {
  // Reykjavik knows no summer: in winter its clocks are London's.
  expect(await readIn('Atlantic/Reykjavik', 'Europe/London')).toEqual([
    '18 Nov 2026, 20:45',
    '21:45 BST',
    '18 November 2026',
    '21:45–22:30 BST',
  ]);
});
