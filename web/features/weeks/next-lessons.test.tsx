import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { NextLessons } from './next-lessons.tsx';
import { Today } from './today.tsx';

afterEach(cleanup);

const TODAY = '2026-11-24';
const lesson = (_id: string): WeekLesson => ({
  _id,
  classid: 'cello',
  classname: 'Cello',
  teacherid: 'clara',
  instructorname: 'Clara',
  ...{
    roomid: null,
    room: null,
    state: 'planned',
    reason: null,
    learners: [],
    given: false,
    substitute: false,
    teaching: true,
  },
  day: TODAY,
  startsat: '2026-11-24T10:00:00.000Z',
  endsat: '2026-11-24T10:45:00.000Z',
});
const LESSONS = [lesson('one'), lesson('other')];

test.each([
  ['next lessons', <NextLessons key="next" lessons={LESSONS} today={TODAY} weekPath="/week" />],
  ['lessons of today', <Today key="today" lessons={LESSONS} next={[]} today={TODAY} weekPath="/week" />],
])('%s say once whose clocks their times are by', (_, shown) => {
  const inKathmandu = { school: { timezone: 'Asia/Kathmandu' } };
  const { container } = renderWithConfig(shown, inKathmandu);
  const hours = [...container.querySelectorAll('time')].map(({ textContent }) => textContent);
  expect(hours).toHaveLength(2);
  for (const written of hours) expect(written).toMatch(/15:45\D16:30$/);
  expect(container.textContent?.match(/time zone \(Kathmandu\)/g)).toHaveLength(1);
});
