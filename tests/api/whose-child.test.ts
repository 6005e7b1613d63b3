import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CallSchema, Endpoint, Own, RoleAccess } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import type { Database } from '#server/database/schema.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { addChildBy, EVERY_RIGHT, letGuard, NO_RIGHTS } from '#tests/support/families.ts';
import { confirmCard, FEE, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Another family's child is nobody: every call that takes a learner, or a row of one, as the contract says, × everybody who is not the parent. A
 * new call that is not placed here fails.
 */

const ROWS: readonly Own[] = ['learner', 'selection', 'enrolment', 'receipt', 'waitlist'];

/** What a request may refer to, all of it of one child. */
type World = {
  parent: Person;
  child: string;
  selection: string;
  selectedclass: string;
  /** With its class and what paid for it. */
  enrolment: string;
  paidclass: string;
  transactionId: string;
  waiting: string;
  guardian: Person;
  /** Classes with seats, and one without. */
  open: string;
  full: string;
};

type Request = { param?: string; query?: string; body?: unknown };

/** What of a call a guardian may make: who sees the child, who has one of the rights, or nobody but the parent, or who paid. */
type Opens = 'see' | 'mayenrol' | 'maypay' | 'nobody';

/** Requests of a call about the child, as somebody would make them. */
type Place = { opens: Opens; requests: (world: World, me: Person) => Request[] };

const rights = EVERY_RIGHT;

const PLACES: { readonly [name: string]: Place } = {
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
    opens: 'nobody',
    requests: ({ paidclass, transactionId, child }, { email }) => [
      { param: paidclass, body: { email, transactionId, price: FEE, learnerid: child } },
    ],
  },
  enrolFree: {
    opens: 'mayenrol',
    requests: ({ open, child }) => [{ param: open, body: { learnerid: child } }],
  },
  browseEnrolments: {
    opens: 'see',
    requests: ({ child }, { email }) => [{ param: email, query: `learnerid=${child}` }],
  },
  cancelEnrolment: { opens: 'mayenrol', requests: ({ enrolment }) => [{ param: enrolment }] },
  // It names who paid and the card.
  readReceipt: { opens: 'nobody', requests: ({ enrolment }) => [{ param: enrolment }] },
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
  updateLearner: {
    opens: 'mayenrol',
    requests: ({ child }) => [{ param: child, body: { note: 'Mine.' } }],
  },
  deleteLearner: { opens: 'nobody', requests: ({ child }) => [{ param: child }] },
  offerTakeover: {
    opens: 'nobody',
    requests: ({ child }) => [{ param: child, body: { ...rights, email: 'other@test.example' } }],
  },
  saveGuardian: {
    opens: 'nobody',
    requests: ({ child }, { user }) => [
      { body: { ...rights, learnerid: child, email: 'other@test.example' } },
      { body: { ...rights, learnerid: child, email: `again-${user.email}` } },
    ],
  },
  deleteGuardian: {
    opens: 'nobody',
    requests: ({ child, parent }) => [{ param: `${child}/${parent.user._id}` }],
  },
  withdrawClaim: { opens: 'nobody', requests: ({ child }) => [{ param: `${child}/asked@test.example` }] },
};

const namesLearner = (part: CallSchema['body']) =>
  part !== undefined &&
  /"learnerids?":/.test(JSON.stringify(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })));

const rolesOf = ({ config: { access } }: Endpoint): RoleAccess => (typeof access === 'object' ? access : {});

function isAboutLearner(endpoint: Endpoint): boolean {
  const roles = rolesOf(endpoint);
  // Calls of the office alone are about any child there is.
  if (!roles.student && !roles.instructor) return false;
  const owns = Object.values<RoleAccess['admin']>(roles).some(
    (one) => typeof one === 'object' && ROWS.includes(one.self),
  );
  const { params, querystring, body } = endpoint.schema;
  return owns || [params, querystring, body].some(namesLearner);
}

const calls = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => isAboutLearner(endpoint));

let school: TestSchool;
let world: World;
let strangers: { [role in 'student' | 'instructor' | 'admin']: Person };

beforeAll(async () => {
  school = await openTestSchool();
  strangers = {
    student: await school.signIn('student'),
    instructor: await school.signIn('instructor'),
    admin: await school.signIn('admin'),
  };
});
afterAll(() => school.close());

beforeEach(async () => {
  const parent = await school.signIn('student');
  const guardian = await school.signIn('student');
  const child = await addChildBy(parent, { born: '2016-04-03' });
  const [paid, selected] = [await school.addClass(), await school.addClass()];
  const full = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
  const waitedFor = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
  const intent = { price: FEE, classid: paid._id, learnerid: child };
  const { body } = await parent.call('POST', '/create-payment-intent', intent);
  const { id: transactionId } = await confirmCard(school, body.clientSecret);
  const { body: recorded } = await record(parent, paid._id, transactionId);
  const selection = { classid: selected._id, email: parent.email, learnerid: child };
  await parent.call('POST', '/guardians', { learnerid: child, email: 'asked@test.example', ...NO_RIGHTS });
  await letGuard(school, { parent, guardian, learnerid: child });
  const { now } = school.clock;
  const waiting = await insertEntry(school.db, { learnerid: child, classid: waitedFor._id, now });
  world = {
    parent,
    child,
    guardian,
    selection: (await parent.call('POST', '/select/class/', selection)).body.insertedId,
    enrolment: recorded.result.insertedId,
    selectedclass: selected._id,
    paidclass: paid._id,
    transactionId,
    waiting: waiting._id,
    open: (await school.addClass())._id,
    full: full._id,
  };
});

const TABLES = [
  'learners',
  'guardians',
  'claims',
  'selections',
  'orders',
  'enrolments',
  'waitlist',
  'mails',
] as const satisfies readonly (keyof Database)[];

async function everything(): Promise<string> {
  const rows = await Promise.all(TABLES.map((table) => school.db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows.map((all) => all.map((row) => JSON.stringify(row)).sort()));
}

/** What somebody is answered to each of the requests. */
async function ask(me: Person, { method, url }: Endpoint, { requests }: Place) {
  const answers = [];
  for (const { param = '', query, body } of requests(world, me)) {
    const path = url.replace(/:\w+(\/:\w+)*/, () => param);
    answers.push(await me.call(method, query ? `${path}?${query}` : path, body));
  }
  return answers;
}

async function expectNobody(me: Person, endpoint: Endpoint, place: Place) {
  const before = await everything();
  for (const { status, body } of await ask(me, endpoint, place)) {
    expect(status, JSON.stringify(body)).toBe(404);
    expect(body.code).toMatch(/-not-found$/);
  }
  expect(await everything()).toBe(before);
}

test('many calls are about a learner, and each has its place', () => {
  expect(calls.length).toBeGreaterThan(15);
  expect(calls.map(([name]) => name).sort()).toEqual(Object.keys(PLACES).sort());
});

const letThemselves = (some: Partial<typeof NO_RIGHTS>) =>
  world.parent.call('POST', '/guardians', {
    learnerid: world.child,
    email: world.guardian.email,
    ...NO_RIGHTS,
    ...some,
  });

describe.each(calls)('%s', (name, endpoint) => {
  const place = PLACES[name] ?? { opens: 'nobody', requests: () => [] };
  const roles = rolesOf(endpoint);
  // The office sees any, where the call says so of admins alone.
  const isForOffice = roles.admin === 'any' && typeof roles.student === 'object';

  const guardians = place.opens === 'nobody' ? 'no guardian' : `a guardian with ${place.opens}`;

  test(`finds no child of another family, whatever the role, and is for ${guardians}`, async () => {
    for (const [role, stranger] of Object.entries(strangers)) {
      const access = roles[role as keyof typeof strangers];
      if (role === 'admin' && isForOffice) continue;
      if (access) await expectNobody(stranger, endpoint, place);
      else for (const { status } of await ask(stranger, endpoint, place)) expect(status).toBe(403);
    }
    const { guardian } = world;
    if (place.opens !== 'see') {
      await expectNobody(guardian, endpoint, place);
      await letThemselves({ ...EVERY_RIGHT, [place.opens]: false });
      await expectNobody(guardian, endpoint, place);
    }
    if (place.opens === 'nobody') return;
    // Who may only pay pays for what was chosen before.
    await letThemselves({ mayenrol: true, [place.opens]: true });
    for (const { status, body } of await ask(guardian, endpoint, place))
      expect(status, JSON.stringify(body)).not.toBe(404);
  });

  test('is for the parent', async () => {
    for (const { status, body } of await ask(world.parent, endpoint, place))
      expect(status === 404 && body.code !== 'guardian-not-found', JSON.stringify(body)).toBe(false);
  });
});
