import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { endWhatASessionSetUp } from '#server/features/recovery/index.ts';
import { ROWS } from '#server/features/rows.ts';
import { addChildBy, EVERY_RIGHT, letGuard, NO_RIGHTS, tokenFor } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* What the office reads in the log of who looks after a child. */

let school: TestSchool;
let admin: Person;
let parent: Person;
let guardian: Person;
let learnerid: string;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  await school.db.deleteFrom('changes').execute();
  parent = await school.signIn('student');
  guardian = await school.signIn('student');
  learnerid = await addChildBy(parent, { firstname: 'Łucja', lastname: 'Nowak' });
});
afterAll(() => school.close());

type Line = Record<'action' | 'actorname' | 'subjectname' | 'learnername' | 'familyid' | 'before', string>;

const lines = async (): Promise<Line[]> => (await admin.call('GET', '/changes?about=family')).body.items;
/** The oldest first, as `who action`. */
const told = async () =>
  (await lines()).map(({ actorname, action }) => `${actorname ?? 'the school'} ${action}`).reverse();

/** Lines of one moment have no order. */
const later = () => (school.clock.now += 1000);

const ask = (email: string, rights: object = {}) =>
  parent.call('POST', '/guardians', { learnerid, email, ...NO_RIGHTS, ...rights });
const offer = () =>
  parent.call('POST', `/learners/${learnerid}/takeover`, { email: guardian.email, ...NO_RIGHTS });
const accept = async () => guardian.call('POST', `/claims/${await tokenFor(school, guardian.email)}`);

test('an invitation, its acceptance, other rights and the end are lines that name the child and its family', async () => {
  await ask(guardian.email);
  later();
  await accept();
  later();
  await ask(guardian.email, EVERY_RIGHT);
  later();
  await guardian.call('DELETE', `/guardians/${learnerid}/${guardian.user._id}`);
  const [of, by] = [parent.user.name, guardian.user.name];
  expect(await told()).toEqual([
    `${of} guardian-asked`,
    `${by} guardian-accepted`,
    `${of} guardian-rights`,
    `${by} guardian-ended`,
  ]);
  for (const line of await lines())
    expect(line).toMatchObject({ learnername: 'Łucja Nowak', familyid: parent.user._id, subjectname: of });
  expect((await lines())[0]?.before).toBe(guardian.email);
});

test('neither the address that is asked nor the child’s name is written into the log', async () => {
  await ask('friend@elsewhere.example');
  later();
  await parent.call('DELETE', `/claims/${learnerid}/friend@elsewhere.example`);
  expect(await told()).toEqual([`${parent.user.name} guardian-asked`, `${parent.user.name} claim-withdrawn`]);
  const rows = JSON.stringify(await school.db.selectFrom('changes').selectAll().execute());
  expect(rows).not.toMatch(/elsewhere|Łucja|Nowak/);
});

test('what is refused leaves no line', async () => {
  await letGuard(school, { parent, guardian, learnerid });
  const before = await lines();
  expect((await ask(parent.email)).status).toBe(409);
  expect((await parent.call('DELETE', `/claims/${learnerid}/nobody@test.example`)).status).toBe(404);
  expect((await parent.call('DELETE', `/guardians/${learnerid}/${parent.user._id}`)).status).toBe(404);
  expect((await admin.call('DELETE', `/learners/${learnerid}/takeover`)).status).toBe(404);
  expect(await lines()).toEqual(before);
});

test.each(['parent', 'admin'] as const)(
  'an own account is offered, taken and taken back by the %s',
  async (who) => {
    const by = { parent, admin }[who];
    await offer();
    later();
    await accept();
    later();
    await by.call('DELETE', `/learners/${learnerid}/takeover`);
    expect(await told()).toEqual([
      `${parent.user.name} takeover-offered`,
      `${guardian.user.name} takeover-accepted`,
      `${by.user.name} takeover-back`,
    ]);
    // Of the family that they came from, with a link to where they are.
    for (const line of await lines())
      expect(line).toMatchObject({ subjectname: parent.user.name, familyid: parent.user._id });
  },
);

test('what the log said of the account before it was a learner’s own is said of the learner', async () => {
  const _id = (await guardian.call('POST', '/questions', { text: 'When?' })).body.insertedId;
  await admin.call('PUT', `/questions/${_id}/answer`, { answer: 'Now.' });
  await offer();
  await accept();
  const [line] = (await admin.call('GET', '/changes?about=question')).body.items;
  expect(line).toMatchObject({ action: 'answered', familyid: guardian.user._id });
  expect(line.learnername).toBeTruthy();
});

test('what a recovery ends is the school’s own doing, and what its owner ends then is theirs', async () => {
  await letGuard(school, { parent, guardian, learnerid });
  await ask('friend@elsewhere.example');
  const now = later();
  await school.db.transaction().execute((tx) =>
    endWhatASessionSetUp(tx, parent.user._id, {
      because: 'recovery',
      showAnew: () => {},
      rows: ROWS,
      now,
    }),
  );
  expect((await told()).slice(3).sort()).toEqual(['the school claim-withdrawn', 'the school guardian-ended']);

  await ask(guardian.email);
  later();
  await accept();
  later();
  await parent.call('DELETE', `/account/recovery/guardian/${learnerid}.${guardian.user._id}`);
  expect((await told()).at(-1)).toBe(`${parent.user.name} guardian-ended`);
});

test('of a family that has left neither the log nor its screen says a name', async () => {
  await ask(guardian.email);
  later();
  await accept();
  const { db, erasing, clock } = school;
  await eraseAccount(db, erasing, { uid: parent.claims.uid, now: clock.now });
  const [accepted, asked] = await lines();
  expect(accepted).toMatchObject({ actorname: guardian.user.name, subjectname: 'Former member' });
  for (const line of [accepted, asked]) expect(line).toMatchObject({ learnername: null, familyid: null });
  expect(asked).toMatchObject({ actorname: 'Former member', subjectname: 'Former member' });
});

test('a person’s own data say what the log holds of them and of their children', async () => {
  await ask(guardian.email);
  const asked = new Date(school.clock.now).toISOString();
  later();
  await accept();
  const { log } = (await parent.call('GET', '/account/data')).body;
  const of = { about: 'family', subjectname: parent.user.name, learnername: 'Łucja Nowak' };
  const createdat = new Date(school.clock.now).toISOString();
  expect(log).toEqual([
    { ...of, action: 'guardian-asked', byself: true, createdat: asked },
    { ...of, action: 'guardian-accepted', byself: false, createdat },
  ]);
  const { log: theirs } = (await guardian.call('GET', '/account/data')).body;
  expect(theirs).toEqual([
    { ...of, learnername: null, action: 'guardian-accepted', byself: true, createdat },
  ]);
});
