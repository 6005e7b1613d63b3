import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
let clara: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  clara = await school.signIn('instructor');
});
beforeEach(async () => {
  // Each test has its own.
  await school.db.updateTable('classes').set({ deletedat: 1, status: 'denied' }).execute();
  school.changed(['classes']);
});
afterAll(() => school.close());

type Fields = Parameters<TestSchool['addClass']>[0];
const add = async (classname: string, fields: Fields = {}) => {
  school.clock.now += 1000;
  return (await school.addClass({ classname, instructoremail: clara.email, ...fields }))._id;
};
const similar = (id: string) => school.call('GET', `/class/similar/${id}`);
const names = async (id: string) =>
  (await similar(id)).body.items.map(({ classname }: { classname: string }) => classname);

describe('classes like one that is offered', () => {
  test('are of its group and level, then of its group, then of its level; never itself, at most three', async () => {
    const id = await add('Violin');
    await add('Of neither', { group: 'Adults', level: 'Advanced' });
    await add('Of the level', { group: 'Adults' });
    await add('Of the group', { level: 'Advanced' });
    await add('Of both');
    expect(await names(id)).toEqual(['Of both', 'Of the group', 'Of the level']);
    await add('Newer, of both');
    expect(await names(id)).toEqual(['Newer, of both', 'Of both', 'Of the group']);
    expect((await similar(id)).body).toMatchObject({ group: 'Kids', level: 'Beginner' });
  });

  test('have free seats and are approved', async () => {
    const id = await add('Violin');
    await add('Full', { availableseat: 0, enrolledstudents: 3 });
    await add('Pending', { status: 'pending' });
    await add('Denied', { status: 'denied' });
    expect(await names(id)).toEqual([]);
  });
});

describe('instead of one that is not offered any more', () => {
  test('others are named where it was deleted', async () => {
    const id = await add('Violin');
    await add('Viola');
    await admin.call('DELETE', `/delete/${id}`);
    expect((await school.call('GET', `/class/${id}`)).status).toBe(404);
    expect(await names(id)).toEqual(['Viola']);
  });

  test('others are named where it was taken off the list, and even when it is deleted then; its own words are not', async () => {
    const id = await add('Poker Night', { description: 'Bring chips.' });
    await add('Viola');
    await admin.call('PUT', `/class/denied/${id}`, { feedback: 'Not a music class.' });
    expect(await names(id)).toEqual(['Viola']);
    expect(JSON.stringify((await similar(id)).body)).not.toMatch(/Poker|chips|music class/);
    await admin.call('DELETE', `/delete/${id}`);
    expect(await names(id)).toEqual(['Viola']);
  });

  test('none are where the public has never seen it: as if there were no such class', async () => {
    const pending = await add('Pending', { status: 'pending' });
    const denied = await add('Denied', { status: 'pending' });
    await admin.call('PUT', `/class/denied/${denied}`);
    const deleted = await add('Deleted', { status: 'pending' });
    await admin.call('DELETE', `/delete/${deleted}`);
    for (const id of [pending, denied, deleted, 'nowhere'])
      expect(await similar(id)).toMatchObject({ status: 404, body: { code: 'class-not-found' } });
  });
});

test('the index names every approved class and when it was made, the newest first', async () => {
  const older = await add('Violin');
  const newer = await add('Viola');
  await add('Pending', { status: 'pending' });
  const { body } = await school.call('GET', '/class/index');
  expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([newer, older]);
  expect(body[0]).toEqual({ _id: newer, createdat: new Date(school.clock.now - 1000).toISOString() });
});

test('the class itself says whose page its teacher’s name leads to', async () => {
  const id = await add('Violin');
  expect((await school.call('GET', `/class/${id}`)).body).toMatchObject({ instructorid: clara.user._id });
});
