import { describe, expect, test } from 'vitest';
import { expandPlans, type Plan } from '#server/features/lessons/index.ts';

const PLAN: Plan = {
  weekday: 2,
  starttime: '16:00',
  minutes: 45,
  everyweeks: 1,
  firstday: '2026-10-01',
  lastday: '2026-11-10',
  roomid: null,
  teacherid: null,
};
const CLOSURE = { name: 'Autumn break', roomid: null, teacherid: null };
const BERLIN = 'Europe/Berlin';
const daysOf = (plan: Partial<Plan>, closures: Parameters<typeof expandPlans>[0]['closures'] = []) =>
  expandPlans({ plans: [{ ...PLAN, ...plan }], closures, zone: BERLIN }).lessons.map(({ day }) => day);

test('a plan meets on its weekday, first and last day included', () => {
  const days = ['2026-10-06', '2026-10-13', '2026-10-20', '2026-10-27', '2026-11-03', '2026-11-10'];
  expect(daysOf({})).toEqual(days);
  expect(daysOf({ firstday: '2026-10-06' })).toEqual(days);
  expect(daysOf({ lastday: '2026-11-09' })).toEqual(days.slice(0, -1));
});

test('every other week counts from the first lesson', () => {
  expect(daysOf({ everyweeks: 2 })).toEqual(['2026-10-06', '2026-10-20', '2026-11-03']);
});

test('of a span of days there are those alone, every other week counted from the first lesson all the same', () => {
  const within = (span: Pick<Plan, 'firstday' | 'lastday'>, plan: Partial<Plan> = {}) =>
    expandPlans({ plans: [{ ...PLAN, ...plan }], closures: [], zone: BERLIN, span }).lessons.map(
      ({ day }) => day,
    );
  const span = { firstday: '2026-10-13', lastday: '2026-11-03' };
  expect(within(span)).toEqual(['2026-10-13', '2026-10-20', '2026-10-27', '2026-11-03']);
  expect(within(span, { everyweeks: 2 })).toEqual(['2026-10-20', '2026-11-03']);
  expect(within({ firstday: '2026-01-01', lastday: '2027-01-01' })).toEqual(daysOf({}));
  expect(within({ firstday: '2027-01-01', lastday: '2027-02-01' })).toEqual([]);
});

test('16:00 stays 16:00 when clocks change', () => {
  const { lessons, shifted } = expandPlans({ plans: [PLAN], closures: [], zone: BERLIN });
  const [, , before, after] = lessons.map(({ startsat }) => new Date(startsat).toISOString());
  expect([before, after]).toEqual(['2026-10-20T14:00:00.000Z', '2026-10-27T15:00:00.000Z']);
  expect(shifted).toEqual([]);
});

test('a time that clocks leave out is as much later, and said', () => {
  const night = { ...PLAN, weekday: 7, starttime: '02:30', firstday: '2026-03-22', lastday: '2026-04-05' };
  const { lessons, shifted } = expandPlans({ plans: [night], closures: [], zone: BERLIN });
  expect(shifted).toEqual([{ day: '2026-03-29', from: '02:30', to: '03:30' }]);
  expect(lessons.map(({ startsat, endsat }) => endsat - startsat)).toEqual(
    [45, 45, 45].map((m) => m * 60_000),
  );
});

describe('days that are closed are skipped', () => {
  const week = { ...CLOSURE, firstday: '2026-10-13', lastday: '2026-10-20' };

  test('of the school, for everybody', () => {
    const { lessons, skipped } = expandPlans({ plans: [PLAN], closures: [week], zone: BERLIN });
    expect(skipped.map(({ day, closure }) => [day, closure])).toEqual([
      ['2026-10-13', 'Autumn break'],
      ['2026-10-20', 'Autumn break'],
    ]);
    expect(lessons.map(({ day }) => day)).toEqual(['2026-10-06', '2026-10-27', '2026-11-03', '2026-11-10']);
  });

  test('of a room or a teacher, for whom it is', () => {
    expect(daysOf({ roomid: 'here' }, [{ ...week, roomid: 'here' }])).toHaveLength(4);
    expect(daysOf({ roomid: 'there' }, [{ ...week, roomid: 'here' }])).toHaveLength(6);
    expect(daysOf({}, [{ ...week, roomid: 'here' }])).toHaveLength(6);
    expect(daysOf({ teacherid: 'clara' }, [{ ...week, teacherid: 'clara' }])).toHaveLength(4);
    expect(daysOf({ teacherid: 'robert' }, [{ ...week, teacherid: 'clara' }])).toHaveLength(6);
  });
});
