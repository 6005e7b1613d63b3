import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOLD_MS } from '#contract/payments/calls.ts';
import { newId } from '#server/database/ids.ts';
import { enrol, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';

/*
 * What has come to nothing goes after the time that docs/operations.md names, and what it says still counts
 * until then.
 */

const DAY_MS = 24 * 60 * 60_000;

let school: TestSchool;

beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

async function pass(ms: number) {
  school.clock.now += ms;
  while ((await school.work()) > 0);
}
const idsOf = async (table: 'orders' | 'waitlist' | 'merges' | 'imports') =>
  (await school.db.selectFrom(table).select('_id').orderBy('_id').execute()).map(({ _id }) => _id);

test('an order that was never paid goes a year after it expired; one of which money moved, was owed or is looked at stays', async () => {
  const { _id: classid } = await school.addClass();
  const { enrolment } = await enrol(school, await school.signIn('student'), classid);
  const people = await Promise.all(Array.from({ length: 4 }, () => school.signIn('student')));
  for (const person of people) expect((await start(person, classid)).status).toBe(200);
  await pass(HOLD_MS + DAY_MS);
  const expired = await school.db.selectFrom('orders').selectAll().where('state', '=', 'expired').execute();
  expect(expired).toHaveLength(4);
  const [moved, owed, looked, unpaid] = expired.map(({ _id }) => _id) as [string, string, string, string];
  const ledger = { _id: newId(school.clock.now), orderid: moved, kind: 'charge' as const, ref: 'pi_late' };
  await school.db
    .insertInto('ledger')
    .values({ ...ledger, amount: 6000, createdat: school.clock.now })
    .execute();
  const change = (id: string, fields: object) =>
    school.db.updateTable('orders').set(fields).where('_id', '=', id).execute();
  await change(owed, { paidby: 'due' });
  await change(looked, { attention: 'disputed' });
  const entry = { learnerid: people[0]?.learnerid as string, classid, offeruntil: 1, createdat: 1 };
  await school.db
    .insertInto('waitlist')
    .values({ ...entry, _id: 'took', state: 'closed', orderid: unpaid })
    .execute();

  await pass(363 * DAY_MS);
  expect(await idsOf('orders')).toContain(unpaid);
  expect(await idsOf('waitlist')).toEqual(['took']);
  await pass(2 * DAY_MS + 1);
  expect(await idsOf('orders')).toEqual([enrolment, moved, owed, looked].sort());
  expect(await idsOf('waitlist')).toEqual([]);
});

testWithWaitlist(
  'a closed entry of a waiting list goes thirty days after it was made and its offer ended',
  async () => {
    const { _id: classid } = await school.addClass();
    const { learnerid } = await school.signIn('student');
    const at = school.clock.now;
    const entry = { learnerid, classid, state: 'closed' as const, orderid: null, createdat: at };
    const entries = [
      { ...entry, _id: 'left', offeruntil: null },
      { ...entry, _id: 'passed', offeruntil: at + 20 * DAY_MS },
      { ...entry, _id: 'waits', offeruntil: null, state: 'waiting' as const },
    ];
    await school.db.insertInto('waitlist').values(entries).execute();
    await pass(29 * DAY_MS);
    expect(await idsOf('waitlist')).toEqual(['left', 'passed', 'waits']);
    await pass(2 * DAY_MS);
    expect(await idsOf('waitlist')).toEqual(['passed', 'waits']);
    await pass(20 * DAY_MS);
    expect(await idsOf('waitlist')).toEqual(['waits']);
  },
);

test('a merge goes a day after it could be undone, and not while it says what nothing else does', async () => {
  const admin = await school.signIn('admin');
  const [kept, dropped, doubtful] = (await Promise.all([1, 2, 3].map(() => school.signIn('student')))) as [
    Person,
    Person,
    Person,
  ];
  await school.db.updateTable('users').set({ provedat: null }).where('_id', '=', doubtful.user._id).execute();
  const common = { actorid: admin.user._id, createdat: school.clock.now, kind: 'user' as const };
  const merges = [
    { ...common, _id: 'over', keptid: kept.user._id, droppedid: 'gone', undo: '{}', undoneat: null },
    { ...common, _id: 'unproved', keptid: doubtful.user._id, droppedid: 'gone', undo: '{}', undoneat: null },
    {
      ...common,
      _id: 'unproved-child',
      kind: 'learner' as const,
      keptid: doubtful.learnerid,
      droppedid: 'gone',
      undo: '{}',
      undoneat: null,
    },
    {
      ...common,
      _id: 'hidden',
      keptid: kept.user._id,
      droppedid: dropped.user._id,
      undo: '{}',
      undoneat: null,
    },
    { ...common, _id: 'undone', keptid: kept.user._id, droppedid: dropped.user._id, undo: '{}', undoneat: 1 },
  ];
  await school.db.insertInto('merges').values(merges).execute();
  await pass(2 * DAY_MS - 1);
  expect(await idsOf('merges')).toHaveLength(5);
  await pass(1);
  expect(await idsOf('merges')).toEqual(['hidden', 'unproved', 'unproved-child']);
  await school.db.updateTable('users').set({ provedat: 1 }).where('_id', '=', doubtful.user._id).execute();
  await pass(1);
  expect(await idsOf('merges')).toEqual(['hidden']);
});

test('an import that took nothing in goes after thirty days', async () => {
  const common = { actorid: null, actorname: 'Ada', lines: 3, undoneat: null };
  const moments = { createdat: school.clock.now, changedat: school.clock.now };
  const imports = [
    { ...common, ...moments, _id: 'empty', rows: 0 },
    { ...common, ...moments, _id: 'full', rows: 2 },
  ];
  await school.db.insertInto('imports').values(imports).execute();
  await pass(30 * DAY_MS);
  expect(await idsOf('imports')).toEqual(['empty', 'full']);
  await pass(1);
  expect(await idsOf('imports')).toEqual(['full']);
});

testWithWaitlist('hundreds go in one look, some at a time', async () => {
  const { _id: classid } = await school.addClass();
  const { learnerid } = await school.signIn('student');
  const entry = {
    learnerid,
    classid,
    state: 'closed' as const,
    orderid: null,
    offeruntil: null,
    createdat: 1,
  };
  await school.db
    .insertInto('waitlist')
    .values(Array.from({ length: 250 }, (_, n) => ({ ...entry, _id: `old-${n}` })))
    .execute();
  await pass(0);
  expect((await idsOf('waitlist')).filter((id) => id.startsWith('old-'))).toEqual([]);
});
