import * as z from 'zod';
import type { CallSchema, Endpoint, Own, RoleAccess } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { V1 } from '#contract/v1/calls.ts';
import { EVERY_RIGHT } from './families.ts';
import { FEE } from './pay.ts';
import type { Person } from './school.ts';

/*
 * Every call that takes a learner, or a row of one, as the contract says, and what of it a guardian may make.
 */

/** What a request may refer to, all of it of one child. */
export type LearnerWorld = {
  parent: Person;
  child: string;
  selection: string;
  selectedclass: string;
  /** With its class and what paid for it. */
  enrolment: string;
  paidclass: string;
  transactionId: string;
  waiting: string;
  wish: string;
  instrument: string;
  /** A lesson to come of the class, one that is said to be missed, and one that was caught up by a visit. */
  lesson: string;
  missed: string;
  /** Lessons of another class of the series: one that can be chosen, and one that is. */
  offered: string;
  visited: string;
  /** One that can be tried. */
  tried: string;
  guardian: Person;
  /** Classes with seats, and one without. */
  open: string;
  full: string;
  /** In which the child plays. */
  recital: string;
};

type Request = { param?: string; query?: string; body?: unknown };

/**
 * Who may make a call: who sees the child, who may enrol or pay for it, whose it is, or who paid for the
 * place.
 */
export type Opens = 'see' | 'mayenrol' | 'maypay' | 'owner' | 'payer';

/** Valid requests of a call about the child. */
export type Place = {
  opens: Opens;
  /** The other right that a guardian needs for it. */
  also?: 'mayenrol' | 'maypay';
  requests: (world: LearnerWorld, me: Person) => Request[];
};

export const PLACES: { readonly [name: string]: Place } = {
  listMaterials: { opens: 'see', requests: ({ child }) => [{ param: child }] },
  listPractised: { opens: 'see', requests: ({ child }) => [{ param: child }] },
  markPractised: { opens: 'see', requests: ({ child }) => [{ param: `${child}/2026-09-01` }] },
  unmarkPractised: { opens: 'see', requests: ({ child }) => [{ param: `${child}/2026-09-01` }] },
  selectClass: {
    opens: 'mayenrol',
    requests: ({ open, child }, { email }) => [{ body: { classid: open, email, learnerid: child } }],
  },
  selectTogether: {
    opens: 'mayenrol',
    requests: ({ open, child }, { learnerid }) => [
      { body: { classid: open, learnerids: [learnerid, child] } },
    ],
  },
  browseSelections: {
    opens: 'see',
    requests: ({ child }, { email }) => [{ param: email, query: `learnerid=${child}` }],
  },
  deleteSelection: { opens: 'mayenrol', requests: ({ selection }) => [{ param: selection }] },
  // Who may only pay, for what was chosen: `checkout.test.ts` has what was not.
  createPaymentIntent: {
    opens: 'maypay',
    requests: ({ selectedclass, child }, { learnerid }) => [
      { body: { price: FEE, classid: selectedclass, learnerid: child } },
      { body: { classid: selectedclass, learnerids: [learnerid, child] } },
    ],
  },
  checkout: {
    opens: 'maypay',
    requests: ({ open, selectedclass, child }, { learnerid }) => [
      {
        body: {
          items: [
            { classid: open, learnerid },
            { classid: selectedclass, learnerid: child },
          ],
        },
      },
    ],
  },
  recordPayment: {
    opens: 'payer',
    requests: ({ paidclass, transactionId, child }, { email }) => [
      { param: paidclass, body: { email, transactionId, price: FEE, learnerid: child } },
    ],
  },
  enrolFree: {
    opens: 'mayenrol',
    requests: ({ open, child }) => [{ param: open, body: { learnerid: child } }],
  },
  readAttendance: { opens: 'see', requests: ({ child }) => [{ param: child }] },
  browseEnrolments: {
    opens: 'see',
    requests: ({ child }, { email }) => [{ param: email, query: `learnerid=${child}` }],
  },
  cancelEnrolment: { opens: 'mayenrol', requests: ({ enrolment }) => [{ param: enrolment }] },
  // `move-place.test.ts` has each right alone, and those over the other learner.
  movePlace: {
    opens: 'maypay',
    also: 'mayenrol',
    requests: ({ enrolment, child }) => [{ param: enrolment, body: { learnerid: child } }],
  },
  // It names who paid and the card.
  readReceipt: { opens: 'payer', requests: ({ enrolment }) => [{ param: enrolment }] },
  addWish: {
    opens: 'mayenrol',
    requests: ({ instrument, child }) => [
      {
        body: {
          learnerid: child,
          instrument,
          hours: [{ weekday: 2, from: '16:00', to: '18:00' }],
        },
      },
    ],
  },
  endWish: { opens: 'mayenrol', requests: ({ wish }) => [{ param: wish }] },
  joinWaitlist: {
    opens: 'mayenrol',
    requests: ({ full, child }) => [{ body: { classid: full, learnerid: child } }],
  },
  joinWaitlistTogether: {
    opens: 'mayenrol',
    requests: ({ full, child }, { learnerid }) => [
      { body: { classid: full, learnerids: [learnerid, child] } },
    ],
  },
  leaveWaitlist: { opens: 'mayenrol', requests: ({ waiting }) => [{ param: waiting }] },
  noteAbsence: {
    opens: 'mayenrol',
    requests: ({ lesson, child }) => [{ body: { lessonid: lesson, learnerid: child } }],
  },
  withdrawAbsence: {
    opens: 'mayenrol',
    requests: ({ missed, child }) => [{ param: `${missed}/${child}` }],
  },
  listCatchUps: { opens: 'see', requests: ({ child }) => [{ query: `learnerid=${child}` }] },
  bookCatchUp: {
    opens: 'mayenrol',
    requests: ({ missed, offered, child }) => [
      { body: { fromlessonid: missed, lessonid: offered, learnerid: child } },
    ],
  },
  giveUpCatchUp: {
    opens: 'mayenrol',
    requests: ({ visited, child }) => [{ param: `${visited}/${child}` }],
  },
  listTrials: { opens: 'see', requests: ({ child }) => [{ query: `learnerid=${child}` }] },
  // It costs nothing.
  bookTrial: {
    opens: 'mayenrol',
    requests: ({ tried, child }) => [{ body: { lessonid: tried, learnerid: child } }],
  },
  giveUpTrial: { opens: 'mayenrol', requests: ({ tried, child }) => [{ param: `${tried}/${child}` }] },
  consentToRecital: {
    opens: 'mayenrol',
    requests: ({ recital, child }) => [{ param: recital, body: { learnerid: child, name: 'first' } }],
  },
  updateLearner: {
    opens: 'mayenrol',
    requests: ({ child }) => [{ param: child, body: { note: 'Mine.' } }],
  },
  deleteLearner: { opens: 'owner', requests: ({ child }) => [{ param: child }] },
  offerTakeover: {
    opens: 'owner',
    requests: ({ child }) => [{ param: child, body: { ...EVERY_RIGHT, email: 'other@test.example' } }],
  },
  saveGuardian: {
    opens: 'owner',
    requests: ({ child }, { user }) => [
      { body: { ...EVERY_RIGHT, learnerid: child, email: 'other@test.example' } },
      { body: { ...EVERY_RIGHT, learnerid: child, email: `again-${user.email}` } },
    ],
  },
  deleteGuardian: {
    opens: 'owner',
    requests: ({ child, parent }) => [{ param: `${child}/${parent.user._id}` }],
  },
  withdrawClaim: { opens: 'owner', requests: ({ child }) => [{ param: `${child}/asked@test.example` }] },
};

const ROWS: readonly Own[] = ['learner', 'selection', 'enrolment', 'receipt', 'waitlist', 'wish'];

const namesLearner = (part: CallSchema['body']) =>
  part !== undefined &&
  /"learnerids?":/.test(JSON.stringify(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })));

export const rolesOf = ({ config: { access } }: Endpoint): RoleAccess =>
  typeof access === 'object' ? access : {};

/**
 * Whether a call takes a lesson: what it tells or changes is of the children in it. What is given in a lesson
 * is for their families, too: `materials.test.ts` has who reads it.
 */
function isOfLesson(endpoint: Endpoint): boolean {
  const owns = Object.values<RoleAccess['admin']>(rolesOf(endpoint));
  const isOf = (kind: Own) => owns.some((one) => typeof one === 'object' && one.self === kind);
  return isOf('lesson') || (endpoint.url.includes('/lessons/:') && !isOf('attended'));
}

function isAboutLearner(endpoint: Endpoint): boolean {
  const roles = rolesOf(endpoint);
  // Calls of the office alone are about any child there is.
  if (!roles.student && !roles.instructor) return false;
  // Whom a teacher names in a recital is a student of theirs: `recitals.test.ts` has that.
  if (endpoint.url === '/recitals/:id/pieces') return false;
  // A learner that a teacher names is one of the lesson.
  if (isOfLesson(endpoint)) return false;
  const owns = Object.values<RoleAccess['admin']>(roles).some(
    (one) => typeof one === 'object' && ROWS.includes(one.self),
  );
  const { params, querystring, body } = endpoint.schema;
  return owns || [params, querystring, body].some(namesLearner);
}

/** Every call for people that takes a lesson, found in the contract. */
export const lessonCalls = Object.entries<Endpoint>(endpoints).filter(
  ([, endpoint]) => !endpoint.url.startsWith(V1) && isOfLesson(endpoint),
);

/** What a call that changes something says of a lesson, beside its id. */
export const LESSON_BODIES: { readonly [name: string]: (world: LearnerWorld) => object } = {
  moveLesson: () => ({ day: '2026-12-02', starttime: '16:00', minutes: 45 }),
  cancelLesson: () => ({}),
  writeLessonNotes: () => ({ markdown: 'Bars 9 to 16.', version: 0 }),
  addLessonFile: () => ({ file: new File(['%PDF-1.7\n%%EOF\n'], 'etude.pdf') }),
  markRegister: ({ child }) => ({
    marks: [{ learnerid: child, state: 'present', markedat: '2026-09-01T12:00:00Z' }],
  }),
};

/** What a call that reads says in its address. */
export const LESSON_QUERIES: { readonly [name: string]: string } = {
  findFree: '?day=2026-12-02&starttime=16:00&minutes=45',
};

/** Found in the contract; `PLACES` names each. */
export const learnerCalls = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) =>
  isAboutLearner(endpoint),
);
