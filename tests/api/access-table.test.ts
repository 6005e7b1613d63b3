import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/nouns.schema.ts';
import type { Row } from '#server/database/schema.ts';
import { insertOrder, moveOrder } from '#server/features/payments/order-queries.ts';
import { recordEnrolment } from '#server/features/payments/settle.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Every call × everybody, written out from who may call what. A new call without a row is a type error; where a cell refuses, the
 * database must be as before.
 */

const ACTORS = [
  'nobody',
  'expired',
  'forged',
  'student',
  'otherStudent',
  'instructor',
  'otherInstructor',
  'admin',
] as const;
type Actor = (typeof ACTORS)[number];
type Cells = Record<Actor, number>;

/** What a cell's request may refer to; made afresh for each cell, so that cells do not depend on one another. */
type World = {
  student: Person;
  instructor: Person;
  otherInstructor: Person;
  admin: Person;
  approved: Row<'classes'>;
  pending: Row<'classes'>;
  changed: Row<'classes'>;
  denied: Row<'classes'>;
  selection: string;
  enrolment: string;
  full: Row<'classes'>;
  waiting: string;
};
type Request = { method: string; path: string; body?: unknown };
type TableRow = { request: (world: World) => Request; cells: Cells };

const everyone = (status: number) => Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Cells;
/** Refused to all but those named: 401 without a good token, 403 with one. */
function cells(allowed: Partial<Cells>, visitors = 401): Cells {
  const refused = visitors === 401 ? 403 : visitors;
  return {
    nobody: visitors,
    expired: visitors,
    forged: visitors,
    student: refused,
    otherStudent: refused,
    instructor: refused,
    otherInstructor: refused,
    admin: refused,
    ...allowed,
  };
}
const admins = cells({ admin: 200 });
const ownStudent = cells({ student: 200 });

const get = (path: string) => () => ({ method: 'GET', path });
const form = { classname: 'Cello', image: '/art/cello-480.webp', price: '80', availableseat: 4 };

const table: Record<keyof typeof endpoints, TableRow> = {
  signInUser: {
    request: ({ student }) => ({ method: 'POST', path: '/users', body: { email: student.email } }),
    cells: everyone(401),
  },
  issueAccessToken: {
    request: ({ student }) => ({ method: 'POST', path: '/jwt', body: { email: student.email } }),
    cells: everyone(401),
  },
  listUsers: { request: get('/users'), cells: admins },
  searchUsers: { request: get('/users/search'), cells: admins },
  makeAdmin: {
    request: ({ student }) => ({ method: 'PATCH', path: `/users/admin/${student.user._id}` }),
    cells: admins,
  },
  makeInstructor: {
    request: ({ student }) => ({ method: 'PATCH', path: `/users/instructor/${student.user._id}` }),
    cells: admins,
  },
  makeStudent: {
    request: ({ otherInstructor }) => ({
      method: 'PATCH',
      path: `/users/student/${otherInstructor.user._id}`,
    }),
    cells: admins,
  },
  listInstructors: { request: get('/instructor/all'), cells: everyone(200) },
  listSessions: {
    request: get('/account/sessions'),
    cells: cells({ student: 200, otherStudent: 200, instructor: 200, otherInstructor: 200, admin: 200 }),
  },
  endSession: {
    request: () => ({ method: 'DELETE', path: '/account/sessions/unknown' }),
    cells: cells({ student: 404, otherStudent: 404, instructor: 404, otherInstructor: 404, admin: 404 }),
  },
  endSessions: { request: () => ({ method: 'DELETE', path: '/account/sessions' }), cells: everyone(401) },
  readAccountData: {
    request: get('/account/data'),
    cells: cells({ student: 200, otherStudent: 200, instructor: 200, otherInstructor: 200, admin: 200 }),
  },
  readErasure: {
    request: get('/account/erasure'),
    cells: cells({ student: 200, otherStudent: 200, instructor: 200, otherInstructor: 200, admin: 200 }),
  },
  deleteAccount: { request: () => ({ method: 'DELETE', path: '/account' }), cells: everyone(401) },
  listPopularClasses: { request: get('/popularclasses'), cells: everyone(200) },
  listClasses: { request: get('/classes/all'), cells: everyone(200) },
  searchClasses: { request: get('/classes/search'), cells: admins },
  listClassesOfInstructor: {
    request: ({ instructor }) => ({ method: 'GET', path: `/classes/find/${instructor.email}` }),
    cells: cells({ instructor: 200, admin: 200 }),
  },
  addClass: {
    request: () => ({ method: 'POST', path: '/addclass', body: form }),
    cells: cells({ instructor: 200, otherInstructor: 200 }),
  },
  readClass: {
    request: ({ pending }) => ({ method: 'GET', path: `/class/${pending._id}` }),
    cells: cells({ instructor: 200, admin: 200 }, 404),
  },
  updateClass: {
    request: ({ pending }) => ({ method: 'PUT', path: `/class/update/${pending._id}`, body: form }),
    cells: cells({ instructor: 200 }),
  },
  resubmitClass: {
    request: ({ denied }) => ({ method: 'PUT', path: `/class/resubmit/${denied._id}` }),
    cells: cells({ instructor: 200 }),
  },
  deleteClass: {
    request: ({ approved }) => ({ method: 'DELETE', path: `/delete/${approved._id}` }),
    cells: admins,
  },
  approveClass: {
    request: ({ pending }) => ({ method: 'PUT', path: `/class/approved/${pending._id}` }),
    cells: admins,
  },
  acceptClass: {
    request: ({ changed }) => ({ method: 'PUT', path: `/class/accept/${changed._id}` }),
    cells: admins,
  },
  denyClass: {
    request: ({ pending }) => ({ method: 'PUT', path: `/class/denied/${pending._id}` }),
    cells: admins,
  },
  handOverClass: {
    request: ({ approved, otherInstructor }) => ({
      method: 'PUT',
      path: `/class/teacher/${approved._id}`,
      body: { email: otherInstructor.email },
    }),
    cells: admins,
  },
  giveFeedback: {
    request: ({ pending }) => ({
      method: 'PUT',
      path: `/class/feedback/${pending._id}`,
      body: { feedback: 'Well planned.' },
    }),
    cells: admins,
  },
  listChanges: { request: get('/changes'), cells: admins },
  listClassHistory: {
    request: ({ pending }) => ({ method: 'GET', path: `/class/history/${pending._id}` }),
    cells: cells({ instructor: 200, admin: 200 }),
  },
  readRoster: {
    request: ({ approved }) => ({ method: 'GET', path: `/rosters/${approved._id}` }),
    cells: cells({ instructor: 200, admin: 200 }),
  },
  exportRoster: {
    request: ({ approved }) => ({ method: 'GET', path: `/rosters/${approved._id}/csv` }),
    cells: cells({ instructor: 200, admin: 200 }),
  },
  readOverview: { request: get('/reports/overview'), cells: admins },
  exportUsers: { request: get('/reports/users.csv'), cells: admins },
  exportClasses: { request: get('/reports/classes.csv'), cells: admins },
  exportPayments: { request: get('/reports/payments.csv'), cells: admins },
  selectClass: {
    request: ({ approved, student }) => ({
      method: 'POST',
      path: '/select/class/',
      body: { classid: approved._id, email: student.email, enrolled: false },
    }),
    cells: ownStudent,
  },
  listSelections: {
    request: ({ student }) => ({ method: 'GET', path: `/selectedclass/${student.email}` }),
    cells: ownStudent,
  },
  deleteSelection: {
    request: ({ selection }) => ({ method: 'DELETE', path: `/selectedclass/delete/${selection}` }),
    cells: ownStudent,
  },
  createPaymentIntent: {
    request: ({ approved }) => ({
      method: 'POST',
      path: '/create-payment-intent',
      body: { price: 60, classid: approved._id },
    }),
    cells: cells({ student: 200, otherStudent: 200 }),
  },
  recordPayment: {
    request: ({ approved, student }) => ({
      method: 'POST',
      path: `/payments/${approved._id}`,
      body: { email: student.email, transactionId: 'pi_unknown', price: 60, date: new Date().toISOString() },
    }),
    cells: cells({ student: 404 }),
  },
  listEnrolments: {
    request: ({ student }) => ({ method: 'GET', path: `/enrolledclasses/${student.email}` }),
    cells: ownStudent,
  },
  listPastEnrolments: {
    request: ({ student }) => ({ method: 'GET', path: `/pastenrolments/${student.email}` }),
    cells: ownStudent,
  },
  enrolFree: {
    request: ({ approved }) => ({ method: 'POST', path: `/enrol/${approved._id}` }),
    cells: cells({ student: 400, otherStudent: 400 }),
  },
  cancelEnrolment: {
    request: ({ enrolment }) => ({ method: 'POST', path: `/enrolments/${enrolment}/cancel` }),
    cells: cells({ student: 200, otherStudent: 404, instructor: 404, otherInstructor: 404, admin: 200 }),
  },
  readReceipt: {
    request: ({ enrolment }) => ({ method: 'GET', path: `/receipts/${enrolment}` }),
    cells: cells({ student: 200, otherStudent: 404, instructor: 404, otherInstructor: 404, admin: 200 }),
  },
  checkMoney: { request: get('/money?month=2026-09'), cells: admins },
  listAttention: { request: get('/money/attention'), cells: admins },
  repairMoney: {
    request: () => ({ method: 'POST', path: '/money/repair', body: { transactionId: 'pi_unknown' } }),
    cells: cells({ admin: 404 }),
  },
  joinWaitlist: {
    request: ({ full }) => ({ method: 'POST', path: '/waitlist', body: { classid: full._id } }),
    cells: cells({ student: 200, otherStudent: 200 }),
  },
  listWaitlist: {
    request: ({ student }) => ({ method: 'GET', path: `/waitlist/${student.email}` }),
    cells: ownStudent,
  },
  leaveWaitlist: {
    request: ({ waiting }) => ({ method: 'DELETE', path: `/waitlist/${waiting}` }),
    cells: cells({ student: 200, otherStudent: 404, instructor: 404, otherInstructor: 404, admin: 404 }),
  },
  listBlogs: { request: get('/blog'), cells: everyone(200) },
  readBlog: { request: get('/blog/unknown'), cells: everyone(404) },
};

let school: TestSchool;
let people: Record<Exclude<Actor, 'nobody' | 'expired' | 'forged'>, Person>;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  school = await openTestSchool();
  people = {
    student: await school.signIn('student'),
    otherStudent: await school.signIn('student'),
    instructor: await school.signIn('instructor'),
    otherInstructor: await school.signIn('instructor'),
    admin: await school.signIn('admin'),
  };
  const { claims } = people.admin;
  const now = school.clock.now;
  school.clock.now = now - 2 * 60 * 60 * 1000;
  const expired = await school.tokens.issue(claims);
  school.clock.now = now;
  const forged = await new SignJWT({ sid: claims.sessionid, uid: claims.uid, epoch: claims.epoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(claims.userid)
    .setIssuer('cadenza')
    .setAudience('cadenza-api')
    .setExpirationTime(Math.floor(now / 1000) + 3600)
    .sign(new Uint8Array(32));
  tokens = {
    nobody: undefined,
    expired,
    forged,
    student: people.student.token,
    otherStudent: people.otherStudent.token,
    instructor: people.instructor.token,
    otherInstructor: people.otherInstructor.token,
    admin: people.admin.token,
  };
});

afterAll(() => school.close());

async function makeWorld(): Promise<World> {
  // Rows that cells changed are put back: who is a student stays one.
  for (const { user } of Object.values(people)) {
    await school.db.updateTable('users').set({ role: user.role }).where('_id', '=', user._id).execute();
  }
  const student = { ...people.student };
  const owner = { instructoremail: people.instructor.email };
  const selected = await school.addClass(owner);
  const selection = `selection-${selected._id}`;
  await school.db
    .insertInto('selections')
    .values({
      _id: selection,
      classid: selected._id,
      email: student.email,
      enrolled: 0,
      createdat: school.clock.now,
    })
    .execute();
  return {
    student,
    instructor: people.instructor,
    otherInstructor: people.otherInstructor,
    admin: people.admin,
    approved: await school.addClass(owner),
    pending: await school.addClass({ ...owner, status: 'pending' }),
    changed: await school.addClass({ ...owner, changedat: school.clock.now }),
    denied: await school.addClass({ ...owner, status: 'denied' }),
    selection,
    full: await school.addClass({ ...owner, availableseat: 0, enrolledstudents: 1 }),
    waiting: (
      await insertEntry(school.db, { classid: selected._id, email: student.email, now: school.clock.now })
    )._id,
    enrolment: await enrol(student, await school.addClass({ ...owner, enrolledstudents: 1 })),
  };
}

/** A free place, so that taking it back needs no card service. */
async function enrol({ email }: Person, { _id: classid }: Row<'classes'>): Promise<string> {
  const { now } = school.clock;
  const order = await insertOrder(school.db, {
    email,
    classid,
    amount: 0,
    currency: 'usd',
    holduntil: now,
    now,
  });
  await moveOrder(school.db, order._id, ['held'], { state: 'enrolled', paidat: now, workat: null, now });
  const enrolled = { ...order, classid, updatedat: now };
  await recordEnrolment(school.db, enrolled, `free_${order._id}`);
  return order._id;
}

const TABLES = [
  'users',
  'sessions',
  'classes',
  'changes',
  'selections',
  'orders',
  'enrolments',
  'ledger',
  'waitlist',
  'webhookevents',
  'blogs',
  'settings',
] as const;

async function everything(): Promise<string> {
  const dumps = await Promise.all(TABLES.map((name) => school.db.selectFrom(name).selectAll().execute()));
  return JSON.stringify(dumps.map((rows) => rows.map((row) => JSON.stringify(row)).sort()));
}

test('the table has a row for every call of the contract', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(endpoints).sort());
});

describe.each(Object.entries(table))('%s', (name, { request, cells }) => {
  test.each(Object.entries(cells))('as %s answers %i', async (actor, status) => {
    const wanted = request(await makeWorld());
    const before = await everything();
    const token = tokens[actor as Actor];
    const answer = await school.app.inject({
      method: wanted.method as 'GET',
      url: `/api${wanted.path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(wanted.body !== undefined && { payload: wanted.body as object }),
    });
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(status);
    if (status >= 400) {
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.json()).toMatchObject({ status, detail: expect.any(String), code: expect.any(String) });
      expect(await everything()).toBe(before);
    }
  });
});
