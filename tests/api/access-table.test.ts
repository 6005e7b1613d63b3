import { SignJWT } from 'jose';
import { type RawBuilder, sql, type TableMetadata } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import type { Access, Endpoint, KeyScope, Own, RoleAccess } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { KEY_SCOPES } from '#contract/keys.ts';
import { newApiKey } from '#server/auth/api-keys.ts';
import type { Row } from '#server/database/schema.ts';
import { hashOf } from '#server/features/calendars/make-calendar.ts';
import { saveCalendar } from '#server/features/calendars/queries.ts';
import { insertClosure } from '#server/features/closures/queries.ts';
import { insertKey } from '#server/features/keys/queries.ts';
import { insertClaim, newToken, saveGuardian } from '#server/features/learners/claim-queries.ts';
import { insertChild } from '#server/features/learners/queries.ts';
import { insertQuestion } from '#server/features/questions/queries.ts';
import { insertRoom } from '#server/features/rooms/queries.ts';
import { insertFacts } from '#server/features/school/queries.ts';
import { insertTerm } from '#server/features/terms/queries.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { insertWebhook } from '#server/features/webhooks/queries.ts';

import { bodyToSend } from '#tests/support/form-body.ts';
import { seatIn } from '#tests/support/pay.ts';
import { accountAt } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * Every call × everybody, derived from what the contract says of each call: its method, its path and its access. Only what cannot be
 * derived is written out: what a request needs, and where the answer to someone who may call is not 200. A new call without what it needs
 * fails; where a cell refuses, the database must be as before.
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
  ...KEY_SCOPES.map((scope) => `${scope} key` as const),
  'revoked key',
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
  /** Of the student. */
  child: string;
  /** Of the child. */
  guardian: string;
  /** What the student is asked. */
  claim: string;
  key: string;
  webhook: string;
  /** Of the instructor, for everybody to read. */
  post: Row<'blogs'>;
  fact: string;
  room: string;
  term: string;
  closure: string;
  /** Of a stranger. */
  question: string;
  /** Of the instructor, to come. */
  lesson: string;
  /** An account that may be merged into another. */
  dropped: string;
  /** The token of the student’s calendar. */
  calendar: string;
};

/** What a request needs beyond its method and path: what `:id` stands for, a body, a query. */
type Needs = { param?: (world: World) => string; body?: (world: World) => unknown; query?: string };

const form = { classname: 'Cello', image: '/art/cello-480.webp', price: '80', availableseat: 4 };
const post = {
  title: 'Scales',
  blog_description: 'Why they matter.',
  blog: 'They *matter*.',
  image: '/art/cello-480.webp',
  category: 'Study',
  state: 'published',
};
const rights = { mayenrol: true, maypay: false, getsmail: false };
const child = { firstname: 'Mia', lastname: 'Sol' };
const days = { firstday: '2027-01-11', lastday: '2027-03-26' };
type KeyActor = `${KeyScope} key`;

const familyFile = () => new File(['Email,First,Last\nana@example.com,Rui,Costa\n'], 'families.csv');
const familyForm = () => ({
  file: familyFile(),
  columns: JSON.stringify({ email: 'Email', firstname: 'First', lastname: 'Last' }),
});
const ofStudent = ({ student }: World) => student.user._id;
const approvedId = ({ approved }: World) => approved._id;
const pendingId = ({ pending }: World) => pending._id;

const NEEDS: { readonly [N in keyof typeof endpoints]?: Needs } = {
  signInUser: { body: ({ student }) => ({ email: student.email }) },
  issueAccessToken: { body: ({ student }) => ({ email: student.email }) },
  makeAdmin: { param: ofStudent },
  makeInstructor: { param: ofStudent },
  makeStudent: { param: ({ otherInstructor }) => otherInstructor.user._id },
  endSession: { param: () => 'unknown' },
  askQuestion: { body: () => ({ text: 'When?', email: `${crypto.randomUUID()}@mail.example` }) },
  answerQuestion: { param: ({ question }) => question, body: () => ({ answer: 'Now.' }) },
  deleteQuestion: { param: ({ question }) => question },
  listClassesOfInstructor: { param: ({ instructor }) => instructor.email },
  browseClassesOfInstructor: { param: ({ instructor }) => instructor.email },
  readTeaching: { param: ({ instructor }) => instructor.email },
  addClass: { body: ({ otherInstructor }) => ({ ...form, instructoremail: otherInstructor.email }) },
  readClass: { param: pendingId },
  listSimilarClasses: { param: approvedId },
  listTimetable: { query: 'from=2026-11-23&to=2026-11-29' },
  listClassLessons: { param: approvedId },
  updateClass: { param: pendingId, body: () => form },
  resubmitClass: { param: ({ denied }) => denied._id },
  deleteClass: { param: approvedId },
  approveClass: { param: pendingId },
  acceptClass: { param: ({ changed }) => changed._id },
  denyClass: { param: pendingId },
  handOverClass: { param: approvedId, body: ({ otherInstructor }) => ({ email: otherInstructor.email }) },
  giveFeedback: { param: pendingId, body: () => ({ feedback: 'Well planned.' }) },
  listClassHistory: { param: pendingId },
  listPlans: { param: pendingId },
  changePlans: {
    param: pendingId,
    body: () => ({ plans: [{ weekday: 2, starttime: '16:00', minutes: 45, ...days }] }),
  },
  moveLesson: { param: ({ lesson }) => lesson, body: () => ({ day: '2026-12-02' }) },
  cancelLesson: { param: ({ lesson }) => lesson },
  readRoster: { param: approvedId },
  exportRoster: { param: approvedId },
  selectClass: {
    body: ({ approved, student }) => ({ classid: approved._id, email: student.email, enrolled: false }),
  },
  listClashes: { param: approvedId },
  selectTogether: {
    body: ({ approved }) => ({ classid: approved._id, learnerids: ['unknown'] }),
  },
  checkout: { body: ({ approved }) => ({ items: [{ classid: approved._id }] }) },
  createPaymentIntent: { body: ({ approved }) => ({ price: 60, classid: approved._id }) },
  recordPayment: {
    param: approvedId,
    body: ({ student }) => ({
      email: student.email,
      transactionId: 'pi_unknown',
      price: 60,
      date: new Date().toISOString(),
    }),
  },
  enrolFree: { param: approvedId },
  enrolByHand: {
    body: ({ approved, student }) => ({ classid: approved._id, learnerid: student.learnerid, pay: 'cash' }),
  },
  readFamily: { param: ofStudent },
  mergeFamilies: { body: ({ student, dropped }) => ({ keep: student.user._id, drop: dropped }) },
  undoMerge: { param: () => 'unknown' },
  markPaid: { param: ({ enrolment }) => enrolment, body: () => ({ kind: 'cash', key: 'one' }) },
  markReturned: { param: ({ enrolment }) => enrolment, body: () => ({ kind: 'cash', key: 'one' }) },
  reconcileMonth: { query: 'month=2026-09' },
  repairPayment: { body: () => ({ transactionId: 'pi_unknown' }) },
  addKey: { body: () => ({ name: 'Accounting', scopes: KEY_SCOPES }) },
  revokeKey: { param: ({ key }) => key },
  addWebhook: { body: () => ({ url: 'https://office.example/', events: ['enrolled'] }) },
  deleteWebhook: { param: ({ webhook }) => webhook },
  resumeWebhook: { param: ({ webhook }) => webhook },
  testWebhook: { param: ({ webhook }) => webhook },
  resendWebhookMessage: { param: () => 'unknown' },
  updateSchool: { body: () => ({ tagline: 'From the first note.', version: 1 }) },
  addFact: { body: () => ({ kind: 'event', title: 'Concert' }) },
  updateFact: { param: ({ fact }) => fact, body: () => ({ kind: 'number', title: 'Pianos', words: '7' }) },
  deleteFact: { param: ({ fact }) => fact },
  addRoom: { body: () => ({ name: 'Loft', places: 4 }) },
  updateRoom: { param: ({ room }) => room, body: () => ({ name: 'Loft', places: 4 }) },
  deleteRoom: { param: ({ room }) => room },
  addTerm: { body: () => ({ name: 'Spring', ...days }) },
  updateTerm: { param: ({ term }) => term, body: () => ({ name: 'Spring', ...days }) },
  copyTerm: {
    param: ({ term }) => term,
    body: () => ({
      ...{ name: 'Summer', firstday: '2027-04-12', lastday: '2027-07-02' },
      offeruntil: '2027-03-01',
    }),
  },
  deleteTerm: { param: ({ term }) => term },
  addClosure: { body: () => ({ name: 'Holidays', ...days }) },
  updateClosure: { param: ({ closure }) => closure, body: () => ({ name: 'Holidays', ...days }) },
  deleteClosure: { param: ({ closure }) => closure },
  retryMail: { param: () => 'unknown' },
  readImportTable: { body: () => ({ file: familyFile() }) },
  importFamilies: { body: familyForm },
  exportUnfitLines: { body: familyForm },
  sendFamilyClaims: { param: () => 'unknown' },
  undoImport: { param: () => 'unknown' },
  listWaiting: { param: approvedId },
  offerPlace: { param: ({ waiting }) => waiting },
  removeWaiting: { param: ({ waiting }) => waiting },
  joinWaitlist: { body: ({ full }) => ({ classid: full._id }) },
  joinWaitlistTogether: {
    body: ({ full, child }) => ({ classid: full._id, learnerids: [child, 'unknown'] }),
  },
  addLearner: { body: () => child },
  updateLearner: { body: () => ({ note: 'Collected by Ana.' }) },
  writeContact: { body: () => ({ phone: '', emergencyname: '', emergencyphone: '' }) },
  takeBackLearner: { param: () => 'unknown' },
  endSetUp: { param: () => 'key/unknown' },
  offerTakeover: { body: () => ({ ...rights, email: 'grown-up@test.example' }) },
  saveGuardian: { body: ({ child }) => ({ ...rights, learnerid: child, email: 'friend@test.example' }) },
  deleteGuardian: { param: ({ child, guardian }) => `${child}/${guardian}` },
  withdrawClaim: { param: ({ child }) => `${child}/asked@test.example` },
  readClaim: { param: ({ claim }) => claim },
  openClaimedAccount: {
    param: ({ claim }) => claim,
    body: () => ({ password: 'Practice!1', name: 'Ana Costa' }),
  },
  acceptClaim: { param: ({ claim }) => claim },
  readBlog: { param: () => 'unknown' },
  readText: { param: () => 'privacy' },
  writeText: { param: () => 'terms', body: () => ({ markdown: 'Be kind.', version: 0 }) },
  readInstructor: { param: ({ instructor }) => instructor.user._id },
  writeProfile: { body: () => ({ words: 'I play.', instruments: ['Viola'], version: 0 }) },
  clearProfile: { param: ({ instructor }) => instructor.user._id },
  readOwnBlog: { param: ({ post: { _id } }) => _id },
  addBlog: { body: () => post },
  updateBlog: { param: ({ post: { _id } }) => _id, body: ({ post: { version } }) => ({ ...post, version }) },
  deleteBlog: { param: ({ post: { _id } }) => _id },
  readReaction: { param: ({ post: { _id } }) => _id },
  addReaction: { param: ({ post: { _id } }) => _id },
  deleteReaction: { param: ({ post: { _id } }) => _id },
  readCalendar: { param: ({ calendar }) => calendar },
  readClassCalendar: { param: approvedId },
  previewMarkdown: { body: () => ({ markdown: 'Some *words*.' }) },
};

/** For calls that are for a person's own alone: whose the row or the address is that the path names, and how others are refused. */
const OWN: Record<
  Own,
  { owner: 'student' | 'instructor'; param?: (world: World) => string; refusal: number }
> = {
  'params.email': { owner: 'student', param: ({ student }) => student.email, refusal: 403 },
  'body.email': { owner: 'student', refusal: 403 },
  blog: { owner: 'instructor', refusal: 403 },
  class: { owner: 'instructor', refusal: 403 },
  lesson: { owner: 'instructor', param: ({ lesson }) => lesson, refusal: 403 },
  instructor: { owner: 'instructor', param: ({ instructor }) => instructor.user._id, refusal: 403 },
  selection: { owner: 'student', param: ({ selection }) => selection, refusal: 403 },
  enrolment: { owner: 'student', param: ({ enrolment }) => enrolment, refusal: 404 },
  receipt: { owner: 'student', param: ({ enrolment }) => enrolment, refusal: 404 },
  waitlist: { owner: 'student', param: ({ waiting }) => waiting, refusal: 404 },
  learner: { owner: 'student', param: ({ child }) => child, refusal: 404 },
};

/** What anyone who may make a call is answered where that is not 200. */
const ANSWERS: { readonly [N in keyof typeof endpoints]?: number } = {
  takeBackLearner: 404,
  endSetUp: 404,
  joinWaitlistTogether: 404,
  endSession: 404,
  selectTogether: 404,
  resumeWebhook: 409,
  resendWebhookMessage: 404,
  retryMail: 404,
  sendFamilyClaims: 404,
  undoImport: 404,
  recordPayment: 404,
  enrolFree: 400,
  repairPayment: 404,
  undoMerge: 404,
  markPaid: 409,
  markReturned: 409,
  readBlog: 404,
  readText: 404,
  // The student's account is proved.
  openClaimedAccount: 409,
};

const toOthers = (refusal: number) => ({
  otherStudent: refusal,
  instructor: refusal,
  otherInstructor: refusal,
  admin: refusal,
});
const OTHER_FAMILY = toOthers(404);
const OTHER_ADDRESS = toOthers(403);

/** Calls whose answers differ by who calls, beyond what their access says. */
const EXCEPTIONS: { readonly [N in keyof typeof endpoints]?: Partial<Cells> } = {
  readClass: {
    nobody: 404,
    expired: 404,
    forged: 404,
    student: 404,
    otherStudent: 404,
    otherInstructor: 404,
    'read key': 404,
    'people key': 404,
    'money key': 404,
    'revoked key': 404,
  },
  // Of the student's family.
  saveGuardian: OTHER_FAMILY,
  deleteGuardian: OTHER_FAMILY,
  withdrawClaim: OTHER_FAMILY,
  readClaim: OTHER_ADDRESS,
  openClaimedAccount: OTHER_ADDRESS,
  acceptClaim: OTHER_ADDRESS,
};

const ROLES = {
  student: 'student',
  otherStudent: 'student',
  instructor: 'instructor',
  otherInstructor: 'instructor',
  admin: 'admin',
} as const;

/** Whose own a call is for; an instructor's address where no student may call. */
const ownerOf = (access: object, { self }: { self: Own }) =>
  self === 'params.email' && !('student' in access) ? 'instructor' : OWN[self].owner;

function cellOf(actor: Actor, { name, access }: { name: keyof typeof endpoints; access: Access }): number {
  const answer = EXCEPTIONS[name]?.[actor] ?? ANSWERS[name] ?? 200;
  if (access === 'everyone') return answer;
  const scope = KEY_SCOPES.find((one) => actor === `${one} key`);
  if (scope) return access !== 'identity' && access.key === scope ? answer : 403;
  if (access === 'identity' || !(actor in ROLES)) return 401;
  const allowed = access[ROLES[actor as keyof typeof ROLES]];
  if (!allowed) return 403;
  if (allowed === 'any' || actor === ownerOf(access, allowed)) return answer;
  return OWN[allowed.self].refusal;
}

type TableRow = { request: (world: World) => { method: string; path: string; body?: unknown }; cells: Cells };

/** Throws where a path has a parameter that nothing fills. */
function rowOf(
  name: keyof typeof endpoints,
  { method, url, config: { access }, schema }: Endpoint,
): TableRow {
  const { param, body, query }: Needs = NEEDS[name] ?? {};
  const owned =
    typeof access === 'object'
      ? Object.values<RoleAccess['admin'] | KeyScope>(access).find((one) => typeof one === 'object')
      : undefined;
  const fill = param ?? (owned && OWN[owned.self].param);
  if (url.includes(':') && !fill) throw new Error(`${name}: what does the parameter of ${url} stand for?`);
  if (schema.body && !body && !z.safeParse(schema.body, undefined).success)
    throw new Error(`${name}: what does its body say?`);
  return {
    request: (world) => {
      const path = url.replace(/:\w+(\/:\w+)*/, () => fill?.(world) ?? '');
      return { method, path: query ? `${path}?${query}` : path, body: body?.(world) };
    },
    cells: Object.fromEntries(ACTORS.map((actor) => [actor, cellOf(actor, { name, access })])) as Cells,
  };
}

const table = Object.fromEntries(
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [
    name,
    rowOf(name as keyof typeof endpoints, endpoint),
  ]),
);

let school: TestSchool;
let people: Record<keyof typeof ROLES, Person>;
let tokens: Record<Actor, string | undefined>;
/** What reads all rows of the school, table by table. */
let dumps: RawBuilder<unknown>[];

beforeAll(async () => {
  school = await openTestSchool();
  const found = await school.db.introspection.getTables();
  dumps = found.filter(({ name }) => !OTHERS.test(name)).map(dumpOf);
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
  const forged = await new SignJWT({ sid: claims.signinid, uid: claims.uid, epoch: claims.epoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(claims.userid)
    .setIssuer('cadenza')
    .setAudience('cadenza-api')
    .setExpirationTime(Math.floor(now / 1000) + 3600)
    .sign(new Uint8Array(32));
  const keys = Object.fromEntries(
    await Promise.all(
      KEY_SCOPES.map(async (scope) => [`${scope} key`, (await addKey(scope)).secret] as const),
    ),
  ) as Record<KeyActor, string>;
  const revoked = await addKey('read');
  await people.admin.call('DELETE', `/keys/${revoked._id}`);
  // Cells end all that an admin of theirs has set up.
  const { user: keeper } = await school.signIn('admin');
  await school.db.updateTable('apikeys').set({ ownerid: keeper._id }).execute();
  tokens = {
    ...keys,
    'revoked key': revoked.secret,
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

const addKey = async (scope: KeyScope): Promise<{ _id: string; secret: string }> =>
  (await people.admin.call('POST', '/keys', { name: scope, scopes: [scope] })).body;

async function makeWorld(): Promise<World> {
  // Rows that cells changed are put back: who is a student stays one.
  for (const { user } of Object.values(people)) {
    await school.db.updateTable('users').set({ role: user.role }).where('_id', '=', user._id).execute();
  }
  // Nobody has what an earlier cell gave them.
  for (const name of [
    'enrolments',
    'waitlist',
    'ledger',
    'orders',
    'selections',
    'mails',
    'classes',
    'blogs',
    'webhookmessages',
  ] as const)
    await school.db.deleteFrom(name).execute();
  const dropped = school.db.selectFrom('users').select('_id').where('email', 'like', 'dropped-%');
  await school.db.deleteFrom('learners').where('userid', 'in', dropped).execute();
  await school.db.deleteFrom('users').where('_id', 'in', dropped).execute();
  const student = { ...people.student };
  const owner = { instructoremail: people.instructor.email };
  const selected = await school.addClass(owner);
  const selection = `selection-${selected._id}`;
  await school.db
    .insertInto('selections')
    .values({
      _id: selection,
      learnerid: student.learnerid,
      classid: selected._id,
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
      await insertEntry(school.db, {
        learnerid: student.learnerid,
        classid: selected._id,
        now: school.clock.now,
      })
    )._id,
    ...(await makeChild(student)),
    key: await makeKey(),
    question: await makeQuestion(),
    post: await school.addPost({ authorid: people.instructor.user._id }),
    webhook: await makeWebhook(),
    fact: await makeFact(),
    ...(await makeTimetable()),
    lesson: (await addLesson(school.db, { classid: (await school.addClass(owner))._id, day: '2026-12-01' }))
      ._id,
    dropped: (await accountAt(school.db, { email: `dropped-${selected._id}@test.example` })).userid,
    calendar: await makeCalendar(student),
    enrolment: await enrol(student, await school.addClass({ ...owner, enrolledstudents: 1 })),
  };
}

/** A child that cells may delete, with a guardian and what others are asked; the student has one at a time. */
async function makeChild({ user }: Person): Promise<Pick<World, 'child' | 'guardian' | 'claim'>> {
  const { db, clock } = school;
  await db.deleteFrom('learners').where('userid', '=', user._id).where('self', '=', 0).execute();
  const fields = { ...child, born: null, note: null, userid: user._id };
  const learnerid = await insertChild(db, { ...fields, now: clock.now });
  const { userid: guardian } = await accountAt(db, { email: 'guardian@test.example' });
  const none = { learnerid, mayenrol: 0, maypay: 0, getsmail: 0, createdat: clock.now } as const;
  await saveGuardian(db, { ...none, userid: guardian });
  const { token, hash } = newToken();
  const claim = { ...none, byid: people.admin.user._id, until: clock.now + 1000, ended: null };
  await insertClaim(db, { ...claim, hash, kind: 'family', email: user.email });
  await insertClaim(db, { ...claim, hash: newToken().hash, kind: 'guardian', email: 'asked@test.example' });
  return { child: learnerid, guardian, claim: token };
}

/** The address of somebody's calendar, which cells may take away. */
async function makeCalendar({ claims: { userid, uid, epoch } }: Person): Promise<string> {
  const token = `cal_${newToken().token}`;
  await saveCalendar(school.db, { userid, uid, epoch, hash: hashOf(token), createdat: school.clock.now });
  return token;
}

/** A webhook that cells may delete; there is one at a time. */
async function makeWebhook(): Promise<string> {
  await school.db.deleteFrom('webhooks').execute();
  const ownerid = people.admin.user._id;
  const webhook = { url: 'https://office.example/', secret: 'whsec_', events: ['enrolled'] as const };
  return (await insertWebhook(school.db, { ...webhook, ownerid, now: school.clock.now }))._id;
}

/** A number that cells may change or delete, of a school that nobody has changed; there is one at a time. */
async function makeFact(): Promise<string> {
  await school.db.deleteFrom('facts').execute();
  await school.db.updateTable('school').set({ version: 1 }).execute();
  const fact = { kind: 'number' as const, title: 'Pianos', words: '6', byline: null, day: null, position: 0 };
  await insertFacts(school.db, [fact], school.clock.now);
  return (await school.db.selectFrom('facts').select('_id').executeTakeFirstOrThrow())._id;
}

/** What cells may change or delete; there is one of each at a time. */
async function makeTimetable(): Promise<Pick<World, 'room' | 'term' | 'closure'>> {
  const { db, clock } = school;
  for (const table of ['closures', 'terms', 'rooms'] as const) await db.deleteFrom(table).execute();
  const room = await insertRoom(db, { name: 'Blue room', places: 6 }, clock.now);
  const term = await insertTerm(db, { name: 'Autumn', ...days }, clock.now);
  const everywhere = { roomid: null, teacherid: null };
  const closure = await insertClosure(db, { name: 'Holidays', ...days, ...everywhere }, clock.now);
  return { room: room._id, term: term._id, closure: closure._id };
}

/** A key that cells may revoke; there is one at a time. */
async function makeQuestion(): Promise<string> {
  const _id = crypto.randomUUID();
  const asked = { text: 'When?', email: `${_id}@mail.example`, name: null, userid: null, classid: null };
  await insertQuestion(school.db, {
    _id,
    ...asked,
    ...{ answer: null, answeredat: null, byid: null, createdat: school.clock.now },
  });
  return _id;
}

async function makeKey(): Promise<string> {
  await school.db.deleteFrom('apikeys').where('name', '=', 'Of a cell').execute();
  const { secret: _, ...made } = newApiKey();
  const ownerid = people.admin.user._id;
  const until = school.clock.now + 60_000;
  const key = { ...made, name: 'Of a cell', scopes: KEY_SCOPES, ownerid, until, now: school.clock.now };
  return (await insertKey(school.db, key))._id;
}

/** A free place, so that taking it back needs no card service. */
const enrol = ({ user, learnerid }: Person, taught: Row<'classes'>): Promise<string> =>
  seatIn(school, taught, { userid: user._id, learnerid });

/** Of the embedded services and of migrations: a refused call of the school does not reach them, and their own clocks may write. */
const OTHERS = /^(identity|cards)_|^images$|_migrations(_lock)?$/;

/** One text of all rows of a table, which the database itself puts together. */
function dumpOf({ name, columns }: TableMetadata): RawBuilder<unknown> {
  const values = sql.join(columns.map((column) => sql.ref(column.name)));
  const row = inject('dialect') === 'sqlite' ? sql`json_array(${values})` : sql`to_jsonb(t)::text`;
  return sql`select ${sql.lit(name)} as name, string_agg(${row}, ',' order by ${row}) as rows from ${sql.table(name)} as t`;
}

async function everything(): Promise<string> {
  const { rows } = await sql`${sql.join(dumps, sql` union all `)}`.execute(school.db);
  return JSON.stringify(rows);
}

test('what is written out is of calls that there are', () => {
  const names = [...Object.keys(NEEDS), ...Object.keys(ANSWERS), ...Object.keys(EXCEPTIONS)];
  expect(Object.keys(endpoints)).toEqual(expect.arrayContaining(names));
});

test('every call by which an admin reads of others says which key may make it', () => {
  const unsaid = Object.entries<Endpoint>(endpoints).filter(
    ([
      ,
      {
        method,
        config: { access },
      },
    ]) => {
      const isRead = method === 'GET' && typeof access === 'object' && access.admin === 'any';
      return isRead && !access.key;
    },
  );
  // Their own account, children and week, what opens the school to other programs, what nobody else may read yet, and a family, which is money and children in one.
  const kept = /^\/(account|learners|guardians|claims|week|keys|webhooks|blogs|families\/(:userid|owing))\b/;
  expect(unsaid.map(([, { url }]) => url).filter((url) => !kept.test(url))).toEqual([]);
});

async function answerTo(actor: string, { method, path, body }: ReturnType<TableRow['request']>) {
  const token = tokens[actor as Actor];
  return school.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body !== undefined && { payload: bodyToSend(body as object) }),
  });
}

describe.each(Object.entries(table))('%s', (name, { request, cells }) => {
  const isRefused = ([, status]: [string, number]) => status >= 400;
  const refused = Object.entries(cells).filter(isRefused);
  const answered = Object.entries(cells).filter((cell) => !isRefused(cell));

  test.each(answered)('as %s answers %i', async (actor, status) => {
    const answer = await answerTo(actor, request(await makeWorld()));
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(status);
  });

  // One world serves them all, since each must leave it as it was.
  test.runIf(refused.length > 0)(`is refused as ${refused.map(([actor]) => actor).join(', ')}`, async () => {
    const wanted = request(await makeWorld());
    const before = await everything();
    for (const [actor, status] of refused) {
      const answer = await answerTo(actor, wanted);
      expect(answer.statusCode, `${name} as ${actor}: ${answer.body}`).toBe(status);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.json()).toMatchObject({ status, detail: expect.any(String), code: expect.any(String) });
      expect(await everything(), `${name} as ${actor}`).toBe(before);
    }
  });
});
