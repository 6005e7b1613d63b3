import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHARGE_KINDS, LOWERING } from '#contract/charges/calls.ts';
import type { StatementLine } from '#contract/statement/calls.ts';
import { transact } from '#server/database/transact.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { addChildBy, letGuard, NO_RIGHTS } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addCharges } from './index.ts';

let school: TestSchool;
let admin: Person;
let parent: Person;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  parent = await school.signIn('student');
});
afterAll(() => school.close());

const charge = (more: object = {}, by = admin) =>
  by.call('POST', '/charges', {
    userid: parent.user._id,
    kind: 'fee',
    label: 'Exam in March',
    amount: 25,
    day: '2026-09-01',
    key: `k${++key}`,
    ...more,
  });
const reverse = (id: string, by = 'one') => admin.call('POST', `/charges/${id}/reverse`, { key: by });
const statementOf = async (person = parent) => {
  const { body } = await person.call('GET', '/account/statement');
  return body as { balance: number; lines: StatementLine[] };
};
const rowsOf = () =>
  school.db.selectFrom('charges').selectAll().where('userid', '=', parent.user._id).orderBy('_id').execute();

test('a charge is on the statement, with whose it is, and the log says who added it', async () => {
  const learnerid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  const { _id: classid } = await school.addClass({ classname: 'Cello' });
  const { status, body } = await charge({ learnerid, classid });
  expect(status).toBe(200);
  expect(await statementOf()).toEqual({
    balance: 25,
    currency: 'usd',
    lines: [
      {
        _id: body.insertedId,
        chargeid: body.insertedId,
        day: '2026-09-01',
        kind: 'fee',
        label: 'Fee: Exam in March',
        amount: 25,
        balance: 25,
        learnername: 'Ada Lee',
        classid,
        classname: 'Cello',
        ref: null,
      },
    ],
  });
  const { items } = (await admin.call('GET', '/changes?about=family')).body;
  expect(items.find(({ action }: { action: string }) => action === 'charged')).toMatchObject({
    action: 'charged',
    subjectname: parent.user.name,
    learnername: 'Ada Lee',
    note: '$25',
    before: 'Exam in March',
    after: 'fee',
    actorname: admin.user.name,
  });
});

test('discounts, credits and what is written off lower what is owed; the other kinds raise it', async () => {
  for (const kind of CHARGE_KINDS) expect((await charge({ kind, amount: '10.50' })).status).toBe(200);
  const rows = await rowsOf();
  expect(Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]))).toEqual(
    Object.fromEntries(CHARGE_KINDS.map((kind) => [kind, LOWERING.has(kind) ? -1050 : 1050])),
  );
  expect((await statementOf()).balance).toBe(0);
});

test.each([
  ['amount', { amount: -25 }],
  ['amount', { amount: 0 }],
  ['amount', { amount: '1.234' }],
  ['kind', { kind: 'charge' }],
  ['label', { label: ' ' }],
  ['day', { day: '2026-02-30' }],
  ['key', { key: '' }],
])('what makes no sense is refused at its field: %s', async (field, wrong) => {
  const { status, body } = await charge(wrong);
  expect([status, body.code]).toEqual([400, 'invalid-input']);
  expect(body.errors.map((fault: { field: string }) => fault.field)).toEqual([field]);
  expect(await rowsOf()).toEqual([]);
});

test('the same key again adds nothing and answers the same, whatever it says; that of another family is another', async () => {
  const answers = await Promise.all([charge({ key: 'twice' }), charge({ key: 'twice' })]);
  const again = await charge({ key: 'twice', amount: 99 });
  expect(new Set([...answers, again].map(({ body }) => body.insertedId)).size).toBe(1);
  expect(await rowsOf()).toHaveLength(1);
  const lines = school.db.selectFrom('changes').select('_id').where('subjectid', '=', parent.user._id);
  expect(await lines.execute()).toHaveLength(1);
  const other = await school.signIn('student');
  const { body } = await charge({ key: 'twice', userid: other.user._id });
  expect(body.insertedId).not.toBe(again.body.insertedId);
});

test('only for a family that is there, one of its learners, and a class', async () => {
  const other = await school.signIn('student');
  expect((await charge({ userid: 'unknown' })).body.code).toBe('user-not-found');
  expect((await charge({ learnerid: other.learnerid })).body.code).toBe('learner-not-found');
  expect((await charge({ classid: 'unknown' })).body.code).toBe('class-not-found');
  const learnerid = await addChildBy(other);
  await letGuard(school, { parent: other, guardian: parent, learnerid, rights: NO_RIGHTS });
  expect((await charge({ learnerid })).status).toBe(200);
  expect((await statementOf(other)).lines).toEqual([]);
});

test('no one but an admin charges and reverses', async () => {
  const { insertedId } = (await charge()).body;
  for (const role of ['student', 'instructor', 'office'] as const) {
    const caller = await school.signIn(role);
    expect((await charge({}, caller)).status).toBe(403);
    expect((await caller.call('POST', `/charges/${insertedId}/reverse`, { key: 'k' })).status).toBe(403);
  }
});

describe('a reversal', () => {
  test('takes a charge back once, and stands beside it', async () => {
    const { insertedId } = (await charge({ kind: 'discount' })).body;
    const answers = await Promise.all([reverse(insertedId), reverse(insertedId)]);
    const [first] = answers;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(first?.body);
    expect(await reverse(insertedId, 'two')).toMatchObject({
      status: 409,
      body: { code: 'charge-reversed' },
    });
    const { balance, lines } = await statementOf();
    expect(balance).toBe(0);
    expect(lines).toMatchObject([
      { kind: 'discount', amount: -25, reversed: true },
      { kind: 'reversal', amount: 25, label: 'Reversed: Exam in March', chargeid: first?.body.insertedId },
    ]);
    const { items } = (await admin.call('GET', '/changes?about=family')).body;
    expect(items.filter(({ action }: { action: string }) => action === 'charge-reversed')).toHaveLength(1);
  });

  test('by two admins at once with a key each is one', async () => {
    const { insertedId } = (await charge()).body;
    const answers = await Promise.all([reverse(insertedId, 'one'), reverse(insertedId, 'two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await statementOf()).balance).toBe(0);
  });

  test('cannot be reversed, and nothing that is not there', async () => {
    const { insertedId } = (await charge()).body;
    const { body } = await reverse(insertedId);
    expect(await reverse(body.insertedId)).toMatchObject({ status: 409, body: { code: 'charge-reverses' } });
    expect((await reverse('unknown')).body.code).toBe('charge-not-found');
  });
});

test('the debt goes with who pays when accounts are merged, and comes back', async () => {
  await charge();
  const keep = await school.signIn('student');
  const ids = { keep: keep.user._id, drop: parent.user._id };
  const { body } = await admin.call('POST', '/families/merge', ids);
  expect((await statementOf(keep)).balance).toBe(25);
  await admin.call('DELETE', `/families/merge/${body.insertedId}`);
  expect((await statementOf(keep)).balance).toBe(0);
  expect((await rowsOf()).length).toBe(1);
});

test('a reversal that was made while two accounts were one goes back with its charge', async () => {
  const { insertedId } = (await charge()).body;
  const keep = await school.signIn('student');
  const ids = { keep: keep.user._id, drop: parent.user._id };
  const { body } = await admin.call('POST', '/families/merge', ids);
  expect((await reverse(insertedId)).status).toBe(200);
  await admin.call('DELETE', `/families/merge/${body.insertedId}`);
  expect((await statementOf(keep)).lines).toEqual([]);
  const amounts = (await rowsOf()).map(({ amount }) => amount);
  expect(amounts.sort((one, other) => one - other)).toEqual([-2500, 2500]);
});

test('the books keep what was charged to an account that is erased, and it can be reversed', async () => {
  const { insertedId } = (await charge({ learnerid: parent.learnerid })).body;
  await eraseAccount(school.db, school.erasing, { uid: parent.claims.uid, now: school.clock.now });
  const kept = school.db.selectFrom('charges').selectAll().where('_id', '=', insertedId);
  const row = await kept.executeTakeFirstOrThrow();
  expect(row.amount).toBe(2500);
  expect(row.userid).not.toBe(parent.user._id);
  expect((await reverse(insertedId)).status).toBe(200);
});

test('an account takes along what it was charged, and from then on the currency stays', async () => {
  await charge();
  const { charges } = (await parent.call('GET', '/account/data')).body;
  expect(charges).toMatchObject([{ kind: 'fee', label: 'Exam in March', amount: 25, learnername: null }]);
  const { version } = (await admin.call('GET', '/school')).body;
  expect((await admin.call('PUT', '/school', { currency: 'eur', version })).body.code).toBe(
    'currency-in-use',
  );
});

test('a run adds many at once, each key once, in the order in which they were asked for', async () => {
  const of = { userid: parent.user._id, kind: 'tuition' as const, currency: 'usd', day: '2026-09-01' };
  const rows = Array.from({ length: 1200 }, (_, at) => ({
    ...of,
    label: `Lesson ${at}`,
    amount: at,
    key: `run.${parent.user._id}.${at}`,
    now: school.clock.now,
  }));
  const add = (some: typeof rows) => transact(school.db, (tx) => addCharges(tx, some));
  expect((await add(rows.slice(0, 10))).every(({ isNew }) => isNew)).toBe(true);
  const added = await add(rows);
  expect(added.map(({ amount }) => amount)).toEqual(rows.map(({ amount }) => amount));
  expect(added.filter(({ isNew }) => !isNew)).toHaveLength(10);
  expect(await rowsOf()).toHaveLength(1200);
  await expect(add(rows.slice(0, 1).map((row) => ({ ...row, currency: 'chf' })))).rejects.toThrow();
});
