import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StatementLine } from '#contract/statement/calls.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
let office: Person;
let parent: Person;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  office = await school.signIn('office');
});
beforeEach(async () => {
  parent = await school.signIn('student');
});
afterAll(() => school.close({ typed: ['Wrong class'] }));

async function charge(more: object = {}): Promise<string> {
  const body = { kind: 'fee', label: 'Exam in March', amount: 25, day: '2026-09-01', key: `k${++key}` };
  const answer = await admin.call('POST', '/charges', { ...body, userid: parent.user._id, ...more });
  expect(answer.status).toBe(200);
  return answer.body.insertedId;
}
const issue = (more: object, by = admin) =>
  by.call('POST', '/invoices', { userid: parent.user._id, ...more });
const pay = (amount: number) =>
  office.call('POST', '/movements', {
    ...{ userid: parent.user._id, kind: 'cash', amount, day: '2026-09-01', key: `p${++key}` },
  });
const voided = (id: string, more: object = {}, by = admin) =>
  by.call('POST', `/invoices/${id}/void`, { reason: 'Wrong class', ...more });
const ownOf = async (person = parent) => (await person.call('GET', '/account/invoices')).body.invoices;
const openOf = async (person = parent) =>
  (await office.call('GET', `/families/${person.user._id}/uninvoiced`)).body;
const linesOf = async (): Promise<StatementLine[]> =>
  (await parent.call('GET', '/account/statement')).body.lines;
const counter = async () =>
  (await school.db.selectFrom('invoicenumbers').selectAll().execute())[0]?.last ?? 0;

async function pdfOf(id: string, person = parent): Promise<string> {
  const { statusCode, headers, rawPayload } = await school.app.inject({
    method: 'GET',
    url: `/api/invoices/${id}.pdf`,
    headers: { authorization: `Bearer ${await person.issue()}` },
  });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  const page = await (await getDocumentProxy(new Uint8Array(rawPayload))).getPage(1);
  return (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

test('an invoice is over charges of a family, has the next number, and says what was charged', async () => {
  const last = await counter();
  const exam = await charge();
  const strings = await charge({ label: 'Strings', amount: '12.50' });
  const { status, body } = await issue({ chargeids: [exam] });
  expect(status).toBe(200);
  const number = `2026-${String(last + 1).padStart(4, '0')}`;
  expect(await ownOf()).toEqual([
    {
      _id: body.insertedId,
      number,
      kind: 'invoice',
      state: 'issued',
      userid: parent.user._id,
      name: parent.user.name,
      issuedday: expect.any(String),
      dueday: expect.any(String),
      total: 25,
      currency: 'usd',
      ...{ paid: 0, credited: 0, open: 25, payable: 25, overdue: false },
    },
  ]);
  const read = (await parent.call('GET', `/invoices/${body.insertedId}`)).body;
  expect(read.lines).toEqual([{ label: 'Exam in March', about: [], taxrate: 0, net: 25, tax: 0, gross: 25 }]);
  const printed = await pdfOf(body.insertedId);
  for (const words of [`Invoice ${number}`, 'Exam in March', '$25.00', parent.user.name])
    expect(printed).toContain(words);
  // The statement names it, and the other charge is still to be invoiced.
  expect((await linesOf()).find(({ chargeid }) => chargeid === exam)?.invoice).toEqual({
    _id: body.insertedId,
    number,
  });
  expect((await openOf()).charges.map(({ _id }: { _id: string }) => _id)).toEqual([strings]);
  const { items } = (await admin.call('GET', '/changes?about=family')).body;
  expect(items.find(({ action }: { action: string }) => action === 'invoiced')).toMatchObject({
    before: number,
    note: '$25',
    subjectname: parent.user.name,
  });
});

test('a place is invoiced at its price, less what was paid of it', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Cello', price: 8000 });
  const learnerid = parent.learnerid;
  expect((await office.call('POST', '/enrolments', { classid, learnerid, pay: 'cash' })).status).toBe(200);
  const [{ _id: order }] = (await openOf()).orders;
  const { body } = await issue({ orderids: [order] });
  const printed = await pdfOf(body.insertedId);
  for (const words of ['Place: Cello', 'Already paid', '$80.00', 'To pay', '$0.00'])
    expect(printed).toContain(words);
  expect((await linesOf()).find(({ kind }) => kind === 'place')?.invoice?._id).toBe(body.insertedId);
  expect((await openOf()).orders).toEqual([]);
});

test('it is mailed to the account that pays, as a file', async () => {
  const id = (await issue({ chargeids: [await charge()] })).body.insertedId;
  const mail = await school.db
    .selectFrom('mails')
    .selectAll()
    .where('ref', '=', id)
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ kind: 'invoice', recipient: parent.email });
  expect(JSON.parse(mail.letter ?? '')).toMatchObject({
    file: { invoice: id },
    owed: { balance: parent.user._id },
  });
});

describe('what was invoiced', () => {
  test('is on one invoice that stands', async () => {
    const exam = await charge();
    const both = await Promise.all([issue({ chargeids: [exam] }), issue({ chargeids: [exam] })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await issue({ chargeids: [exam] })).body.code).toBe('already-invoiced');
    expect(await ownOf()).toHaveLength(1);
  });

  test('takes no number where it is refused', async () => {
    const last = await counter();
    const other = await school.signIn('student');
    const exam = await charge();
    const codes = [
      await issue({ chargeids: [exam], userid: other.user._id }),
      await issue({ chargeids: ['unknown'] }),
      await issue({ orderids: ['unknown'] }),
      await issue({}),
      await issue({ chargeids: [await charge({ kind: 'credit' })] }),
      await issue({ chargeids: [exam], userid: 'unknown' }),
    ].map(({ body }) => body.code);
    expect(codes).toEqual([
      ...['charge-not-found', 'charge-not-found', 'enrolment-not-found', 'nothing-to-invoice'],
      ...['nothing-to-invoice', 'user-not-found'],
    ]);
    expect(await counter()).toBe(last);
  });

  test('is left out where it was taken back before, with what took it back', async () => {
    const exam = await charge();
    expect((await admin.call('POST', `/charges/${exam}/reverse`, { key: 'one' })).status).toBe(200);
    expect((await openOf()).charges).toEqual([]);
    expect((await issue({ chargeids: [exam] })).body.code).toBe('charge-not-found');
  });

  test('was paid and is taken back can be on the next one', async () => {
    const exam = await charge();
    await issue({ chargeids: [exam] });
    await pay(25);
    const back = (await admin.call('POST', `/charges/${exam}/reverse`, { key: 'one' })).body.insertedId;
    expect((await openOf()).charges).toMatchObject([{ _id: back, amount: -25 }]);
    const next = await charge({ amount: 40 });
    const { body } = await issue({ chargeids: [back, next] });
    expect((await parent.call('GET', `/invoices/${body.insertedId}`)).body.total).toBe(15);
  });
});

describe('a void invoice', () => {
  test('keeps its number, has a credit note with the next one, and its charges can be invoiced again', async () => {
    const exam = await charge();
    const id = (await issue({ chargeids: [exam] })).body.insertedId;
    const last = await counter();
    school.clock.now += 1000;
    const { status, body } = await voided(id);
    expect(status).toBe(200);
    const [credit, invoice] = await ownOf();
    expect(invoice).toMatchObject({ _id: id, state: 'void', total: 25 });
    expect(credit).toMatchObject({
      _id: body.insertedId,
      kind: 'credit',
      number: `2026-${String(last + 1).padStart(4, '0')}`,
      total: -25,
      cancels: invoice.number,
    });
    const printed = await pdfOf(credit._id);
    for (const words of ['Credit note', invoice.number, 'Wrong class', '-$25.00'])
      expect(printed).toContain(words);
    // What is owed stays, and no line names the void one.
    expect((await linesOf()).map(({ amount, invoice: on }) => [amount, on])).toEqual([[25, undefined]]);
    expect((await issue({ chargeids: [exam] })).status).toBe(200);
  });

  test('takes its charges back where that is asked', async () => {
    const id = (await issue({ chargeids: [await charge(), await charge({ amount: 5 })] })).body.insertedId;
    expect((await voided(id, { strike: true })).status).toBe(200);
    expect((await parent.call('GET', '/account/statement')).body.balance).toBe(0);
    expect((await openOf()).charges).toEqual([]);
  });

  test('takes back what is not taken back already, and no reversal', async () => {
    const exam = await charge();
    const first = (await issue({ chargeids: [exam, await charge({ amount: 5 })] })).body.insertedId;
    await pay(30);
    const back = (await admin.call('POST', `/charges/${exam}/reverse`, { key: 'one' })).body.insertedId;
    const { body } = await issue({ chargeids: [back, await charge({ amount: 40 })] });
    for (const id of [first, body.insertedId]) expect((await voided(id, { strike: true })).status).toBe(200);
    expect((await parent.call('GET', '/account/statement')).body.balance).toBe(-30);
  });

  test('is void once, and a credit note never', async () => {
    const id = (await issue({ chargeids: [await charge()] })).body.insertedId;
    const both = await Promise.all([voided(id), voided(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [credit] = await ownOf();
    expect((await voided(credit._id)).body.code).toBe('invoice-void');
    expect((await voided('unknown')).body.code).toBe('invoice-not-found');
    expect((await voided(id, { reason: ' ' })).status).toBe(400);
  });
});

test('invoices and credit notes issued at the same time get consecutive numbers, without gaps or duplicates', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => charge()));
  await Promise.all(ids.map((id) => issue({ chargeids: [id] })));
  const invoices = await ownOf();
  await Promise.all(invoices.slice(0, 3).map(({ _id }: { _id: string }) => voided(_id)));
  const numbers = (await school.db.selectFrom('invoices').select('number').orderBy('number').execute()).map(
    ({ number }) => number,
  );
  expect(numbers).toEqual(numbers.map((_, at) => `2026-${String(at + 1).padStart(4, '0')}`));
  // With another year it begins anew, by the school's clocks.
  const before = school.clock.now;
  school.clock.now = Date.UTC(2027, 0, 1, 12);
  admin = await school.signIn('admin');
  const id = (await issue({ chargeids: [await charge()] })).body.insertedId;
  const row = await school.db
    .selectFrom('invoices')
    .select('number')
    .where('_id', '=', id)
    .executeTakeFirst();
  expect(row?.number).toBe('2027-0001');
  school.clock.now = before;
  admin = await school.signIn('admin');
  office = await school.signIn('office');
});

describe('who reads one', () => {
  test('whose it is, the office and admins; others not even that there is one', async () => {
    const id = (await issue({ chargeids: [await charge()] })).body.insertedId;
    for (const reader of [parent, office, admin]) expect(await pdfOf(id, reader)).toContain('Exam in March');
    for (const stranger of [await school.signIn('student'), await school.signIn('instructor')])
      for (const path of [`/invoices/${id}`, `/invoices/${id}.pdf`])
        expect((await stranger.call('GET', path)).body.code).toBe('invoice-not-found');
    expect((await issue({ chargeids: [] }, office)).status).toBe(403);
    expect((await voided(id, {}, office)).status).toBe(403);
    const { items } = (await office.call('GET', `/invoices?userid=${parent.user._id}`)).body;
    expect(items).toHaveLength(1);
  });

  test('a merge brings the invoices along; an erased account leaves them in the books as they were issued', async () => {
    const id = (await issue({ chargeids: [await charge()] })).body.insertedId;
    const other = await school.signIn('student');
    const ids = { keep: other.user._id, drop: parent.user._id };
    expect((await admin.call('POST', '/families/merge', ids)).status).toBe(200);
    expect(await ownOf(other)).toMatchObject([{ _id: id, name: parent.user.name }]);
    const before = await pdfOf(id, other);
    await eraseAccount(school.db, school.erasing, { uid: other.claims.uid, now: school.clock.now });
    // It is open still: an account without a name has it.
    const kept = (await admin.call('GET', `/invoices/${id}`)).body;
    expect(kept.name).toBe(parent.user.name);
    expect([null, other.user._id]).not.toContain(kept.userid);
    expect(await pdfOf(id, admin)).toBe(before);
    expect((await voided(id)).status).toBe(200);
  });
});
