import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIST_NOUNS } from '#contract/endpoint.ts';
import { LISTS } from '#server/features/v1/lists/lists.ts';
import type { People } from '#tests/support/call-world.ts';
import { payTogether } from '#tests/support/checkouts.ts';
import { addChildBy } from '#tests/support/families.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { changingCalls, prepareCall, signInPeople } from '#tests/support/make-calls.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Whatever changes a record that programs read is in what changed since, by whichever call it is done: each
 * call that changes something is made, and every record of every list is compared before and after it.
 */

let school: TestSchool;
let people: People;
let admin: Person;

async function open(env: Record<string, string> = {}) {
  school = await openTestSchool({ env });
  people = await signInPeople(school);
  admin = people.admin;
}
beforeEach(() => {
  school.clock.now += 1000;
});

/** Every record, as JSON, by its list and id. */
async function readAll(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const always = { begin: 0, end: Number.MAX_SAFE_INTEGER };
  for (const noun of LIST_NOUNS) {
    const found = await LISTS[noun].find(school.db, always, { after: null, limit: 10_000 });
    const records = await LISTS[noun].read(
      school.db,
      found.map(({ id }) => id),
    );
    for (const record of records) all.set(`${noun} ${record._id}`, JSON.stringify(record));
  }
  return all;
}

/** Does something, and sees that each record that it made, changed or took away is noted as changed. */
async function expectNoted(work: () => Promise<unknown>) {
  const before = await readAll();
  await school.db.deleteFrom('revisions').execute();
  await work();
  while ((await school.work()) > 0);
  const after = await readAll();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
  const rows = await school.db.selectFrom('revisions').select(['kind', 'id']).execute();
  const noted = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  expect(changed.filter((key) => !noted.has(key))).toEqual([]);
  return changed;
}

describe('what a call changes is noted', () => {
  beforeAll(() => open());
  afterAll(() => school.close());
  test.each(changingCalls.map(([name]) => name))('%s', async (name) => {
    const { request } = await prepareCall(school, people, name);
    await expectNoted(request);
  });
});

/** Makes a call of an admin that succeeds, a moment after the last; gives the id of what it made. */
async function make(method: string, path: string, body?: object): Promise<string> {
  school.clock.now += 1000;
  const answer = await admin.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.insertedId;
}
const newKey = () => crypto.randomUUID();
const charge = (userid: string, amount: number, kind = 'fee') =>
  make('POST', '/charges', { userid, kind, label: 'Exam', amount, day: '2026-09-01', key: newKey() });
const reverse = (id: string) => make('POST', `/charges/${id}/reverse`, { key: newKey() });
const issue = (body: object) => make('POST', '/invoices', body);
const makeVoid = (id: string) => make('POST', `/invoices/${id}/void`, { reason: 'Wrong class' });
const cancel = (id: string | undefined) => make('POST', `/enrolments/${id}/cancel`);
const ofKind = (keys: readonly string[], noun: string) => keys.filter((key) => key.startsWith(`${noun} `));

describe('and so is what several do', () => {
  beforeAll(() => open({ ENROLMENT_PRICE: 'class' }));
  afterAll(() => school.close({ typed: ['Wrong class'] }));

  test('two places paid at once, of which one ends', async () => {
    let paid: Awaited<ReturnType<typeof payTogether>> | undefined;
    const came = await expectNoted(async () => {
      paid = await payTogether(school, [3000, 2000]);
    });
    expect([ofKind(came, 'movements'), ofKind(came, 'enrolments')]).toMatchObject([
      [expect.any(String)],
      [expect.any(String), expect.any(String)],
    ]);
    await expectNoted(() => cancel(paid?.places[0]?.enrolment));
  });

  test('a merge of two families that paid, and its undo', async () => {
    const [keep, drop] = [await school.signIn('student'), await school.signIn('student')];
    const { _id } = await school.addClass({ price: 6000 });
    await enrol(school, drop, _id);
    await addChildBy(drop);
    await issue({ userid: drop.user._id, chargeids: [await charge(drop.user._id, 25)] });
    const ids = { keep: keep.user._id, drop: drop.user._id };
    let merge = '';
    const moved = await expectNoted(async () => {
      merge = await make('POST', '/families/merge', ids);
    });
    expect(ofKind(moved, 'movements')).toHaveLength(1);
    await expectNoted(() => make('DELETE', `/families/merge/${merge}`));
  });

  test('invoices that credit pays, which is taken back', async () => {
    const { user } = await school.signIn('student');
    const invoice = await issue({ userid: user._id, chargeids: [await charge(user._id, 25)] });
    let credit = '';
    const paid = await expectNoted(async () => {
      credit = await charge(user._id, 10, 'credit');
    });
    expect(paid).toContain(`invoices ${invoice}`);
    const open = await expectNoted(() => reverse(credit));
    expect(open).toContain(`invoices ${invoice}`);
    await expectNoted(() => makeVoid(invoice));
  });

  test('a credit and what takes it back, each said by an invoice, which are made void', async () => {
    const { user } = await school.signIn('student');
    const [fee, credit] = [await charge(user._id, 20), await charge(user._id, 10, 'credit')];
    const said = await issue({ userid: user._id, chargeids: [fee, credit] });
    const open = await issue({ userid: user._id, chargeids: [await charge(user._id, 25)] });
    const reversal = await reverse(credit);
    const saysBack = await issue({ userid: user._id, chargeids: [reversal, await charge(user._id, 5)] });
    await expectNoted(() => makeVoid(said));
    const opened = await expectNoted(() => makeVoid(saysBack));
    expect(opened).toContain(`invoices ${open}`);
  });

  test('an invoice of a place that was paid at the school, and ends', async () => {
    const { learnerid, user } = await school.signIn('student');
    const { _id: classid } = await school.addClass({ price: 6000 });
    const place = { classid, learnerid, pay: 'cash' };
    const orderid = await make('POST', '/enrolments', place);
    const invoice = await issue({ userid: user._id, orderids: [orderid] });
    const ended = await expectNoted(() => cancel(orderid));
    expect(ended).toContain(`invoices ${invoice}`);
  });

  test('an account that is deleted', async () => {
    const student = await school.signIn('student');
    await addChildBy(student);
    const { _id } = await school.addClass({ price: 6000 });
    await enrol(school, student, _id);
    const leaving = { leavesat: school.clock.now };
    const gone = await expectNoted(async () => {
      await school.db.updateTable('users').set(leaving).where('_id', '=', student.user._id).execute();
      await letLeave(school);
    });
    expect(ofKind(gone, 'people')).toHaveLength(2);
    expect(ofKind(gone, 'movements').length).toBeGreaterThan(0);
  });
});
