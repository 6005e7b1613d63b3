import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import { addChildBy, EVERY_RIGHT, letGuard } from '#tests/support/families.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/* The clock stands on 1 September 2026, and enrolling costs 60. */

const AUTUMN = { name: 'Autumn', firstday: '2026-09-07', lastday: '2026-12-18' };
const SPRING = { name: 'Spring', firstday: '2027-01-11', lastday: '2027-03-26' };

let school: TestSchool;
let admin: Person;
let parent: Person;
let start: number;

beforeAll(async () => {
  school = await openTestSchool();
  start = school.clock.now;
  admin = await school.signIn('admin');
  for (const term of [AUTUMN, SPRING]) expect((await admin.call('POST', '/terms', term)).status).toBe(200);
});
beforeEach(async () => {
  school.clock.now = start;
  await school.db.updateTable('discounts').set({ endedat: 1 }).where('endedat', 'is', null).execute();
  parent = await school.signIn('student');
});
afterAll(() => school.close());

const discounts = async () => (await admin.call('GET', '/discounts')).body;
const usedOf = async (id: string) =>
  (await discounts()).find(({ _id }: { _id: string }) => _id === id).used as number;
async function add(draft: object): Promise<string> {
  const { status, body } = await admin.call('POST', '/discounts', draft);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.insertedId;
}
const addSibling = (draft: object = { percent: 10 }) => add({ kind: 'sibling', nth: 2, ...draft });
const addCode = (draft: object) => add({ kind: 'code', percent: 50, ...draft });
const end = (id: string) => admin.call('DELETE', `/discounts/${id}`);
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

let classes = 0;

/** A class with a lesson on a day, at a time of its own. */
async function addClass({ day = '2026-09-08', ...fields }: { day?: string; availableseat?: number } = {}) {
  const { _id } = await school.addClass(fields);
  const hour = `${classes++ % 24}`.padStart(2, '0');
  await addLesson(school.db, { classid: _id, day, starttime: `${hour}:00`, minutes: 30 });
  return _id;
}

type Place = { classid: string; learnerid?: string };
const checkout = (by: Person, items: Place[], more: object = {}) =>
  by.call('POST', '/checkout', { items, ...more });

/** Pays for places; gives the enrolment in the first. */
async function pay(by: Person, items: [Place, ...Place[]], more: object = {}): Promise<string> {
  const opened = await checkout(by, items, more);
  expect([opened.status, opened.body.code]).toEqual([200, undefined]);
  const { clientSecret, price } = opened.body;
  const { id } = await confirmCard(school, clientSecret);
  const recorded = await record(by, items[0].classid, id, price);
  expect(recorded.status).toBe(200);
  return recorded.body.result.insertedId;
}

const children = (by: Person, ...names: string[]) =>
  Promise.all(names.map((firstname) => addChildBy(by, { firstname })));
const orderOf = (learnerid: string, classid: string) =>
  school.db
    .selectFrom('orders')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .orderBy('_id', 'desc')
    .executeTakeFirstOrThrow();

describe('the discounts of the school', () => {
  test('are listed with their uses, ended once, and logged', async () => {
    const classid = await addClass();
    const { classname } = await school.db
      .selectFrom('classes')
      .select('classname')
      .where('_id', '=', classid)
      .executeTakeFirstOrThrow();
    const id = await addCode({ code: ' Autumn26 ', times: 5, to: '2026-12-01', classids: [classid] });
    expect((await discounts())[0]).toEqual({
      _id: id,
      kind: 'code',
      percent: 50,
      code: 'Autumn26',
      to: '2026-12-01',
      times: 5,
      classes: [{ _id: classid, classname }],
      used: 0,
      createdat: new Date(start).toISOString(),
    });
    const sibling = await addSibling({ amount: 7.5 });
    for (const one of [id, sibling, id]) expect((await end(one)).body).toEqual({ deletedCount: 1 });
    expect((await discounts())[0].endedat).toBe(new Date(start).toISOString());
    expect(refusal(await end('none'))).toEqual([404, 'not-found']);
    const { items } = (await admin.call('GET', '/changes?about=school')).body;
    const lines = items
      .filter(({ subjectid }: { subjectid: string }) => [id, sibling].includes(subjectid))
      .map((line: Record<string, string>) => `${line.action} ${line.note} ${line.subjectname}`);
    expect(lines.toSorted()).toEqual([
      'added code Autumn26',
      'added sibling-discount Second child',
      'deleted code Autumn26',
      'deleted sibling-discount Second child',
    ]);
  });

  test.each([
    [{ kind: 'code', code: 'ABCD' }, 'percent'],
    [{ kind: 'code', code: 'ABCD', percent: 10, amount: 5 }, 'percent'],
    [{ kind: 'code', code: 'ABCD', percent: 101 }, 'percent'],
    [{ kind: 'code', code: 'ABCD', amount: 0 }, 'amount'],
    [{ kind: 'code', code: 'ABC', percent: 10 }, 'code'],
    [{ kind: 'code', code: 'AB CD', percent: 10 }, 'code'],
    [{ kind: 'code', percent: 10 }, 'code'],
    [{ kind: 'code', code: 'ABCD', percent: 10, nth: 2 }, 'nth'],
    [{ kind: 'code', code: 'ABCD', percent: 10, from: '2026-10-02', to: '2026-10-01' }, 'to'],
    [{ kind: 'code', code: 'ABCD', percent: 10, times: 0 }, 'times'],
    [{ kind: 'sibling', percent: 10 }, 'nth'],
    [{ kind: 'sibling', percent: 10, nth: 1 }, 'nth'],
    [{ kind: 'sibling', percent: 10, nth: 2, times: 3 }, 'code'],
    [{ kind: 'other', percent: 10 }, 'kind'],
  ])('%j is refused beside its field', async (draft, field) => {
    const { status, body } = await admin.call('POST', '/discounts', draft);
    expect([status, body.errors?.[0].field]).toEqual([400, field]);
  });

  test('have a code once, but that of one that ended', async () => {
    const id = await addCode({ code: 'Twice' });
    expect(
      refusal(await admin.call('POST', '/discounts', { kind: 'code', percent: 5, code: 'TWICE' })),
    ).toEqual([409, 'code-taken']);
    await end(id);
    await addCode({ code: 'tWice' });
  });

  test('name classes that there are', async () => {
    const draft = { kind: 'code', percent: 5, code: 'Nowhere', classids: ['none'] };
    expect(refusal(await admin.call('POST', '/discounts', draft))).toEqual([404, 'class-not-found']);
  });

  test.each(['student', 'instructor', 'office'] as const)(
    'are not for a caller who is a %s',
    async (role) => {
      const id = await addSibling();
      const caller = await school.signIn(role);
      for (const [method, path, body] of [
        ['GET', '/discounts'],
        ['POST', '/discounts', { kind: 'sibling', percent: 10, nth: 2 }],
        ['DELETE', `/discounts/${id}`],
      ] as const)
        expect(refusal(await caller.call(method, path, body))).toEqual([403, 'forbidden']);
    },
  );
});

describe('a further child', () => {
  test('costs less from the second place of the family in the term on, whichever class it is', async () => {
    const id = await addSibling();
    const [violin, piano, choir] = [await addClass(), await addClass(), await addClass()];
    const [mia = '', rui = ''] = await children(parent, 'Mia', 'Rui');
    const first = await pay(parent, [{ classid: violin, learnerid: mia }]);
    expect((await checkout(parent, [{ classid: piano, learnerid: mia }])).body).not.toHaveProperty(
      'fullprice',
    );
    const opened = await checkout(parent, [{ classid: violin, learnerid: rui }]);
    expect(opened.body).toMatchObject({ price: 54, fullprice: 60, pricereason: 'Second child' });
    // Who comes back finds the same payment.
    expect((await checkout(parent, [{ classid: violin, learnerid: rui }], { price: 54 })).body).toEqual(
      opened.body,
    );
    expect(refusal(await checkout(parent, [{ classid: violin, learnerid: rui }], { price: 60 }))).toEqual([
      400,
      'price-differs',
    ]);
    const second = await pay(parent, [{ classid: violin, learnerid: rui }]);
    expect((await parent.call('GET', `/receipts/${second}`)).body).toMatchObject({
      price: 54,
      fullprice: 60,
      pricereason: 'Second child',
      later: { price: 120 },
    });
    const { lines } = (await parent.call('GET', '/account/statement')).body;
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'reduction', amount: -6, reason: 'Second child', ref: second }),
    );
    expect(await usedOf(id)).toBe(1);
    // The first child stays the first, and the second one keeps what it has when the first one goes.
    expect((await parent.call('POST', `/enrolments/${first}/cancel`)).status).toBe(200);
    expect((await orderOf(rui, violin)).amount).toBe(5400);
    expect((await checkout(parent, [{ classid: choir, learnerid: rui }])).body.price).toBe(60);
    expect((await checkout(parent, [{ classid: choir, learnerid: mia }])).body.price).toBe(54);
  });

  test('is counted within one payment, in one order whatever the basket’s is', async () => {
    await addSibling();
    await addSibling({ percent: 20, nth: 3 });
    const classid = await addClass();
    const named = (await children(parent, 'Mia', 'Rui', 'Zoe')).sort();
    const items = named.map((learnerid) => ({ classid, learnerid }));
    const one = await checkout(parent, items);
    const prices = (body: { items: { learnerid: string; price: number }[] }) =>
      named.map((id) => body.items.find(({ learnerid }) => learnerid === id)?.price);
    expect([one.body.price, prices(one.body)]).toEqual([162, [60, 54, 48]]);
    expect((await checkout(parent, items.toReversed())).body).toEqual(one.body);
    await pay(parent, items as [Place, ...Place[]]);
    const choir = await addClass();
    const again = await checkout(
      parent,
      named.map((learnerid) => ({ classid: choir, learnerid })),
    );
    expect(prices(again.body)).toEqual([60, 54, 48]);
  });

  test('is one of the payer’s, in the same term, and not the account itself', async () => {
    await addSibling();
    const [violin, other] = [await addClass(), await addClass()];
    const spring = await addClass({ day: '2027-02-02' });
    const none = await addClass({ day: '2027-06-01' });
    const [mia = '', rui = ''] = await children(parent, 'Mia', 'Rui');
    await pay(parent, [{ classid: violin }]);
    expect((await checkout(parent, [{ classid: violin, learnerid: mia }])).body.price).toBe(60);
    await pay(parent, [{ classid: violin, learnerid: mia }]);
    const office = await school.signIn('office');
    const priceOf = async (classid: string, learnerid: string) =>
      (await office.call('POST', '/enrolments?dry=1', { classid, learnerid, pay: 'due' })).body.price;
    expect(await priceOf(other, rui)).toBe(54);
    expect(await priceOf(spring, rui)).toBe(60);
    expect(await priceOf(none, rui)).toBe(60);
    expect(await priceOf(other, parent.learnerid)).toBe(60);
    // Of another household, whose first child this is.
    const guardian = await school.signIn('student');
    await letGuard(school, { parent, guardian, learnerid: rui, rights: EVERY_RIGHT });
    const fresh = await addClass();
    expect((await checkout(guardian, [{ classid: fresh, learnerid: rui }])).body.price).toBe(60);
  });

  test('costs nothing where a card cannot be charged what is left', async () => {
    await addSibling({ amount: 59.8 });
    const classid = await addClass();
    const [mia = '', rui = ''] = await children(parent, 'Mia', 'Rui');
    await pay(parent, [{ classid, learnerid: mia }]);
    expect(refusal(await checkout(parent, [{ classid, learnerid: rui }]))).toEqual([409, 'nothing-to-pay']);
    const { body } = await parent.call('POST', `/enrol/${classid}`, { learnerid: rui });
    expect((await parent.call('GET', `/receipts/${body.result.insertedId}`)).body).toMatchObject({
      price: 0,
      fullprice: 60,
      pricereason: 'Second child',
    });
  });

  test('costs less where the office gives the places, one by one or together', async () => {
    await addSibling();
    const [violin, piano] = [await addClass(), await addClass({ availableseat: 1 })];
    const [mia = '', rui = '', zoe = ''] = await children(parent, 'Mia', 'Rui', 'Zoe');
    const office = await school.signIn('office');
    const give = (body: object, dry = '') => office.call('POST', `/enrolments${dry}`, body);
    const item = (learnerid: string, more: object = {}) => ({
      classid: violin,
      learnerid,
      pay: 'due',
      ...more,
    });
    const both = { mode: 'all', items: [item(mia), item(rui)] };
    for (const dry of ['?dry=1', '']) {
      const { enrolled, sums } = (await give(both, dry)).body;
      expect([enrolled[0].price, enrolled[1].price, enrolled[1].pricereason, sums.owed]).toEqual([
        60,
        54,
        'Second child',
        114,
      ]);
    }
    expect((await give({ ...item(zoe), mode: 'one' }, '?dry=1')).body).toMatchObject({
      price: 54,
      fullprice: 60,
      pricereason: 'Third child',
    });
    expect((await give(item(zoe, { amount: 20, reason: 'Agreed' }))).body).toMatchObject({
      price: 20,
      fullprice: 60,
      pricereason: 'Agreed',
    });
    expect(await orderOf(zoe, violin)).toMatchObject({ discountid: null, amountreason: 'Agreed' });
    // Who gets no place is no child that comes before.
    const others = await school.signIn('student');
    const [ana = '', ben = ''] = await children(others, 'Ana', 'Ben');
    const taken = await give({
      classid: piano,
      learnerid: (await school.signIn('student')).learnerid,
      pay: 'due',
    });
    expect(taken.status).toBe(200);
    const fitting = { mode: 'fitting', items: [item(ana, { classid: piano }), item(ben)] };
    expect((await give(fitting)).body).toMatchObject({
      enrolled: [{ learnerid: ben, price: 60 }],
      leftout: [{ code: 'class-full' }],
    });
    expect(await orderOf(ben, violin)).toMatchObject({ discountid: null, amountreason: null });
  });
});

describe('a code', () => {
  test('is taken in any case, at every way to pay a place by card', async () => {
    const id = await addCode({ code: 'Autumn', percent: 25 });
    const classid = await addClass();
    const [mia = ''] = await children(parent, 'Mia');
    const opened = await checkout(parent, [{ classid }], { code: ' aUTUMN ' });
    expect(opened.body).toMatchObject({ price: 45, fullprice: 60, pricereason: 'Autumn', codeused: true });
    expect(await usedOf(id)).toBe(1);
    // Taken off again, and entered again.
    expect((await checkout(parent, [{ classid }])).body).toMatchObject({ price: 60 });
    expect(await usedOf(id)).toBe(0);
    const enrolment = await pay(parent, [{ classid }], { code: 'autumn' });
    expect((await parent.call('GET', `/receipts/${enrolment}`)).body).toMatchObject({
      price: 45,
      pricereason: 'Autumn',
    });
    const intent = { classid, learnerid: mia, price: 45, code: 'Autumn' };
    expect((await parent.call('POST', '/create-payment-intent', intent)).body).toMatchObject({
      price: 45,
      codeused: true,
    });
  });

  test('is refused alike whether it is unknown, over, not yet taken, or for other classes', async () => {
    const [classid, other] = [await addClass(), await addClass()];
    await addCode({ code: 'Other', classids: [other] });
    await addCode({ code: 'Later', from: '2026-09-02' });
    await addCode({ code: 'Before', to: '2026-08-31' });
    await end(await addCode({ code: 'Ended' }));
    const today = await addCode({ code: 'Today', from: '2026-09-01', to: '2026-09-01' });
    const answers = [];
    for (const code of ['None', 'Other', 'Later', 'Before', 'Ended']) {
      const { status, body } = await checkout(parent, [{ classid }], { code });
      answers.push({ ...body, status, requestId: undefined });
    }
    expect(answers[0]).toMatchObject({ status: 400, code: 'code-unknown', errors: [{ field: 'code' }] });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await checkout(parent, [{ classid }], { code: 'Today' })).status).toBe(200);
    expect(await usedOf(today)).toBe(1);
    // Of several places it is for those that it names.
    const both = await checkout(parent, [{ classid }, { classid: other }], { code: 'Other' });
    expect(both.body.price).toBe(90);
  });

  test('is used so often in all and by one family, each place once', async () => {
    const [one, two, three] = [await addClass(), await addClass(), await addClass()];
    const id = await addCode({ code: 'Bounded', times: 3, timesfamily: 1 });
    const both = await checkout(parent, [{ classid: one }, { classid: two }], { code: 'bounded' });
    expect(both.body).toMatchObject({ price: 90, codeused: true });
    const enrolment = await pay(parent, [{ classid: one }, { classid: two }], { code: 'bounded' });
    const usedUp = [409, 'code-used-up'];
    expect(refusal(await checkout(parent, [{ classid: three }], { code: 'bounded' }))).toEqual(usedUp);
    for (let n = 0; n < 2; n++)
      expect(
        (await checkout(await school.signIn('student'), [{ classid: one }], { code: 'bounded' })).status,
      ).toBe(200);
    const late = await school.signIn('student');
    expect(refusal(await checkout(late, [{ classid: one }], { code: 'bounded' }))).toEqual(usedUp);
    expect(await usedOf(id)).toBe(3);
    // A place that ends gives its use back.
    const used = await school.db
      .selectFrom('orders')
      .select('_id')
      .where('userid', '=', parent.user._id)
      .where('discountid', '=', id)
      .executeTakeFirstOrThrow();
    expect(enrolment).toBeTruthy();
    expect((await parent.call('POST', `/enrolments/${used._id}/cancel`)).status).toBe(200);
    expect((await checkout(late, [{ classid: one }], { code: 'bounded' })).status).toBe(200);
  });

  test('was used by two families that are one as often as both did, and by each its own once they are two', async () => {
    const [one, two, three] = [await addClass(), await addClass(), await addClass()];
    await addCode({ code: 'Both', timesfamily: 2 });
    const other = await school.signIn('student');
    await pay(parent, [{ classid: one }], { code: 'both' });
    await pay(other, [{ classid: two }], { code: 'both' });
    const ids = { keep: parent.user._id, drop: other.user._id };
    const { insertedId } = (await admin.call('POST', '/families/merge', ids)).body;
    const again = () => checkout(parent, [{ classid: three }], { code: 'both' });
    expect(refusal(await again())).toEqual([409, 'code-used-up']);
    await admin.call('DELETE', `/families/merge/${insertedId}`);
    expect((await again()).body).toMatchObject({ codeused: true });
  });

  test('has one last use for two families that want it at once', async () => {
    const classid = await addClass();
    const id = await addCode({ code: 'Last', times: 1 });
    const families = await Promise.all([1, 2, 3, 4].map(() => school.signIn('student')));
    const answers = await Promise.all(
      families.map((family) => checkout(family, [{ classid }], { code: 'Last' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await usedOf(id)).toBe(1);
  });

  test('takes the place of a smaller discount, and is not spent beside a larger one', async () => {
    await addSibling({ percent: 30 });
    const [large, small] = [await addCode({ code: 'Large' }), await addCode({ code: 'Small', percent: 5 })];
    const classid = await addClass();
    const [mia = '', rui = ''] = await children(parent, 'Mia', 'Rui');
    await pay(parent, [{ classid, learnerid: mia }]);
    const place = [{ classid, learnerid: rui }];
    expect((await checkout(parent, place, { code: 'Small' })).body).toMatchObject({
      price: 42,
      pricereason: 'Second child',
      codeused: false,
    });
    expect((await checkout(parent, place, { code: 'Large' })).body).toMatchObject({
      price: 30,
      codeused: true,
    });
    expect([await usedOf(large), await usedOf(small)]).toEqual([1, 0]);
  });

  test('leaves nothing to pay where it takes all off', async () => {
    const id = await addCode({ code: 'Gift', amount: 100, percent: undefined, times: 1 });
    const classid = await addClass();
    expect(refusal(await checkout(parent, [{ classid }], { code: 'Gift' }))).toEqual([409, 'nothing-to-pay']);
    expect(refusal(await parent.call('POST', `/enrol/${classid}`, {}))).toEqual([400, 'price-differs']);
    const enrol = () => parent.call('POST', `/enrol/${classid}`, { code: 'gift' });
    const { status, body } = await enrol();
    expect(status).toBe(200);
    expect((await enrol()).body).toEqual(body);
    expect((await parent.call('GET', `/receipts/${body.result.insertedId}`)).body).toMatchObject({
      price: 0,
      fullprice: 60,
      pricereason: 'Gift',
    });
    expect(await usedOf(id)).toBe(1);
  });

  test('is taken off before what a trial lesson cost', async () => {
    const { version } = (await admin.call('GET', '/school')).body;
    await admin.call('PUT', '/school', { trialfee: 'off', version });
    await addCode({ code: 'Trial', amount: 10, percent: undefined });
    const { _id: classid } = await school.addClass({ guestplaces: 1, trialprice: 1500 });
    const lesson = await addLesson(school.db, { classid, day: '2026-09-08' });
    await addLesson(school.db, { classid, day: '2026-12-01' });
    const { learnerid } = parent;
    const booked = await parent.call('POST', '/trials', { learnerid, lessonid: lesson._id });
    const { id } = await confirmCard(school, booked.body.payment.clientSecret);
    await record(parent, classid, id, 15);
    school.clock.now = lesson.endsat + 1;
    const opened = await checkout(parent, [{ classid }], { code: 'Trial' });
    expect(opened.body).toMatchObject({ price: 35, fullprice: 60 });
    expect(opened.body.pricereason.split('\n')).toEqual([
      'Trial',
      'The price of the trial lesson is taken off.',
    ]);
    const changed = (await admin.call('GET', '/school')).body;
    await admin.call('PUT', '/school', { trialfee: 'kept', version: changed.version });
  });

  test('is kept by the places that have it once it ends, and not by a payment that is begun anew', async () => {
    const id = await addCode({ code: 'Over' });
    const [one, two] = [await addClass(), await addClass()];
    await pay(parent, [{ classid: one }], { code: 'Over' });
    await checkout(parent, [{ classid: two }], { code: 'Over' });
    await end(id);
    expect((await orderOf(parent.learnerid, one)).amount).toBe(3000);
    expect(refusal(await checkout(parent, [{ classid: two }], { code: 'Over' }))).toEqual([
      400,
      'code-unknown',
    ]);
    expect((await checkout(parent, [{ classid: two }])).body.price).toBe(60);
  });
});

describe('a payment with a code that comes in after its time', () => {
  const openLate = async (code: string) => {
    const classid = await addClass({ availableseat: 5 });
    const { body } = await checkout(parent, [{ classid }], { code });
    // The card service takes the money in the moment in which the hold ends.
    await school.db
      .updateTable('orders')
      .set({ state: 'expired', workat: null })
      .where('classid', '=', classid)
      .execute();
    return { classid, clientSecret: body.clientSecret as string };
  };
  const arrives = async ({ classid, clientSecret }: { classid: string; clientSecret: string }) => {
    const { id } = await confirmCard(school, clientSecret);
    await record(parent, classid, id, 30);
    return orderOf(parent.learnerid, classid);
  };

  test('takes the place and the use where both are free', async () => {
    const id = await addCode({ code: 'Late', times: 1 });
    const late = await openLate('Late');
    await end(id);
    expect(await arrives(late)).toMatchObject({ state: 'enrolled', amount: 3000, discountid: id });
  });

  test('goes back where another family has had the last use', async () => {
    const id = await addCode({ code: 'Later', times: 1 });
    const late = await openLate('Later');
    await pay(await school.signIn('student'), [{ classid: late.classid }], { code: 'Later' });
    expect(await arrives(late)).toMatchObject({
      state: 'refund_due',
      reason: 'All uses of the code were taken when the payment came.',
    });
    expect(await usedOf(id)).toBe(1);
  });
});

test('a place whose sum the office changes gives its use back', async () => {
  const id = await addSibling();
  const classid = await addClass();
  const [mia = '', rui = ''] = await children(parent, 'Mia', 'Rui');
  const places = [mia, rui].map((learnerid) => ({ classid, learnerid, pay: 'due' }));
  const { enrolled } = (await admin.call('POST', '/enrolments', { mode: 'all', items: places })).body;
  expect(await usedOf(id)).toBe(1);
  const paid = { kind: 'cash', key: 'agreed', amount: 20, reason: 'Agreed' };
  const { status } = await admin.call('PUT', `/enrolments/${enrolled[1].insertedId}/paid`, paid);
  expect(status).toBe(200);
  expect(await orderOf(rui, classid)).toMatchObject({ amount: 2000, fullamount: 6000, discountid: null });
  expect(await usedOf(id)).toBe(0);
});

describe('doctor', () => {
  const wrongs = async () => {
    const records = { db: school.db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0];
    const found = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: false });
    return found.flatMap(({ state, about, says }) =>
      state === 'wrong' && about === 'Discounts' ? says : [],
    );
  };

  test('finds nothing wrong with any place above, a wrong sum, and uses that are too many', async () => {
    const id = await addCode({ code: 'Checked', percent: 33, times: 2 });
    const classid = await addClass();
    await pay(parent, [{ classid }], { code: 'Checked' });
    expect((await orderOf(parent.learnerid, classid)).amount).toBe(4020);
    expect(await wrongs()).toEqual([]);
    const setAmount = (fullamount: number) =>
      school.db.updateTable('orders').set({ fullamount }).where('discountid', '=', id).execute();
    for (const wrong of [5999, 6003]) {
      await setAmount(wrong);
      expect(await wrongs()).toEqual([expect.stringContaining('Not so: 1')]);
    }
    await setAmount(6000);
    const setTimes = (times: number) =>
      school.db.updateTable('discounts').set({ times }).where('_id', '=', id).execute();
    await setTimes(0);
    expect(await wrongs()).toEqual([expect.stringContaining('Not so: 1')]);
    await setTimes(1);
    expect(await wrongs()).toEqual([]);
  });
});

test('who guesses codes is stopped', async () => {
  const guarded = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1' } });
  const { _id: classid } = await guarded.addClass();
  const guesser = await guarded.signIn('student');
  const guess = (n: number) => checkout(guesser, [{ classid }], { code: `Guess${n}` });
  for (let n = 1; n <= 10; n++) expect((await guess(n)).body.code).toBe('code-unknown');
  expect(refusal(await guess(11))).toEqual([429, 'too-many-requests']);
  expect((await checkout(guesser, [{ classid }])).status).toBe(200);
  await guarded.close();
});
