import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf, wallTimeAt } from '#contract/time/wall-time.ts';
import { type Closure, expandPlans, type Plan } from './expand-plans.ts';

/*
 * Over zones that change their clocks on both halves of the earth, by half an hour, and not at all; every
 * weekday and time, terms over both changes, leap days and the turn of the year. What is expected is counted
 * by days in UTC and by `Intl`, which share nothing with how plans are expanded.
 */

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const plus = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY_MS);

/** Days around which something happens to clocks or calendars, and any other. */
const TURNS = [
  '2024-02-29',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-12-31',
  '2028-02-29',
];
const aDay = fc.oneof(
  fc.tuple(fc.constantFrom(...TURNS), fc.integer({ min: -30, max: 2 })).map(([day, days]) => plus(day, days)),
  fc.integer({ min: 0, max: 40_000 }).map((days) => plus('2000-01-01', days)),
);
const aTime = fc
  .oneof(fc.integer({ min: 0, max: 24 * 60 - 1 }), fc.integer({ min: 90, max: 210 }))
  .map((minutes) => new Date(minutes * MINUTE_MS).toISOString().slice(11, 16));

const aPlan: fc.Arbitrary<Plan> = fc
  .record({
    weekday: fc.integer({ min: 1, max: 7 }),
    starttime: aTime,
    minutes: fc.integer({ min: 5, max: 600 }),
    everyweeks: fc.constantFrom(1 as const, 2 as const),
    firstday: aDay,
    days: fc.integer({ min: 0, max: 399 }),
    roomid: fc.constantFrom(null, 'here', 'there'),
    teacherid: fc.constantFrom(null, 'clara', 'robert'),
  })
  .map(({ days, ...plan }) => ({ ...plan, lastday: plus(plan.firstday, days) }));

const closuresOf = ({ firstday }: Plan): fc.Arbitrary<Closure[]> =>
  fc.array(
    fc
      .record({
        from: fc.integer({ min: -10, max: 200 }),
        days: fc.integer({ min: 0, max: 20 }),
        roomid: fc.constantFrom(null, 'here'),
        teacherid: fc.constantFrom(null, 'clara'),
      })
      .map(({ from, days, ...where }) => ({
        ...where,
        name: `Closed from ${from}`,
        firstday: plus(firstday, from),
        lastday: plus(firstday, from + days),
      })),
    { maxLength: 4 },
  );

/** The days of a plan, one after the other. */
function countDays({ weekday, everyweeks, firstday, lastday }: Plan): string[] {
  const days: string[] = [];
  for (let day = firstday; day <= lastday; day = plus(day, 1))
    if ((new Date(day).getUTCDay() || 7) === weekday) days.push(day);
  return days.filter((_, at) => at % everyweeks === 0);
}

test.each(ZONES)('in %s wall time stays, and no lesson is lost or double', (zone) => {
  fc.assert(
    fc.property(
      aPlan.chain((plan) => fc.tuple(fc.constant(plan), closuresOf(plan))),
      ([plan, closures]) => {
        const { lessons, skipped, shifted } = expandPlans({ plans: [plan], closures, zone });
        const isClosed = (day: string) =>
          closures.some(
            ({ firstday, lastday, roomid, teacherid }) =>
              day >= firstday &&
              day <= lastday &&
              [null, plan.roomid].includes(roomid) &&
              [null, plan.teacherid].includes(teacherid),
          );
        const days = countDays(plan);
        expect(lessons.map(({ day }) => day)).toEqual(days.filter((day) => !isClosed(day)));
        expect(skipped.map(({ day }) => day)).toEqual(days.filter(isClosed));
        const later = new Map(shifted.map(({ day, to }) => [day, to]));
        for (const { day, startsat, endsat } of lessons) {
          expect(endsat - startsat).toBe(plan.minutes * MINUTE_MS);
          expect(startsat).toBe(momentOf(`${day}T${plan.starttime}`, zone));
          expect(wallTimeAt(startsat, zone)).toBe(`${day}T${later.get(day) ?? plan.starttime}`);
        }
        expect([...later.values()]).not.toContain(plan.starttime);
      },
    ),
    { numRuns: 150 },
  );
});

test.each(ZONES)('in %s several plans are what each of them is', (zone) => {
  fc.assert(
    fc.property(fc.array(aPlan, { maxLength: 4 }), (plans) => {
      const together = expandPlans({ plans, closures: [], zone }).lessons;
      const apart = plans.flatMap((plan) => expandPlans({ plans: [plan], closures: [], zone }).lessons);
      expect(together).toHaveLength(apart.length);
      expect(new Set(together.map(({ plan, day }) => `${plans.indexOf(plan)} ${day}`)).size).toBe(
        apart.length,
      );
      const starts = together.map(({ startsat }) => startsat);
      expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    }),
    { numRuns: 50 },
  );
});
