import { expect, test } from 'vitest';
import { busyDuring, busyOn } from './week-words.ts';

const DAYS = ['2026-09-07', '2026-09-08', '2026-09-09'];
const time = (startsat: string, endsat: string, teacherid = 'clara') => ({
  teacherid,
  teacher: 'Clara',
  startsat: `2026-09-${startsat}:00.000Z`,
  endsat: `2026-09-${endsat}:00.000Z`,
});
const shown = (...times: ReturnType<typeof time>[]) =>
  busyOn(DAYS, times, 'Europe/Berlin').map(({ day, from, to }) => `${day.slice(8)} ${from / 60}-${to / 60}`);

test('a busy time stands on its day by the clocks of the school', () => {
  expect(shown(time('08T14:00', '08T15:30'))).toEqual(['08 16-17.5']);
});

test('one that goes on past midnight stands on each of its days, as far as teachers are at work', () => {
  expect(shown(time('07T18:00', '09T08:00'))).toEqual(['07 20-22', '08 8-22', '09 8-10']);
});

test('one of the night, or of other days, is not shown', () => {
  expect(shown(time('07T22:00', '08T05:00'), time('20T14:00', '20T15:00'))).toEqual([]);
});

test('a lesson that is held while its teacher is busy is one, at the very end of another time is none', () => {
  const lesson = {
    startsat: '2026-09-08T14:00:00.000Z',
    endsat: '2026-09-08T15:00:00.000Z',
    teacherid: 'clara',
    state: 'planned',
  } as Parameters<typeof busyDuring>[0];
  const times = [
    time('08T14:30', '08T14:45'),
    time('08T13:00', '08T14:00'),
    time('08T14:00', '08T15:00', 'otto'),
  ];
  expect(busyDuring(lesson, times)).toEqual([times[0]]);
  expect(busyDuring({ ...lesson, state: 'cancelled' }, times)).toEqual([]);
});
