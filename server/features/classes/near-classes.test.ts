import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEAR_CLASSES } from '#contract/classes/calls.ts';
import type { Row } from '#server/database/schema.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { addPlan } from '#tests/support/timetable.ts';

let school: TestSchool;

/** A class that meets on a day of the week at an hour, for an hour. */
async function add(classname: string, { weekday = 2, hour = '16:00', ...fields }: Adding = {}) {
  school.clock.now += 1000;
  const { _id: classid } = await school.addClass({ classname, group: 'Kids', level: 'Beginner', ...fields });
  await addPlan(school.db, { classid, weekday, starttime: hour, minutes: 60 });
}
type Adding = Partial<Row<'classes'>> & { weekday?: number; hour?: string };

beforeAll(async () => {
  school = await openTestSchool();
  await add('Full violin', { availableseat: 0 });
  await add('Later violin', { hour: '18:00' });
  await add('Friday violin', { weekday: 5 });
  await add('Small violin', { agefrom: 4, ageto: 6 });
  await add('Grown violin', { group: 'Adults', weekday: 1, hour: '20:00' });
  await add('Hidden violin', { status: 'pending' });
});
afterAll(() => school.close());

type Near = { without: string[]; total: number; items: { classname: string }[] };
async function near(query: string) {
  const { status, body } = await school.call('GET', `/classes/near?${query}`);
  expect(status).toBe(200);
  const { without, total, items } = body as Near;
  return { without, total, names: items.map(({ classname }) => classname) };
}

test('of a search that finds none with free seats one part is left out, the hours first', async () => {
  expect(await near('q=violin&weekday=2&from=15:00&until=17:00&age=8')).toEqual({
    without: ['hours'],
    total: 1,
    names: ['Later violin'],
  });
});

test('where that is of no use another is, and several only where no single one is', async () => {
  expect(await near('q=violin&weekday=3&age=8')).toEqual({
    without: ['weekday'],
    total: 2,
    names: ['Friday violin', 'Later violin'],
  });
  expect(await near('q=violin&weekday=3&from=21:00&group=Adults')).toEqual({
    without: ['hours', 'weekday'],
    total: 1,
    names: ['Grown violin'],
  });
  expect(await near('q=violin&group=Kids&age=40')).toMatchObject({ without: ['group'] });
});

test('the age is left out last, and nothing is offered where nothing is near or nothing was asked', async () => {
  expect(await near('q=grown&age=8')).toMatchObject({ without: ['q'] });
  expect(await near('q=grown')).toMatchObject({ without: ['q'], total: 4 });
  expect(await near('age=3&group=Adults')).toEqual(await near('age=3&group=Adults&open=1'));
  expect(await near('')).toEqual({ without: [], total: 0, names: [] });
});

test('a few are offered, and all are counted', async () => {
  for (let at = 0; at < NEAR_CLASSES; at++) await add(`Oboe ${at}`, { weekday: 6 });
  school.changed(['classes']);
  const { names, total } = await near('q=oboe&weekday=7');
  expect(names).toHaveLength(NEAR_CLASSES);
  expect(total).toBe(NEAR_CLASSES);
});
