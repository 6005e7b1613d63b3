import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

type Child = { firstname: string; lastname?: string; born?: string; note?: string };

async function addChild(parent: Person, { firstname, lastname = 'Ito', ...rest }: Child) {
  const _id = newId(school.clock.now);
  const child = { ...rest, userid: parent.user._id, self: 0 as const, firstname, lastname, leftat: null };
  const createdat = school.clock.now;
  await school.db
    .insertInto('learners')
    .values({ ...child, _id, createdat })
    .execute();
  return _id;
}

const search = async (q: string) =>
  (await admin.call('GET', `/families/search?q=${encodeURIComponent(q)}`)).body;
const family = async (parent: Person) => (await admin.call('GET', `/families/${parent.user._id}`)).body;
const byHand = async (classid: string, learnerid: string, pay: string) =>
  (await admin.call('POST', '/enrolments', { classid, learnerid, pay })).body.insertedId;

test('a family is found by the name of the parent, of a child, or by the address, and never more than fifty', async () => {
  const parent = await school.signIn('student');
  await addChild(parent, { firstname: 'Zoë', lastname: 'Quist' });
  const hit = {
    userid: parent.user._id,
    name: parent.user.name,
    email: parent.email,
    phone: null,
    learners: [
      { _id: parent.learnerid, learnername: parent.user.name, self: true },
      { _id: expect.any(String), learnername: 'Zoë Quist', self: false },
    ],
  };
  for (const q of ['zoë', 'QUIST', 'quist zoë', parent.email, parent.user.name])
    expect((await search(q)).items).toContainEqual(hit);
  expect(await search('nobody of this name')).toEqual({ items: [], more: false });
  for (let at = 0; at < 55; at++) await addChild(await school.signIn('student'), { firstname: 'Many' });
  const many = await search('many');
  expect(many.items).toHaveLength(50);
  expect(many.more).toBe(true);
  expect((await search('')).items).toHaveLength(50);
});

test('what families owe is listed, each sum once: places, invoices, and what no invoice says', async () => {
  const parent = await school.signIn('student');
  const userid = parent.user._id;
  let key = 0;
  const charge = async (amount: number, day: string, kind = 'fee') => {
    const body = { userid, kind, label: 'Exam', amount, day, key: `owing-${++key}` };
    return (await admin.call('POST', '/charges', body)).body.insertedId;
  };
  const { _id: classid } = await school.addClass({ classname: 'Harp' });
  const place = await byHand(classid, parent.learnerid, 'due');
  school.clock.now += 1000;
  const fee = await charge(25, '2026-09-01');
  const issued = await admin.call('POST', '/invoices', { userid, chargeids: [fee], orderids: [place] });
  const invoice = issued.body.insertedId;
  await charge(10, '2026-08-01');
  school.clock.now += 1000;
  const oboe = await school.addClass({ classname: 'Oboe' });
  const other = await byHand(oboe._id, parent.learnerid, 'due');
  const own = async () =>
    (await admin.call('GET', '/families/owing')).body.filter(
      (one: { userid: string }) => one.userid === userid,
    );
  const payer = { userid, name: parent.user.name, email: parent.email, currency: 'usd' };
  expect(await own()).toMatchObject([
    { ...payer, _id: userid, kind: 'charges', price: 10, date: expect.stringMatching(/^2026-0[78]/) },
    { ...payer, _id: invoice, kind: 'invoice', price: 85, number: expect.stringMatching(/^2026-/) },
    { ...payer, _id: other, kind: 'place', price: 60, classname: 'Oboe' },
  ]);
  expect((await family(parent)).owed).toBe(155);
  // Credit pays the invoice first.
  await charge(90, '2026-09-02', 'credit');
  expect(await own()).toMatchObject([
    { kind: 'charges', price: 5 },
    { kind: 'place', price: 60 },
  ]);
  await admin.call('PUT', `/enrolments/${other}/paid`, { kind: 'transfer', key: 'owing' });
  await charge(5, '2026-09-02', 'writeoff');
  expect(await own()).toEqual([]);
});

test('what was given back of a credit is owed once that is taken back, though no charge says so', async () => {
  const parent = await school.signIn('student');
  const userid = parent.user._id;
  const credit = { userid, kind: 'credit', label: 'Goodwill', amount: 10, day: '2026-09-01', key: 'given' };
  const { body } = await admin.call('POST', '/charges', credit);
  const back = await admin.call('POST', '/refunds', { userid, amount: 10, kind: 'cash', key: 'back' });
  expect(back.status).toBe(200);
  await admin.call('POST', `/charges/${body.insertedId}/reverse`, { key: 'taken' });
  expect((await family(parent)).owed).toBe(10);
  const owing = (await admin.call('GET', '/families/owing')).body;
  expect(owing.filter((one: { userid: string }) => one.userid === userid)).toMatchObject([
    { kind: 'charges', price: 10, date: expect.stringMatching(/^20/) },
  ]);
  const paid = { userid, kind: 'cash', amount: 10, day: '2026-09-01', key: 'again' };
  expect((await admin.call('POST', '/movements', paid)).status).toBe(200);
  expect((await family(parent)).owed).toBe(0);
});

test('what is owed is listed in parts, each sum once, though one is paid between two of them', async () => {
  const parents = [1, 2, 3, 4].map(() => school.signIn('student'));
  const oboe = await school.addClass({ classname: 'Oboe in parts' });
  const ids: string[] = [];
  for (const parent of await Promise.all(parents)) {
    const child = await addChild(parent, { firstname: 'Mika' });
    ids.push(await byHand(oboe._id, child, 'due'));
    school.clock.now += 1000;
  }
  const part = async (query: string) => (await admin.call('GET', `/families/owing?${query}`)).body;
  const all = await part('');
  expect(all.map(({ _id }: { _id: string }) => _id)).toEqual(expect.arrayContaining(ids));
  expect(await part('limit=2')).toEqual(all.slice(0, 2));
  const at = all.findIndex(({ _id }: { _id: string }) => _id === ids[1]);
  const after = `${all[at].date}.${all[at]._id}`;
  expect(await part(`limit=2&after=${after}`)).toEqual(all.slice(at + 1, at + 3));
  for (const [index, id] of ids.entries()) {
    await admin.call('PUT', `/enrolments/${id}/paid`, { kind: 'transfer', key: `part-${index}` });
    if (index === 1) expect((await part(`limit=1&after=${after}`))[0]._id).toBe(ids[2]);
  }
});

test('a family’s page holds its children, places and what is owed', async () => {
  const parent = await school.signIn('student');
  const child = await addChild(parent, { firstname: 'Mika', born: '2015-03-04', note: 'Nuts' });
  const [cello, oboe, piano] = [
    await school.addClass({ classname: 'Cello' }),
    await school.addClass({ classname: 'Oboe' }),
    await school.addClass({ classname: 'Piano' }),
  ];
  const { enrolment } = await enrol(school, parent, cello._id);
  school.clock.now += 1000;
  const due = await byHand(oboe._id, child, 'due');
  school.clock.now += 1000;
  const cash = await byHand(piano._id, child, 'cash');
  school.clock.now += 1000;
  expect((await admin.call('GET', '/families/owing')).body).toMatchObject([
    { _id: due, userid: parent.user._id, learnername: 'Mika Ito', classname: 'Oboe', price: 60 },
  ]);
  await admin.call('POST', `/enrolments/${cash}/cancel`);
  const page = await family(parent);
  expect(page).toMatchObject({
    user: { email: parent.email, role: 'student', phone: null },
    learners: [{ self: true }, { learnername: 'Mika Ito', born: '2015-03-04', note: 'Nuts', guardians: [] }],
    enrolments: [
      { _id: cash, state: 'refund_due', paidby: 'cash', learnername: 'Mika Ito', payer: null },
      { _id: due, state: 'enrolled', paidby: 'due', price: 60 },
      { _id: enrolment, state: 'enrolled', paidby: 'card', learnername: parent.user.name },
    ],
    owed: 60,
    owedback: 60,
    merges: [],
    movements: [
      { kind: 'cash', amount: 60, classnames: ['Piano'] },
      { kind: 'charge', amount: 60, currency: 'usd', classnames: ['Cello'] },
    ],
  });
  expect(page.mails.map(({ subject }: { subject: string }) => subject)).toContainEqual(
    expect.stringContaining('Oboe'),
  );
  await admin.call('PUT', `/enrolments/${due}/paid`, { kind: 'transfer', key: 'a' });
  await admin.call('PUT', `/enrolments/${cash}/returned`, { kind: 'cash', key: 'b' });
  expect(await family(parent)).toMatchObject({ owed: 0, owedback: 0 });
  expect((await admin.call('GET', '/families/owing')).body).toEqual([]);
  expect(await admin.call('GET', '/families/nobody')).toMatchObject({ body: { code: 'user-not-found' } });
});
