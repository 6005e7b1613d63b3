import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { everyRowOf } from '#tests/support/every-row.ts';
import { exampleOf, insertExamples } from '#tests/support/examples.ts';
import { addChildBy, EVERY_RIGHT, letGuard, NO_RIGHTS } from '#tests/support/families.ts';
import {
  LESSON_BODIES,
  LESSON_QUERIES,
  type LearnerWorld,
  learnerCalls,
  lessonCalls,
  PLACES,
  type Place,
  rolesOf,
} from '#tests/support/learner-calls.ts';
import { addMissedLessons } from '#tests/support/missed-lessons.ts';
import { confirmCard, FEE, record } from '#tests/support/pay.ts';
import { addRecital } from '#tests/support/recitals.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { addWishOf } from '#tests/support/wishes.ts';

/*
 * Another family's child is nobody: every call that takes a learner, or a row of one, as the contract says, ×
 * everybody who is not the parent. A new call that is not placed here fails.
 */

let school: TestSchool;
let world: LearnerWorld;
/** Every row of the school, as one text. */
let everything: () => Promise<string>;
let strangers: { [role in 'student' | 'instructor' | 'admin']: Person };

beforeAll(async () => {
  school = await openTestSchool();
  everything = await everyRowOf(school.db);
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
    ...(await addWishOf(school, child)),
    open: (await school.addClass())._id,
    full: full._id,
    recital: await addRecital(school.db, { learnerids: [child] }),
    ...(await addMissedLessons(school, { classid: paid._id, learnerid: child })),
  };
  // Of the same family a row of every table, which no refused call may touch.
  await insertExamples(school.db, await exampleOf(school, parent));
});

/** What a caller is answered to each of the requests. */
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
  expect(learnerCalls.length).toBeGreaterThan(15);
  expect(learnerCalls.map(([name]) => name).sort()).toEqual(Object.keys(PLACES).sort());
});

const letThemselves = (some: Partial<typeof NO_RIGHTS>) =>
  world.parent.call('POST', '/guardians', {
    learnerid: world.child,
    email: world.guardian.email,
    ...NO_RIGHTS,
    ...some,
  });

describe.each(learnerCalls)('%s', (name, endpoint) => {
  const place = PLACES[name] ?? { opens: 'owner', requests: () => [] };
  const roles = rolesOf(endpoint);
  // The office sees any, where the call says so of admins alone.
  const isForOffice = roles.admin === 'any' && typeof roles.student === 'object';

  const isForGuardians = place.opens !== 'owner' && place.opens !== 'payer';
  const guardians = !isForGuardians ? 'no guardian' : `a guardian with ${place.opens}`;

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
    if (!isForGuardians) return;
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

test('every call that changes a lesson is asked with one', () => {
  const changing = lessonCalls.filter(([, { method }]) => method !== 'GET').map(([name]) => name);
  expect(changing.sort()).toEqual(Object.keys(LESSON_BODIES).sort());
});

describe.each(lessonCalls)('%s of a lesson that the child has', (name, { method, url }) => {
  test('is for no family, the child’s own neither, and for no teacher but who holds it', async () => {
    const teacher = await school.db
      .selectFrom('classes')
      .innerJoin('users', 'users._id', 'classes.instructorid')
      .selectAll('users')
      .where('classes._id', '=', world.paidclass)
      .executeTakeFirstOrThrow();
    // On the day itself, when a substitute sees most.
    const day = new Date(school.clock.now).toISOString().slice(0, 10);
    const lesson = await addLesson(school.db, { classid: world.paidclass, teacherid: teacher._id, day });
    const path = url.replace(/:\w+/, lesson._id) + (LESSON_QUERIES[name] ?? '');
    const before = await everything();
    const { parent, guardian } = world;
    const said = LESSON_BODIES[name]?.(world);
    for (const me of [parent, guardian, strangers.student, strangers.instructor]) {
      const { status, body } = await me.call(method, path, said);
      expect([status, body.code]).toEqual([403, 'forbidden']);
      expect(JSON.stringify(body)).not.toMatch(/learnername|emergency/);
    }
    expect(await everything()).toBe(before);
    // The lesson is there, and the call takes its id.
    const { status, body } = await strangers.admin.call(method, path, said);
    expect(status, JSON.stringify(body)).toBe(200);
  });
});
