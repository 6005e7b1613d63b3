import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READ_SCOPES } from '#contract/keys/calls.ts';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookNotice } from '#contract/webhooks/calls.ts';
import { WebhookNotice as Notice } from '#contract/webhooks/schema.ts';
import { addChildBy, letGuard, NO_RIGHTS, tokenFor } from '#tests/support/families.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { importOne, LOG_WALKS } from '#tests/support/log-walks.ts';
import { missing } from '#tests/support/missed-lessons.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';
import { addLesson, addPlan } from '#tests/support/timetable.ts';

/*
 * Every event of a webhook of version 1, made by the calls that make it happen: without a walk of its own an event
 * does not compile, and a walk that tells of nothing is red.
 */

let school: TestSchool;
let admin: Person;
/** Opens every list for programs. */
let secret: string;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  await admin.call('POST', '/webhooks', { url: 'https://office.example/', events: WEBHOOK_EVENTS });
  const { body } = await admin.call('POST', '/keys', { name: 'Website sync', scopes: READ_SCOPES });
  secret = body.secret;
});
afterAll(() =>
  school.close({ typed: ['Website sync', 'Wrong class', 'The hall is closed', 'Autumn break'] }),
);

/** Of what is told: the subject's id, and ids beside it. */
type Told = { of: string; data?: Record<string, unknown> };
type Walk = () => Promise<Told>;

const made = async (answer: Promise<{ status: number; body: { insertedId: string } }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body.insertedId;
};
const student = () => school.signIn('student');
const addClass = async (fields: Parameters<TestSchool['addClass']>[0] = {}) =>
  (await school.addClass({ price: 6000, availableseat: 9, ...fields }))._id;
let keys = 0;
const newKey = () => `key-${++keys}`;

const DAY = '2026-09-08';
async function addTaught() {
  const teacher = await school.signIn('instructor');
  const classid = await addClass({ instructoremail: teacher.email });
  const { _id: lessonid } = await addLesson(school.db, { classid, day: DAY, teacherid: teacher.user._id });
  return { teacher, classid, lessonid };
}
const ofLesson = ({ classid, lessonid }: { classid: string; lessonid: string }): Told => ({
  of: lessonid,
  data: { classid, lessonid },
});

async function addGuarded() {
  const [parent, guardian] = [await student(), await student()];
  const learnerid = await addChildBy(parent);
  await letGuard(school, { parent, guardian, learnerid });
  const told: Told = { of: learnerid, data: { learnerid, guardianid: guardian.user._id } };
  return { parent, guardian, learnerid, told };
}

async function addFamily() {
  const userid = await made(admin.call('POST', '/families', FAMILY));
  const { learners } = (await admin.call('GET', `/families/${userid}`)).body;
  const { _id: learnerid } = learners.find(({ self }: { self: boolean }) => !self);
  return { userid, learnerid };
}
const FAMILY = { name: 'Ana Costa', learners: [{ firstname: 'Rui', lastname: 'Costa' }] };

/** Makes a call of the log's walks and gives what is said of it. */
async function walk(name: keyof typeof LOG_WALKS, method: string, pathOf: (of: string) => string) {
  const { by, of, body } = (await LOG_WALKS[name]?.(school, admin)) ?? { by: admin, of: '' };
  const answer = await by.call(method, pathOf(of), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { of, body: body as Record<string, string>, answer: answer.body };
}

async function chargeStudent() {
  const { user } = await student();
  const fee = { kind: 'fee', label: 'Exam', amount: 25, day: '2026-09-01', key: newKey() };
  const chargeid = await made(admin.call('POST', '/charges', { ...fee, userid: user._id }));
  return { userid: user._id, chargeids: [chargeid] };
}
async function addInvoice() {
  const { userid, chargeids } = await chargeStudent();
  return { userid, invoiceid: await made(admin.call('POST', '/invoices', { userid, chargeids })) };
}
const pay = (userid: string, amount: number) =>
  made(admin.call('POST', '/movements', { userid, kind: 'cash', amount, day: '2026-09-01', key: newKey() }));

async function owePlace() {
  const [classid, { learnerid, user }] = [await addClass(), await student()];
  const id = await made(admin.call('POST', '/enrolments', { classid, learnerid, pay: 'due' }));
  return { id, classid, learnerid, userid: user._id };
}

async function importFamily() {
  await importOne(school, admin, newKey());
  const { _id: userid } = await school.db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', `key-${keys}@test.example`)
    .executeTakeFirstOrThrow();
  const child = school.db.selectFrom('learners').select('_id').where('userid', '=', userid);
  return { userid, learnerid: (await child.where('self', '=', 0).executeTakeFirstOrThrow())._id };
}

const WALKS: Readonly<Record<WebhookEvent, Readonly<Record<string, Walk>>>> = {
  'account.added': {
    'by signing in': async () => {
      const { email } = await openAccounts(school).signIn('comes@test.example', { call: 'signUp' });
      const user = school.db.selectFrom('users').select('_id').where('email', '=', email);
      return { of: (await user.executeTakeFirstOrThrow())._id };
    },
    'by the office': async () => ({ of: (await addFamily()).userid }),
    'by an import': async () => ({ of: (await importFamily()).userid }),
  },
  'account.changed': {
    'by the office': async () => {
      const { userid } = await addFamily();
      await admin.call('PUT', `/families/${userid}`, { note: 'Pays in cash.' });
      return { of: userid };
    },
    'by its owner': async () => {
      const person = await student();
      const contact = { phone: '030 1234567', emergencyname: '', emergencyphone: '' };
      expect((await person.call('PUT', '/account/contact', contact)).status).toBe(200);
      return { of: person.user._id };
    },
    'by a role': async () => {
      const { user } = await student();
      await admin.call('PATCH', `/users/instructor/${user._id}`);
      return { of: user._id };
    },
    'by a merge': async () => {
      const [keep, drop] = [(await student()).user._id, (await addFamily()).userid];
      await made(admin.call('POST', '/families/merge', { keep, drop }));
      return { of: drop };
    },
  },
  'child.added': {
    'by a parent': async () => {
      const parent = await student();
      return { of: await addChildBy(parent), data: { userid: parent.user._id } };
    },
    'by the office': async () => {
      const { userid, learnerid } = await addFamily();
      return { of: learnerid, data: { userid } };
    },
    'by an import': async () => ({ of: (await importFamily()).learnerid }),
  },
  'child.changed': {
    'by a parent': async () => {
      const parent = await student();
      const of = await addChildBy(parent);
      await parent.call('PUT', `/learners/${of}`, { note: 'Nuts.' });
      return { of };
    },
    'by the office': async () => {
      const { userid, learnerid } = await addFamily();
      await admin.call('PUT', `/families/${userid}/learners/${learnerid}`, { note: 'Nuts.' });
      return { of: learnerid };
    },
    'by an account of its own': async () => {
      const [parent, teenager] = [await student(), await student()];
      const of = await addChildBy(parent);
      await parent.call('POST', `/learners/${of}/takeover`, { email: teenager.email, ...NO_RIGHTS });
      await teenager.call('POST', `/claims/${await tokenFor(school, teenager.email)}`);
      return { of, data: { userid: teenager.user._id } };
    },
    'by a merge': async () => {
      const [keep, { userid: drop, learnerid }] = [(await student()).user._id, await addFamily()];
      await made(admin.call('POST', '/families/merge', { keep, drop }));
      return { of: learnerid, data: { userid: keep } };
    },
  },
  'child.removed': {
    'by a parent': async () => {
      const parent = await student();
      const of = await addChildBy(parent);
      expect((await parent.call('DELETE', `/learners/${of}`)).status).toBe(200);
      return { of };
    },
  },
  'guardian.added': { 'who accepts': async () => (await addGuarded()).told },
  'guardian.changed': {
    'by the payer': async () => {
      const { parent, guardian, learnerid, told } = await addGuarded();
      const rights = { ...NO_RIGHTS, maypay: true };
      await parent.call('POST', '/guardians', { learnerid, email: guardian.email, ...rights });
      return told;
    },
  },
  'guardian.removed': {
    'by the payer': async () => {
      const { parent, guardian, learnerid, told } = await addGuarded();
      await parent.call('DELETE', `/guardians/${learnerid}/${guardian.user._id}`);
      return told;
    },
    'by the office': async () => {
      const { parent, guardian, learnerid, told } = await addGuarded();
      const path = `/families/${parent.user._id}/learners/${learnerid}/guardians/${guardian.email}`;
      await admin.call('DELETE', path);
      return told;
    },
    'by a recovery': async () => {
      const { parent, guardian, learnerid, told } = await addGuarded();
      await parent.call('DELETE', `/account/recovery/guardian/${learnerid}.${guardian.user._id}`);
      return told;
    },
  },
  enrolled: {
    'by card': async () => {
      const [person, of] = [await student(), await addClass()];
      const { enrolment: enrolmentid } = await enrol(school, person, of);
      return { of, data: { enrolmentid, learnerid: person.learnerid, userid: person.user._id } };
    },
    'by the office': async () => {
      const { id: enrolmentid, classid } = await owePlace();
      return { of: classid, data: { enrolmentid } };
    },
  },
  cancelled: {
    'by the office': async () => {
      const { id: enrolmentid, classid } = await owePlace();
      await admin.call('POST', `/enrolments/${enrolmentid}/cancel`);
      return { of: classid, data: { enrolmentid } };
    },
    'with a class that is called off': async () => {
      const { id: enrolmentid, classid } = await owePlace();
      await callOff(classid);
      await school.work();
      return { of: classid, data: { enrolmentid } };
    },
  },
  moved: {
    'to a child of the family': async () => {
      const [of, parent] = [await addClass(), await student()];
      const place = { classid: of, learnerid: parent.learnerid, pay: 'cash' };
      const id = await made(admin.call('POST', '/enrolments', place));
      const learnerid = await addChildBy(parent);
      expect((await admin.call('PUT', `/enrolments/${id}/learner`, { learnerid })).status).toBe(200);
      return { of, data: { enrolmentid: id, learnerid, previouslearnerid: parent.learnerid } };
    },
  },
  'payment.noted': {
    'for a place that was owed': async () => {
      const { id: enrolmentid, userid, learnerid } = await owePlace();
      await admin.call('PUT', `/enrolments/${enrolmentid}/paid`, { kind: 'cash', key: newKey() });
      return { of: userid, data: { enrolmentid, learnerid } };
    },
    'with a place': async () => {
      const [classid, { learnerid, user }] = [await addClass(), await student()];
      const enrolmentid = await made(admin.call('POST', '/enrolments', { classid, learnerid, pay: 'cash' }));
      return { of: user._id, data: { enrolmentid } };
    },
    'by a family': async () => {
      const { user } = await student();
      const movementid = await pay(user._id, 10);
      return { of: user._id, data: { movementid, enrolmentid: null } };
    },
  },
  refunded: {
    'to a card': async () => {
      const [person, of] = [await student(), await addClass()];
      const { enrolment: enrolmentid } = await enrol(school, person, of);
      await admin.call('POST', `/enrolments/${enrolmentid}/cancel`);
      for (let turn = 0; turn < 3; turn++) await school.work();
      return { of, data: { enrolmentid, refundid: expect.stringMatching(/^re_/) } };
    },
    'by hand': async () => {
      const { of: enrolmentid } = await walk('markReturned', 'PUT', (of) => `/enrolments/${of}/returned`);
      const order = school.db.selectFrom('orders').select('classid').where('_id', '=', enrolmentid);
      return { of: (await order.executeTakeFirstOrThrow()).classid ?? '', data: { enrolmentid } };
    },
  },
  'credit.refunded': {
    'by hand': async () => {
      const { body } = await walk('giveBack', 'POST', () => '/refunds');
      return { of: body.userid ?? '' };
    },
  },
  'place.offered': {
    'to the first in line': async () => {
      const [holder, waiting] = [await student(), await student()];
      const of = await addClass({ availableseat: 1 });
      const { enrolment } = await enrol(school, holder, of);
      const { body } = await waiting.call('POST', '/waitlist', { classid: of });
      await holder.call('POST', `/enrolments/${enrolment}/cancel`);
      return { of, data: { entryid: body._id, learnerid: waiting.learnerid } };
    },
  },
  'class.approved': {
    'by an admin': async () => {
      const { _id: of, instructorid } = await school.addClass({ status: 'pending' });
      await admin.call('PUT', `/class/approved/${of}`);
      return { of, data: { instructorid } };
    },
  },
  'class.changed': {
    'by its form': async () => {
      const of = await addClass();
      const { status, body } = await admin.call('PUT', `/class/update/${of}`, { classname: 'Viola' });
      expect(status, JSON.stringify(body)).toBe(200);
      return { of };
    },
    'by its plans': async () => {
      const { classid: of } = await addTaught();
      const plan = { weekday: 3, starttime: '10:00', minutes: 45, everyweeks: 1, roomid: null };
      const plans = [{ ...plan, firstday: '2026-10-01', lastday: '2026-10-31' }];
      const { status, body } = await admin.call('PUT', `/class/plans/${of}`, { plans });
      expect(status, JSON.stringify(body)).toBe(200);
      return { of };
    },
    'by its teacher, who is another': async () => {
      const [of, { email }] = [await addClass(), await school.signIn('instructor')];
      await admin.call('PUT', `/class/teacher/${of}`, { email });
      return { of };
    },
    'off the list': async () => {
      const of = await addClass();
      await admin.call('PUT', `/class/denied/${of}`, {});
      return { of };
    },
  },
  'class.called-off': {
    'by an admin': async () => {
      const of = await addClass();
      await callOff(of);
      return { of };
    },
  },
  'class.removed': {
    'by an admin': async () => {
      const of = await addClass();
      expect((await admin.call('DELETE', `/delete/${of}`)).status).toBe(200);
      return { of };
    },
  },
  'lesson.moved': {
    'by the office': async () => {
      const taught = await addTaught();
      const body = { day: '2026-09-09', starttime: '10:00', minutes: 45 };
      expect((await admin.call('PUT', `/lessons/${taught.lessonid}`, body)).status).toBe(200);
      return ofLesson(taught);
    },
    'made up after it was cancelled': async () => {
      const taught = await addTaught();
      await admin.call('DELETE', `/lessons/${taught.lessonid}`);
      const body = { day: '2026-09-09', starttime: '10:00', minutes: 45 };
      expect((await admin.call('PUT', `/lessons/${taught.lessonid}`, body)).status).toBe(200);
      return ofLesson(taught);
    },
  },
  'lesson.cancelled': {
    'by the office': async () => {
      const taught = await addTaught();
      expect((await admin.call('DELETE', `/lessons/${taught.lessonid}`)).status).toBe(200);
      return ofLesson(taught);
    },
    'with its class': async () => {
      const taught = await addTaught();
      await callOff(taught.classid);
      return ofLesson(taught);
    },
    'by closing days': async () => {
      const taught = await addTaught();
      await addPlanOf(taught);
      const closure = { name: 'Autumn break', firstday: DAY, lastday: DAY };
      const closed = await admin.call('POST', '/closures', closure);
      await admin.call('DELETE', `/closures/${closed.body.insertedId}`);
      expect(closed.body.cancelled).toMatchObject({ lessons: 1 });
      return ofLesson(taught);
    },
  },
  'lesson.substituted': {
    'by the office': async () => {
      const [taught, { user }] = [await addTaught(), await school.signIn('instructor')];
      const body = { day: DAY, starttime: '16:00', minutes: 45, teacherid: user._id };
      const { status, body: answer } = await admin.call('PUT', `/lessons/${taught.lessonid}`, body);
      expect(status, JSON.stringify(answer)).toBe(200);
      return ofLesson(taught);
    },
  },
  'absence.noted': {
    'by a parent': async () => {
      const { parent, child, lesson } = await missing(school);
      await parent.call('POST', '/absences', { learnerid: child, lessonid: lesson });
      return { of: lesson, data: { learnerid: child } };
    },
  },
  'register.saved': {
    'by its teacher': async () => {
      const taught = await addTaught();
      const { learnerid } = await student();
      const place = { classid: taught.classid, learnerid, pay: 'cash' };
      await made(admin.call('POST', '/enrolments', place));
      const { now } = school.clock;
      school.clock.now = Date.parse(`${DAY}T16:10:00Z`);
      const marks = [{ learnerid, state: 'present', markedat: new Date(school.clock.now).toISOString() }];
      const saved = await taught.teacher.call('PUT', `/lessons/${taught.lessonid}/register`, { marks });
      school.clock.now = now;
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      return ofLesson(taught);
    },
  },
  'invoice.issued': {
    'over charges': async () => {
      const { userid, invoiceid } = await addInvoice();
      return { of: invoiceid, data: { userid } };
    },
    'as a credit note': async () => {
      const { invoiceid } = await addInvoice();
      const reason = 'Wrong class';
      return { of: await made(admin.call('POST', `/invoices/${invoiceid}/void`, { reason })) };
    },
  },
  'invoice.paid': {
    'by hand': async () => {
      const { userid, invoiceid } = await addInvoice();
      await pay(userid, 25);
      return { of: invoiceid, data: { userid } };
    },
    'by credit, as it is issued': async () => {
      const { userid, chargeids } = await chargeStudent();
      await pay(userid, 40);
      return { of: await made(admin.call('POST', '/invoices', { userid, chargeids })) };
    },
    'by places that were paid before': async () => {
      const [classid, { learnerid, user }] = [await addClass(), await student()];
      const orderid = await made(admin.call('POST', '/enrolments', { classid, learnerid, pay: 'cash' }));
      const body = { userid: user._id, orderids: [orderid] };
      return { of: await made(admin.call('POST', '/invoices', body)) };
    },
  },
  'invoice.voided': {
    'by an admin': async () => {
      const { invoiceid } = await addInvoice();
      await made(admin.call('POST', `/invoices/${invoiceid}/void`, { reason: 'Wrong class' }));
      return { of: invoiceid };
    },
  },
  'person.erased': {
    'by the owner': async () => {
      const accounts = openAccounts(school);
      const { email, idToken } = await accounts.signIn('goes@test.example', { call: 'signUp' });
      const user = school.db.selectFrom('users').select('_id').where('email', '=', email);
      const { _id: of } = await user.executeTakeFirstOrThrow();
      const headers = { authorization: `Bearer ${idToken}` };
      await school.app.inject({ method: 'DELETE', url: '/api/account', headers });
      await letLeave(school);
      return { of };
    },
  },
};

const callOff = async (classid: string) => {
  const body = { reason: 'The hall is closed', refund: 'whole', key: newKey() };
  const { status } = await admin.call('POST', `/class/${classid}/calloff`, body);
  expect(status).toBe(200);
};

/** Closing days find lessons by their plans. */
async function addPlanOf({ classid, lessonid }: { classid: string; lessonid: string }) {
  const planid = await addPlan(school.db, { classid, firstday: DAY, lastday: DAY });
  await school.db.updateTable('lessons').set({ planid }).where('_id', '=', lessonid).execute();
}

async function notices(): Promise<WebhookNotice[]> {
  const all: WebhookNotice[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const path: string = `/webhooks/messages${after && `?after=${after}`}`;
    const { items, next } = (await admin.call('GET', path)).body;
    all.push(...items.map(({ body }: { body: string }) => JSON.parse(body)));
    after = next;
  }
  return all;
}

/** Of what is gone the address finds nothing any more; lists say so for a while. */
const GONE = new Set<string>([
  'cancelled',
  'child.removed',
  'class.called-off',
  'class.removed',
  'person.erased',
]);

const cases = Object.entries(WALKS).flatMap(([event, walks]) =>
  Object.entries(walks).map(([how, walk]) => ({ event, how, walk })),
);

describe('an event is told', () => {
  test.each(cases)('$event, $how', async ({ event, walk }) => {
    await school.db.deleteFrom('webhookmessages').execute();
    school.clock.now += 1000;
    const { of, data = {} } = await walk();
    const told = (await notices()).filter(({ type, subject }) => type === event && subject?.id === of);
    expect(told).toEqual([expect.objectContaining({ type: event, data: expect.objectContaining(data) })]);
    const [notice] = told;
    expect(Notice.safeDecode(notice as never)).toMatchObject({ success: true });
    expect(notice?.url).toMatch(/^\/api\/v1\/[a-z]+\/[\w-]+$/);
    const headers = { authorization: `Bearer ${secret}` };
    const read = await school.app.inject({ url: notice?.url ?? '', headers });
    expect([read.statusCode, notice?.url]).toEqual([GONE.has(event) ? 404 : 200, notice?.url]);
    // Ids alone: no name, address or sum.
    expect(Object.keys(notice?.data ?? {}).filter((name) => !name.endsWith('id'))).toEqual([]);
  });
});

test('by one that can be chosen, and none beside them', () => {
  const types = Notice.options.map(({ shape }) => shape.type.value);
  expect(types.filter((type) => type !== 'test').sort()).toEqual([...WEBHOOK_EVENTS].sort());
  expect(Object.keys(WALKS).sort()).toEqual([...WEBHOOK_EVENTS].sort());
  expect(cases.length).toBeGreaterThanOrEqual(WEBHOOK_EVENTS.length);
});
