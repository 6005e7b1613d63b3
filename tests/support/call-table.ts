import * as z from 'zod';
import type { Access, Endpoint, KeyScope, Own, RoleAccess } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import type { Row } from '#server/database/schema.ts';
import type { ROWS } from '#server/features/rows.ts';
import { TABLES } from './examples.ts';
import type { OldRow } from './old-tables.ts';
import type { Person } from './school.ts';

/*
 * Every call × every kind of caller, derived from what the contract says of each call: its method, its path
 * and its access. A call of `/rooms` or `/rooms/:id` names the example row of the table `rooms`, and its body
 * is that of another. Only what cannot be derived is written out: what a request needs, and where the answer
 * to a caller who may call is not 200. A new call without what it needs throws.
 */

export const ACTORS = [
  'nobody',
  'expired',
  'forged',
  'student',
  'otherStudent',
  'instructor',
  'otherInstructor',
  'office',
  'admin',
  ...KEY_SCOPES.map((scope) => `${scope} key` as const),
  'revoked key',
] as const;
export type Actor = (typeof ACTORS)[number];
export type Cells = Record<Actor, number>;

/**
 * What a cell's request may refer to; made afresh for each cell, so that cells do not depend on one another.
 */
export type World = {
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
  /** Issued to the student. */
  invoice: string;
  /** That the enrolment is in. */
  taken: Row<'classes'>;
  full: Row<'classes'>;
  waiting: string;
  wish: string;
  /** Of the student. */
  child: string;
  /** Of the child. */
  guardian: string;
  /** What the student is asked. */
  claim: string;
  /** The token of what the student is invited to. */
  invitation: string;
  key: string;
  webhook: string;
  /** Of the admin, beside the class that is pending. */
  note: string;
  /** Of the instructor, for every visitor to read. */
  post: Row<'blogs'>;
  fact: string;
  /** Of each table in `EXAMPLES`. */
  examples: { readonly [table: string]: ExampleRow };
  /** Of a stranger. */
  question: string;
  /** Of the instructor, to come. */
  lesson: string;
  /** Of that lesson. */
  file: string;
  /** The day that it is at the school. */
  today: string;
  /** An account that may be merged into another. */
  dropped: string;
  /** The token of the student’s calendar. */
  calendar: string;
};

/** The id of a row, and the columns of another that it may be changed to. */
export type ExampleRow = { id: string; other: OldRow };

/** What a request needs beyond its method and path: what `:id` stands for, a body, a query. */
type Needs = {
  param?: ((world: World) => string) | undefined;
  body?: (world: World) => unknown;
  query?: string;
};

const form = { classname: 'Cello', image: '/art/cello-480.webp', price: '80', availableseat: 4 };
const post = {
  title: 'Scales',
  blog_description: 'Why they matter.',
  blog: 'They *matter*.',
  image: '/art/cello-480.webp',
  category: 'Study',
  state: 'published',
};
const { state: _, ...draft } = post;
const rights = { mayenrol: true, maypay: false, getsmail: false };
export const child = { firstname: 'Mia', lastname: 'Sol' };
const days = { firstday: '2027-01-11', lastday: '2027-03-26' };
const evening = { name: 'Summer recital', day: '2027-06-12', starttime: '18:00', public: true };
/** Without a lesson on them. */
const AWAY = { firstday: '2027-06-01', lastday: '2027-06-02' };
/** A file of a lesson, as short as can be. */
export const PDF = '%PDF-1.7\n%%EOF\n';
export type KeyActor = `${KeyScope} key`;

const familyFile = () =>
  new File(['Email,Parent,First,Last\nana@example.com,Ana,Rui,Costa\n'], 'families.csv');
const familyForm = () => ({
  file: familyFile(),
  columns: JSON.stringify({ email: 'Email', parentname: 'Parent', firstname: 'First', lastname: 'Last' }),
});
const ofStudent = ({ student }: World) => student.user._id;
const approvedId = ({ approved }: World) => approved._id;
const recitalId = ({ examples }: World) => examples.recitals?.id ?? '';
const pendingId = ({ pending }: World) => pending._id;

export const NEEDS: { readonly [N in keyof typeof endpoints]?: Needs } = {
  signInUser: { body: ({ student }) => ({ email: student.email }) },
  issueAccessToken: { body: ({ student }) => ({ email: student.email }) },
  makeAdmin: { param: ofStudent },
  makeInstructor: { param: ofStudent },
  makeOffice: { param: ofStudent },
  readSecondFactor: { param: ofStudent },
  resetSecondFactor: { param: ofStudent },
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
  readRecitalCalendar: { param: recitalId },
  readProgramme: { param: recitalId },
  readPieces: { param: recitalId },
  suggestOrder: { param: recitalId },
  notePrinted: { param: recitalId },
  savePieces: { param: recitalId, body: () => ({ pieces: [] }) },
  addRecital: { body: () => evening },
  updateRecital: { body: () => evening },
  consentToRecital: { param: recitalId, body: ({ child: learnerid }) => ({ learnerid, name: 'first' }) },
  fillNextEvent: { body: (world) => ({ recitalid: recitalId(world) }) },
  listBusy: { query: 'from=2026-11-23&to=2026-11-29' },
  giveBusy: { body: () => ({ url: 'https://10.0.0.1/me.ics' }) },
  moveRehearsalClock: { body: () => ({ forward: 'hour' }) },
  listClassLessons: { param: approvedId },
  updateClass: { param: pendingId, body: () => form },
  resubmitClass: { param: ({ denied }) => denied._id },
  deleteClass: { param: approvedId },
  callOff: {
    param: approvedId,
    body: () => ({ reason: 'The hall is being repaired.', refund: 'whole', key: 'one' }),
  },
  decideClass: { param: approvedId, body: () => ({ runs: true, key: 'one' }) },
  giveUpReservation: { param: () => 'unknown' },
  approveClass: { param: pendingId },
  acceptClass: { param: ({ changed }) => changed._id },
  denyClass: { param: pendingId },
  handOverClass: { param: approvedId, body: ({ otherInstructor }) => ({ email: otherInstructor.email }) },
  giveFeedback: { param: pendingId, body: () => ({ feedback: 'Well planned.' }) },
  listClassHistory: { param: pendingId },
  listPlans: { param: pendingId },
  findFreeForPlan: {
    param: pendingId,
    query: `weekday=2&starttime=16:00&minutes=45&firstday=${days.firstday}&lastday=${days.lastday}`,
  },
  changePlans: {
    param: pendingId,
    body: () => ({ plans: [{ weekday: 2, starttime: '16:00', minutes: 45, ...days }] }),
  },
  moveLesson: { param: ({ lesson }) => lesson, body: () => ({ day: '2026-12-02' }) },
  findFree: { param: ({ lesson }) => lesson, query: 'day=2026-12-02&starttime=16:00&minutes=45' },
  cancelLesson: { param: ({ lesson }) => lesson },
  writeLessonNotes: { body: () => ({ markdown: 'Bars 9 to 16.', version: 0 }) },
  addLessonFile: { body: () => ({ file: new File([PDF], 'etude.pdf') }) },
  listMaterials: { param: ({ child: id }) => id },
  listPractised: { param: ({ child: id }) => id },
  markPractised: { param: ({ child: id, today }) => `${id}/${today}` },
  unmarkPractised: { param: ({ child: id, today }) => `${id}/${today}` },
  readRegister: { param: ({ lesson }) => lesson },
  markRegister: {
    param: ({ lesson }) => lesson,
    body: ({ student }) => ({
      marks: [{ learnerid: student.learnerid, state: 'present', markedat: new Date().toISOString() }],
    }),
  },
  readAttendance: { param: ({ child }) => child },
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
  readStatementOf: { param: ofStudent },
  readStatementPdfOf: { param: ofStudent },
  addFamily: { body: () => ({ name: 'Ana Costa', learners: [child] }) },
  updateFamily: { param: ofStudent, body: () => ({ note: 'Pays in cash.' }) },
  addLearnerOf: { param: ofStudent, body: () => child },
  updateLearnerOf: {
    param: ({ student, child: id }) => `${student.user._id} ${id}`,
    body: () => ({ note: 'Collected by Ana.' }),
  },
  saveGuardianOf: {
    param: ({ student, child: id }) => `${student.user._id} ${id}`,
    body: () => ({ ...rights, email: 'second@test.example' }),
  },
  endGuardianOf: { param: ({ student, child: id }) => `${student.user._id} ${id} asked@test.example` },
  mergeFamilies: { body: ({ student, dropped }) => ({ keep: student.user._id, drop: dropped }) },
  undoMerge: { param: () => 'unknown' },
  movePlace: {
    param: ({ enrolment }) => enrolment,
    body: ({ student }) => ({ learnerid: student.learnerid }),
  },
  recordMovement: {
    body: ({ student }) => ({
      userid: student.user._id,
      kind: 'cash',
      amount: 25,
      day: '2026-09-01',
      key: 'one',
    }),
  },
  addCharge: {
    body: ({ student }) => ({
      userid: student.user._id,
      kind: 'fee',
      label: 'Exam in March',
      amount: 25,
      day: '2026-09-01',
      key: 'one',
    }),
  },
  giveBack: {
    body: ({ student }) => ({ userid: student.user._id, amount: 25, key: 'one' }),
  },
  reverseCharge: { param: () => 'unknown', body: () => ({ key: 'one' }) },
  listUninvoiced: { param: ofStudent },
  issueInvoice: { body: ({ student }) => ({ userid: student.user._id, chargeids: ['unknown'] }) },
  voidInvoice: { param: () => 'unknown', body: () => ({ reason: 'Wrong class' }) },
  markPaid: { param: ({ enrolment }) => enrolment, body: () => ({ kind: 'cash', key: 'one' }) },
  markReturned: { param: ({ enrolment }) => enrolment, body: () => ({ kind: 'cash', key: 'one' }) },
  reconcileMonth: { query: 'month=2026-09' },
  browseMonthPlaces: { query: 'month=2026-09&figure=card' },
  exportMonthPlaces: { query: 'month=2026-09' },
  repairPayment: { body: () => ({ transactionId: 'pi_unknown' }) },
  addKey: { body: () => ({ name: 'Accounting', scopes: KEY_SCOPES }) },
  revokeKey: { param: ({ key }) => key },
  addWebhook: { body: () => ({ url: 'https://office.example/', events: ['enrolled'] }) },
  deleteWebhook: { param: ({ webhook }) => webhook },
  resumeWebhook: { param: ({ webhook }) => webhook },
  testWebhook: { param: ({ webhook }) => webhook },
  redeliverMessages: {
    param: ({ webhook }) => webhook,
    body: () => ({ from: '2026-09-01T00:00:00.000Z', to: '2026-09-02T00:00:00.000Z' }),
  },
  resendWebhookMessage: { param: () => 'unknown' },
  updateSchool: { body: () => ({ tagline: 'From the first note.', version: 1 }) },
  updateBillingSettings: { body: () => ({ dueafterdays: 30, version: 0 }) },
  bill: { body: () => ({ period: { from: '2026-11-01', to: '2026-11-30' } }) },
  readBilling: { param: ({ examples }) => examples.billingruns?.id ?? '' },
  addFact: { body: () => ({ kind: 'event', title: 'Concert' }) },
  updateFact: { param: ({ fact }) => fact, body: () => ({ kind: 'number', title: 'Pianos', words: '7' }) },
  deleteFact: { param: ({ fact }) => fact },
  copyTerm: {
    param: ({ examples }) => examples.terms?.id ?? '',
    body: () => ({
      name: 'Summer',
      firstday: '2027-04-12',
      lastday: '2027-07-02',
      offeruntil: '2027-03-01',
    }),
  },
  addClosure: { body: () => ({ name: 'Holidays', ...days }) },
  addDiscount: { body: () => ({ kind: 'sibling', percent: 10, nth: 2 }) },
  teacherAway: { param: ({ instructor }) => instructor.user._id, body: () => AWAY },
  roomAway: { param: ({ examples }) => examples.rooms?.id ?? '', body: () => AWAY },
  updateClosure: { body: () => ({ name: 'Holidays', ...days }) },
  retryMail: { param: () => 'unknown' },
  remindDebtor: { param: () => 'unknown', body: () => ({ key: 'reminder' }) },
  sendCircular: {
    body: ({ taken }) => ({ to: { classid: taken._id }, subject: 'The concert', text: 'At six.' }),
  },
  readCircular: { param: ({ examples }) => examples.circulars?.id ?? '' },
  readImportTable: { body: () => ({ file: familyFile() }) },
  importFamilies: { body: familyForm },
  exportUnfitLines: { body: familyForm },
  sendFamilyClaims: { param: () => 'unknown' },
  undoImport: { param: () => 'unknown' },
  listWaiting: { param: approvedId },
  offerPlace: { param: ({ waiting }) => waiting },
  removeWaiting: { param: ({ waiting }) => waiting },
  addWish: {
    body: ({ examples }) => ({
      learnerid: 'unknown',
      instrument: examples.instruments?.id ?? '',
      hours: [{ weekday: 2, from: '16:00', to: '18:00' }],
    }),
  },
  inviteWishers: { body: ({ approved }) => ({ classid: approved._id }) },
  joinWaitlist: { body: ({ full }) => ({ classid: full._id }) },
  joinWaitlistTogether: {
    body: ({ full, child }) => ({ classid: full._id, learnerids: [child, 'unknown'] }),
  },
  noteAbsence: { body: ({ child: learnerid, lesson: lessonid }) => ({ learnerid, lessonid }) },
  withdrawAbsence: { param: ({ child, lesson }) => `${lesson}/${child}` },
  bookCatchUp: {
    body: ({ child: learnerid, lesson }) => ({ learnerid, fromlessonid: lesson, lessonid: lesson }),
  },
  giveUpCatchUp: { param: ({ child, lesson }) => `${lesson}/${child}` },
  offerTrials: { param: approvedId },
  bookTrial: { body: ({ child: learnerid, lesson: lessonid }) => ({ learnerid, lessonid }) },
  giveUpTrial: { param: ({ child, lesson }) => `${lesson}/${child}` },
  addLearner: { body: () => child },
  updateLearner: { body: () => ({ note: 'Collected by Ana.' }) },
  writeContact: { body: () => ({ phone: '', emergencyname: '', emergencyphone: '' }) },
  writeLanguage: { body: () => ({ language: 'de' }) },
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
  addInvitation: {
    body: () => ({ name: 'Ida Quill', email: 'ida@test.example', role: 'instructor' }),
  },
  sendInvitationAgain: { param: ({ examples }) => examples.invitations?.id ?? '' },
  readInvitation: { param: ({ invitation }) => invitation },
  acceptInvitation: {
    param: ({ invitation }) => invitation,
    body: () => ({ password: 'Practice!1', name: 'Ana Costa' }),
  },
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
  addReviewNote: { body: () => ({ field: 'price', words: 'For a term?' }) },
  answerReviewNote: { body: () => ({ answer: 'For all.' }) },
  payInvoices: { param: () => 'unknown', body: () => ({}) },
  startInstalments: { param: () => 'unknown', body: () => ({ parts: 3 }) },
  markInstalmentPaid: { param: () => 'unknown', body: () => ({ kind: 'cash', key: 'call-table' }) },
  recordPaidInvoices: { param: () => 'unknown', body: () => ({ transactionId: 'pi_none' }) },
  saveCard: { body: () => ({ clientSecret: 'pi_none_secret_none', save: true }) },
  takeCard: { body: () => ({ clientSecret: 'pi_none_secret_none' }) },
  readCalendar: { param: ({ calendar }) => calendar },
  readClassCalendar: { param: approvedId },
  previewMarkdown: { body: () => ({ markdown: 'Some *words*.' }) },
  v1ReadClass: { param: approvedId },
  v1ListLessonsOfClass: { param: approvedId },
  v1ListEnrolmentsOfClass: { param: approvedId },
  v1ReadTerm: { param: () => 'unknown' },
  v1ReadRoom: { param: () => 'unknown' },
  v1ReadLesson: { param: ({ lesson }) => lesson },
  v1ReadPerson: { param: ({ child: id }) => id },
  v1ReadFamily: { param: ofStudent },
  v1ReadEnrolment: { param: ({ enrolment }) => enrolment },
  v1ReadWaiting: { param: ({ waiting }) => waiting },
  v1ReadAttendance: { param: ({ lesson, child: id }) => `${lesson}.${id}` },
  v1ReadCharge: { param: () => 'unknown' },
  v1ReadInvoice: { param: ({ invoice }) => invoice },
  v1ReadMovement: { param: () => 'unknown' },
  v1ReadPost: { param: ({ post: { _id } }) => _id },
  v1AddFamily: { body: () => ({ name: 'Ana Costa', learners: [child] }) },
  v1ChangeFamily: { param: ofStudent, body: () => ({ note: 'Pays in cash.' }) },
  v1AddPerson: { body: ({ student }) => ({ ...child, userid: student.user._id }) },
  v1ChangePerson: { param: ({ child: id }) => id, body: () => ({ note: 'Collected by Ana.' }) },
  v1AddEnrolment: {
    body: ({ approved, student }) => ({ classid: approved._id, learnerid: student.learnerid, pay: 'cash' }),
  },
  v1EndEnrolment: { param: ({ enrolment }) => enrolment },
  v1MarkPaid: { param: ({ enrolment }) => enrolment, body: () => ({ kind: 'cash' }) },
  v1AddCharge: {
    body: ({ student: { user } }) => ({
      userid: user._id,
      kind: 'fee',
      label: 'Exam in March',
      amount: 25,
      day: '2026-09-01',
    }),
  },
  v1ReverseCharge: { param: () => 'unknown' },
  v1AddMovement: {
    body: ({ student: { user } }) => ({ userid: user._id, kind: 'cash', amount: 25, day: '2026-09-01' }),
  },
  v1ChangeLesson: { param: ({ lesson }) => lesson, body: () => ({ day: '2026-12-02' }) },
  v1CancelLesson: { param: ({ lesson }) => lesson },
  v1MarkAttendance: {
    param: ({ lesson }) => lesson,
    body: ({ student }) => ({
      marks: [{ learnerid: student.learnerid, state: 'present', markedat: new Date().toISOString() }],
    }),
  },
  v1AddPost: { body: () => draft },
  // Published.
  v1ChangePost: {
    param: ({ post: { _id } }) => _id,
    body: ({ post: { version } }) => ({ ...draft, version }),
  },
  v1JoinWaitlist: { body: ({ full, student }) => ({ classid: full._id, learnerid: student.learnerid }) },
  v1OfferPlace: { param: ({ waiting }) => waiting },
  v1LeaveWaitlist: { param: ({ waiting }) => waiting },
  v1RedeliverMessages: {
    param: ({ webhook }) => webhook,
    body: () => ({ from: '2026-09-01T00:00:00.000Z', to: '2026-09-02T00:00:00.000Z' }),
  },
};

/**
 * For calls that are for a person's own alone: whose the row or the address is that the path names, and how
 * others are refused.
 */
const OWN: Record<
  Own,
  { owner: 'student' | 'instructor' | 'admin'; param?: (world: World) => string; refusal: number }
> = {
  'params.email': { owner: 'student', param: ({ student }) => student.email, refusal: 403 },
  'body.email': { owner: 'student', refusal: 403 },
  blog: { owner: 'instructor', refusal: 403 },
  class: { owner: 'instructor', refusal: 403 },
  roster: { owner: 'instructor', refusal: 403 },
  lesson: { owner: 'instructor', param: ({ lesson }) => lesson, refusal: 403 },
  register: { owner: 'instructor', param: ({ lesson }) => lesson, refusal: 403 },
  taught: { owner: 'instructor', param: ({ lesson }) => lesson, refusal: 403 },
  attended: { owner: 'instructor', param: ({ lesson }) => lesson, refusal: 404 },
  file: { owner: 'instructor', param: ({ file }) => file, refusal: 404 },
  taughtfile: { owner: 'instructor', param: ({ file }) => file, refusal: 404 },
  review: { owner: 'instructor', param: ({ pending }) => `class/${pending._id}`, refusal: 404 },
  reviewnote: { owner: 'instructor', param: ({ note }) => note, refusal: 404 },
  writtennote: { owner: 'admin', param: ({ note }) => note, refusal: 404 },
  instructor: { owner: 'instructor', param: ({ instructor }) => instructor.user._id, refusal: 403 },
  selection: { owner: 'student', param: ({ selection }) => selection, refusal: 403 },
  enrolment: { owner: 'student', param: ({ enrolment }) => enrolment, refusal: 404 },
  receipt: { owner: 'student', param: ({ enrolment }) => enrolment, refusal: 404 },
  invoice: { owner: 'student', param: ({ invoice }) => invoice, refusal: 404 },
  waitlist: { owner: 'student', param: ({ waiting }) => waiting, refusal: 404 },
  wish: { owner: 'student', param: ({ wish }) => wish, refusal: 404 },
  learner: { owner: 'student', param: ({ child }) => child, refusal: 404 },
};

/** What anyone who may make a call is answered where that is not 200. */
export const ANSWERS: { readonly [N in keyof typeof endpoints]?: number } = {
  v1ReadTerm: 404,
  v1ReadRoom: 404,
  v1ReadAttendance: 404,
  v1ReadCharge: 404,
  v1ReadMovement: 404,
  v1MarkPaid: 409,
  v1ReverseCharge: 404,
  // The lesson is still to come.
  v1MarkAttendance: 409,
  v1ChangePost: 409,
  decideClass: 409,
  giveUpReservation: 404,
  takeBackLearner: 404,
  endSetUp: 404,
  giveBack: 409,
  issueInvoice: 404,
  voidInvoice: 404,
  joinWaitlistTogether: 404,
  addWish: 404,
  // Of the class no family wishes for anything.
  inviteWishers: 409,
  endSession: 404,
  payInvoices: 404,
  startInstalments: 404,
  markInstalmentPaid: 404,
  recordPaidInvoices: 404,
  saveCard: 404,
  takeCard: 404,
  selectTogether: 404,
  // The student has none.
  resetSecondFactor: 409,
  resumeWebhook: 409,
  resendWebhookMessage: 404,
  retryMail: 404,
  remindDebtor: 404,
  sendFamilyClaims: 404,
  undoImport: 404,
  recordPayment: 404,
  enrolFree: 400,
  // The child plays in none.
  consentToRecital: 404,
  // The lesson is still to come.
  markRegister: 409,
  repairPayment: 404,
  undoMerge: 404,
  // The child is in another class.
  noteAbsence: 400,
  bookCatchUp: 409,
  // Nothing is called in tests.
  giveBusy: 409,
  // No process keeps a copy for the schools of these tests.
  startRehearsal: 409,
  moveRehearsalClock: 404,
  // Its class offers none.
  bookTrial: 409,
  reverseCharge: 404,
  markPaid: 409,
  markReturned: 409,
  readBlog: 404,
  readText: 404,
  // The student's account is proved.
  openClaimedAccount: 409,
  acceptInvitation: 409,
};

const toOthers = (refusal: number) => ({
  otherStudent: refusal,
  instructor: refusal,
  otherInstructor: refusal,
  office: refusal,
  admin: refusal,
});
const OTHER_FAMILY = toOthers(404);
const OTHER_ADDRESS = toOthers(403);

/** Calls whose answers differ by who calls, beyond what their access says. */
export const EXCEPTIONS: { readonly [N in keyof typeof endpoints]?: Partial<Cells> } = {
  readClass: {
    nobody: 404,
    expired: 404,
    forged: 404,
    student: 404,
    otherStudent: 404,
    otherInstructor: 404,
    ...Object.fromEntries(KEY_SCOPES.map((scope) => [`${scope} key`, 404])),
    'revoked key': 404,
  },
  // Its teacher reads what admins write.
  addReviewNote: { instructor: 404 },
  // The office asks alone what it would do.
  callOff: { office: 403 },
  // The whole school, which admins alone close.
  addClosure: { office: 403 },
  updateClosure: { office: 403 },
  // Of the student's family.
  noteAbsence: OTHER_FAMILY,
  withdrawAbsence: OTHER_FAMILY,
  bookCatchUp: OTHER_FAMILY,
  giveUpCatchUp: OTHER_FAMILY,
  listMaterials: OTHER_FAMILY,
  listPractised: OTHER_FAMILY,
  markPractised: OTHER_FAMILY,
  unmarkPractised: OTHER_FAMILY,
  giveUpTrial: OTHER_FAMILY,
  saveGuardian: OTHER_FAMILY,
  deleteGuardian: OTHER_FAMILY,
  withdrawClaim: OTHER_FAMILY,
  readClaim: OTHER_ADDRESS,
  openClaimedAccount: OTHER_ADDRESS,
  acceptClaim: OTHER_ADDRESS,
  readInvitation: OTHER_ADDRESS,
  acceptInvitation: { ...OTHER_ADDRESS, student: 200 },
};

export const ROLES = {
  student: 'student',
  otherStudent: 'student',
  instructor: 'instructor',
  otherInstructor: 'instructor',
  office: 'office',
  admin: 'admin',
} as const;

/** Whose own a call is for; an instructor's address where no student may call. */
const ownerOf = (access: object, { self }: { self: Own }) =>
  self === 'params.email' && !('student' in access) ? 'instructor' : OWN[self].owner;

function cellOf(actor: Actor, { name, access }: { name: keyof typeof endpoints; access: Access }): number {
  const answer = EXCEPTIONS[name]?.[actor] ?? ANSWERS[name] ?? 200;
  if (access === 'everyone') return answer;
  const scope = KEY_SCOPES.find((one) => actor === `${one} key`);
  if (scope) return access !== 'identity' && (access.key === scope || access.key === 'any') ? answer : 403;
  if (access === 'identity' || !(actor in ROLES)) return 401;
  const allowed = access[ROLES[actor as keyof typeof ROLES]];
  if (!allowed) return 403;
  if (allowed === 'any' || actor === ownerOf(access, allowed)) return answer;
  return OWN[allowed.self].refusal;
}

export type TableRow = {
  request: (world: World) => { method: string; path: string; body?: unknown };
  cells: Cells;
};

type Name = keyof typeof endpoints;
type Owned = Exclude<RoleAccess['admin'], 'any' | undefined>;

const ownedOf = ({ config: { access } }: Endpoint): Owned | undefined =>
  typeof access === 'object'
    ? Object.values<RoleAccess['admin'] | KeyScope>(access).find((one) => typeof one === 'object')
    : undefined;

const isBodyNeeded = ({ schema: { body } }: Endpoint): boolean =>
  body !== undefined && !z.safeParse(body, undefined).success;

/** The table whose example rows stand for what a call needs that nothing else says. */
function exampleTableOf(name: Name, endpoint: Endpoint): keyof typeof ROWS | undefined {
  const { url } = endpoint;
  const said = NEEDS[name] ?? {};
  const isSaid =
    (!url.includes(':') || said.param || ownedOf(endpoint)) && (!isBodyNeeded(endpoint) || said.body);
  const tables = isSaid ? [] : TABLES.filter(([, { example }]) => example);
  return tables.find(([table]) => [`/${table}`, `/${table}/:id`].includes(url))?.[0];
}

/** Tables of which `World` has example rows: those by whose name calls are made, and that of runs. */
export const EXAMPLES = [
  ...new Set([
    'billingruns' as const,
    ...Object.entries<Endpoint>(endpoints).flatMap(
      ([name, endpoint]) => exampleTableOf(name as Name, endpoint) ?? [],
    ),
  ]),
];

/** The columns of a row that a body may have. */
function pickBody(body: Endpoint['schema']['body'], row: OldRow): OldRow {
  const notation = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' });
  const { properties, allOf = [] } = notation;
  const fields = Object.assign({}, properties, ...allOf.map((part) => part.properties));
  return Object.fromEntries(Object.entries(row).filter(([column]) => column in fields));
}

function needsOf(name: Name, endpoint: Endpoint): Needs {
  const table = exampleTableOf(name, endpoint);
  const owned = ownedOf(endpoint);
  const example = ({ examples }: World) => examples[table ?? ''] as ExampleRow;
  const { body } = endpoint.schema;
  return {
    ...(table && { param: (world) => example(world).id }),
    ...(table && isBodyNeeded(endpoint) && { body: (world) => pickBody(body, example(world).other) }),
    ...(owned && { param: OWN[owned.self].param }),
    ...NEEDS[name],
  };
}

/** A path with its parameters; those that do not stand beside each other are parted by a space. */
function pathOf(url: string, param = ''): string {
  const parts = param.split(' ');
  return url.replace(/:\w+(\/:\w+)*/g, () => parts.shift() ?? '');
}

/** Throws where a path has a parameter that nothing fills. */
function rowOf(name: Name, endpoint: Endpoint): TableRow {
  const {
    method,
    url,
    config: { access },
  } = endpoint;
  const { param, body, query } = needsOf(name, endpoint);
  // What everyone may see, a key sees as everyone does: those of old stand for all.
  if (url.includes(':') && !param) throw new Error(`${name}: what does the parameter of ${url} stand for?`);
  if (isBodyNeeded(endpoint) && !body) throw new Error(`${name}: what does its body say?`);
  return {
    request: (world) => {
      const path = pathOf(url, param?.(world));
      return { method, path: query ? `${path}?${query}` : path, body: body?.(world) };
    },
    cells: Object.fromEntries(
      ACTORS.filter((actor) => access !== 'everyone' || !actor.includes(':')).map((actor) => [
        actor,
        cellOf(actor, { name, access }),
      ]),
    ) as Cells,
  };
}

export const table = Object.fromEntries(
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [name, rowOf(name as Name, endpoint)]),
);
