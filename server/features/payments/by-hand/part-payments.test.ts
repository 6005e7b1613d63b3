import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { isWrong } from '#contract/reconciliation/calls.ts';
import type { StatementLine } from '#contract/statement/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { findCredit } from '#server/features/ledger/index.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* What payments of one family paid of another's places, while the two were one. */

let school: TestSchool;
let admin: Person;
let office: Person;
/** The account that stays, and the one that becomes part of it for a while. */
let kept: Person;
let dropped: Person;
const children = new Map<Person, string>();
let key = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  office = await school.signIn('office');
});
beforeEach(async () => {
  kept = await school.signIn('student');
  dropped = await school.signIn('student');
  for (const parent of [kept, dropped])
    children.set(parent, await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' }));
});
afterAll(async () => {
  await expectSound();
  await school.close({ typed: ['Cello', 'Exam'] });
});

/** The money check of a month has all behind its sums and finds nothing wrong, and neither does the doctor. */
async function expectSound(month = '2026-09') {
  const { sums, behind, lines, next } = (await admin.call('GET', `/money?month=${month}`)).body;
  expect(next).toBeNull();
  expect(behind).toEqual({
    card: sums.card,
    cash: sums.cash,
    transfer: sums.transfer,
    owed: sums.owed,
  });
  expect(lines.filter(({ verdict }: { verdict: never }) => isWrong(verdict))).toEqual([]);
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
}

const pay = (amount: number, by: Person, kind = 'cash') =>
  office.call('POST', '/movements', {
    ...{ userid: by.user._id, kind, amount, key: `k${++key}` },
    day: new Date(school.clock.now).toISOString().slice(0, 10),
  });
async function owe(price: number, of: Person): Promise<string> {
  school.clock.now += 1000;
  const { _id: classid } = await school.addClass({ classname: 'Cello', price: price * 100 });
  const body = { classid, learnerid: children.get(of), pay: 'due' };
  return (await office.call('POST', '/enrolments', body)).body.insertedId;
}
async function bill(amount: number, of: Person): Promise<string> {
  const userid = of.user._id;
  const fee = { userid, kind: 'fee', label: 'Exam', amount, day: '2026-09-01', key: `c${++key}` };
  const { insertedId } = (await admin.call('POST', '/charges', fee)).body;
  return (await admin.call('POST', '/invoices', { userid, chargeids: [insertedId] })).body.insertedId;
}
const openOf = async (invoice: string) => (await admin.call('GET', `/invoices/${invoice}`)).body.open;
async function merge(): Promise<string> {
  const ids = { keep: kept.user._id, drop: dropped.user._id };
  return (await admin.call('POST', '/families/merge', ids)).body.insertedId;
}
const undo = async (id: string) => (await admin.call('DELETE', `/families/merge/${id}`)).body;
const storyOf = async ({ user }: Person) => {
  const { body } = await office.call('GET', `/families/${user._id}/statement`);
  return (body.lines as StatementLine[]).map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`);
};
const creditOf = async ({ user }: Person) =>
  (await findCredit(school.db, user._id)).reduce((sum, { amount }) => sum + amount, 0);
/** What of a place is on the page of its family, and in the list of all that is owed. */
async function placeOf(id: string, { user }: Person) {
  const { enrolments, owed } = (await office.call('GET', `/families/${user._id}`)).body;
  const owing = (await office.call('GET', '/families/owing')).body;
  const place = enrolments.find((one: { _id: string }) => one._id === id);
  const listed = owing.find((one: { _id: string }) => one._id === id);
  return { paidby: place?.paidby, owed, listed: listed && { userid: listed.userid, price: listed.price } };
}
const owedBy = ({ user }: Person, price: number) => ({
  ...{ paidby: 'due', owed: price },
  listed: { userid: user._id, price },
});

test('a place that the other family paid is owed again, and the money is credit of who paid it', async () => {
  const place = await owe(80, dropped);
  const id = await merge();
  await pay(100, kept);
  expect((await placeOf(place, kept)).paidby).toBe('cash');
  const { left } = await undo(id);
  expect(left).toContainEqual(
    'One family had paid a place of the other. It is owed again, and the money is credit of the family that paid it: Cello.',
  );
  expect(await placeOf(place, dropped)).toEqual(owedBy(dropped, 80));
  expect(await storyOf(dropped)).toEqual(['place 80 80']);
  expect(await storyOf(kept)).toEqual(['cash -100 -100']);
  expect(await creditOf(kept)).toBe(10_000);
  const receipt = (await office.call('GET', `/receipts/${place}`)).body;
  expect(receipt).toMatchObject({ paidby: 'due', price: 80, email: dropped.email });
  const { items } = (await admin.call('GET', '/changes?about=payment')).body;
  const line = items.find(({ action }: { action: string }) => action === 'owed-again');
  expect(line).toMatchObject({ subjectname: 'Cello', note: '$80', actorname: admin.user.name });
  await expectSound();
  // It is paid as any other, also of the credit that the payer has.
  await pay(80, dropped, 'transfer');
  expect((await placeOf(place, dropped)).paidby).toBe('transfer');
  const own = await owe(110, kept);
  await pay(10, kept);
  expect((await placeOf(own, kept)).paidby).toBe('cash');
  expect(await storyOf(kept)).toEqual(['cash -100 -100', 'place 110 10', 'cash -10 0']);
  await expectSound();
});

test('what was credit of the one that comes back pays its own invoices, not the other’s place', async () => {
  const invoice = await bill(30, dropped);
  await pay(20, dropped);
  await pay(50, dropped);
  const place = await owe(60, kept);
  const id = await merge();
  expect(await openOf(invoice)).toBe(0);
  await pay(20, kept);
  expect((await placeOf(place, kept)).paidby).toBe('cash');
  const later = await bill(15, dropped);
  await undo(id);
  expect(await placeOf(place, kept)).toEqual(owedBy(kept, 60));
  // Of both families' money that paid the place each has its own again.
  expect(await creditOf(kept)).toBe(2000);
  expect([await openOf(later), await creditOf(dropped)]).toEqual([0, 2500]);
  expect((await storyOf(kept)).at(-1)).toBe('cash -20 40');
  expect((await storyOf(dropped)).at(-1)).toMatch(/ -25$/);
  await expectSound();
});

test('a place that has ended is of who paid it, who gets the money back', async () => {
  const [lying, back] = [await owe(80, dropped), await owe(50, dropped)];
  const id = await merge();
  await pay(130, kept);
  for (const place of [lying, back]) await office.call('POST', `/enrolments/${place}/cancel`);
  const given = { kind: 'cash', key: 'back' };
  await office.call('PUT', `/enrolments/${back}/returned`, given);
  expect((await undo(id)).left).toContainEqual(
    'A place that has ended stays with the family that paid it: Cello.',
  );
  expect(await storyOf(dropped)).toEqual([]);
  expect((await storyOf(kept)).at(-1)).toMatch(/ -80$/);
  await expectSound();
  expect((await office.call('PUT', `/enrolments/${lying}/returned`, { ...given, key: 'own' })).status).toBe(
    200,
  );
  expect((await storyOf(kept)).at(-1)).toMatch(/ 0$/);
  await expectSound();
});

test('a place that its own family paid stays paid, and so does one whose child was put back with it', async () => {
  const [own, mine] = [await owe(80, dropped), await owe(50, kept)];
  const id = await merge();
  await office.call('PUT', `/enrolments/${own}/paid`, { kind: 'cash', key: 'p' });
  await pay(50, kept);
  const { left } = await undo(id);
  expect(left.join()).not.toContain('Cello');
  expect([(await placeOf(own, dropped)).paidby, (await placeOf(mine, kept)).paidby]).toEqual([
    'cash',
    'cash',
  ]);
  await expectSound();
});

test('it is owed in the month in which it was, whenever the families are put apart', async () => {
  school.clock.now = Date.UTC(2026, 8, 30, 20);
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  const place = await owe(80, dropped);
  const id = await merge();
  await pay(80, kept);
  school.clock.now = Date.UTC(2026, 9, 1, 12);
  await undo(id);
  await pay(80, dropped, 'transfer');
  expect((await placeOf(place, dropped)).paidby).toBe('transfer');
  for (const month of ['2026-09', '2026-10']) await expectSound(month);
});
