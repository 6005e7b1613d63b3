import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { addPlan } from '#tests/support/timetable.ts';

let school: TestSchool;

beforeAll(async () => {
  school = await openTestSchool();
  const { addClass, clock, db } = school;
  const cello = await addClass({
    classname: 'Cello',
    level: 'Advanced',
    group: 'Adults',
    price: 9000,
    enrolledstudents: 3,
  });
  clock.now += 1000;
  const harp = await addClass({ classname: 'Harp', availableseat: 0, price: 5000, enrolledstudents: 9 });
  clock.now += 1000;
  await addClass({ classname: 'Drums 100% loud', description: 'For feet', price: 7000, enrolledstudents: 5 });
  await addClass({ classname: 'Tuba', status: 'pending' });
  await addPlan(db, { classid: cello._id, weekday: 2, starttime: '11:59' });
  await addPlan(db, { classid: harp._id, weekday: 2, starttime: '12:00' });
  await addPlan(db, { classid: harp._id, weekday: 7, starttime: '17:00' });
});
afterAll(() => school.close());

const found = async (query: string, ask: Pick<TestSchool, 'call'> = school) => {
  const { status, body } = await ask.call('GET', `/classes/all${query}`);
  expect(status).toBe(200);
  return body.map(({ classname }: { classname: string }) => classname);
};

describe('the list of classes', () => {
  test.each([
    ['', ['Drums 100% loud', 'Harp', 'Cello']],
    ['?level=Advanced', ['Cello']],
    ['?group=Kids', ['Drums 100% loud', 'Harp']],
    ['?group=Kids&open=1', ['Drums 100% loud']],
    ['?q=FEET', ['Drums 100% loud']],
    ['?q=clara%20harp', ['Harp']],
    ['?q=100%25', ['Drums 100% loud']],
    ['?q=_', []],
    ['?weekday=2', ['Harp', 'Cello']],
    ['?weekday=7', ['Harp']],
    ['?weekday=1', []],
    ['?time=morning', ['Cello']],
    ['?time=afternoon', ['Harp']],
    ['?time=evening', ['Harp']],
    ['?weekday=7&time=evening', ['Harp']],
    // On Tuesdays it is in the afternoon.
    ['?weekday=2&time=evening', []],
    // The others begin earlier, or are not over by then.
    ['?from=17:00', ['Harp']],
    ['?from=12:00&until=13:00', ['Harp']],
    ['?until=12:00', []],
    ['?until=13:00', ['Harp', 'Cello']],
    ['?weekday=2&from=16:00', []],
    ['?age=7', ['Drums 100% loud', 'Harp']],
    ['?age=40', ['Cello']],
    ['?sort=price', ['Harp', 'Drums 100% loud', 'Cello']],
    ['?sort=popularity', ['Harp', 'Drums 100% loud', 'Cello']],
    ['?sort=newest', ['Drums 100% loud', 'Harp', 'Cello']],
  ])('narrowed and ordered by %s', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  test.each([
    '?level=Expert',
    '?group=Kids&group=Teens',
    '?sort=price;drop',
    '?open=yes',
    '?weekday=8',
    '?time=noon',
    '?from=16:30',
    '?until=four',
    '?age=-1',
    '?age=seven',
    '?other=1',
  ])('a filter that makes no sense counts as none: %s', async (query) => {
    expect(await found(query)).toHaveLength(3);
  });

  test('an admin sees every status, narrowed by the same filters', async () => {
    const admin = await school.signIn('admin');
    expect(await found('', admin)).toContain('Tuba');
    expect(await found('?q=tuba', admin)).toEqual(['Tuba']);
    expect(await found('?q=tuba')).toEqual([]);
  });
});
