import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSelection } from '#server/features/selections/queries.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { enrolForNothing } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';

let school: TestSchool;
let parent: Person;
let stranger: Person;
/** Two children of the parent, and one of somebody else that the parent guards. */
let mia: string;
let leo: string;
let guarded: string;
/** A child of somebody else. */
let other: string;

beforeAll(async () => {
  school = await openTestSchool();
  parent = await school.signIn('student');
  stranger = await school.signIn('student');
  const childOf = ({ user }: Person, firstname: string) =>
    addChild(school.db, { userid: user._id, firstname, lastname: 'Brook' });
  mia = await childOf(parent, 'Mia');
  leo = await childOf(parent, 'Leo');
  guarded = await childOf(stranger, 'Ada');
  other = await childOf(stranger, 'Tom');
  const rights = { mayenrol: 0, maypay: 0, getsmail: 0 } as const;
  await school.db
    .insertInto('guardians')
    .values({ learnerid: guarded, userid: parent.user._id, ...rights, createdat: 0 })
    .execute();
});
afterAll(() => school.close());

const family = () => [parent.learnerid, mia, leo, guarded];
const named = () => [
  { learnerid: parent.learnerid, learnername: parent.user.name },
  { learnerid: mia, learnername: 'Mia Brook' },
  { learnerid: leo, learnername: 'Leo Brook' },
  { learnerid: guarded, learnername: 'Ada Brook' },
];
const newestFirst = () => named().toReversed();

type Named = { learnerid: string; learnername: string };
const get = async (path: string) => (await parent.call('GET', path)).body;
const whose = (rows: Named[]) => rows.map(({ learnerid, learnername }) => ({ learnerid, learnername }));

async function eachOf(add: (learnerid: string, userid: string) => Promise<unknown>) {
  for (const learnerid of [...family(), other]) {
    school.clock.now += 1000;
    await add(learnerid, learnerid === other || learnerid === guarded ? stranger.user._id : parent.user._id);
  }
}

test('what is selected for each of a family is one list that names them, and in which nobody else’s stands', async () => {
  const { _id: classid } = await school.addClass();
  await eachOf((learnerid) => insertSelection(school.db, { learnerid, classid, now: school.clock.now }));
  const list = await get(`/selectedclass/${parent.email}`);
  expect(whose(list)).toEqual(newestFirst());
  expect((await get(`/selectedclass/${parent.email}/page`)).items).toEqual(list);
  const standings = await get(`/standings/${parent.email}`);
  expect(standings.toSorted(byLearner)).toEqual(
    family()
      .map((learnerid) => ({ learnerid, classid, standing: 'selected' }))
      .toSorted(byLearner),
  );
});

const byLearner = (one: { learnerid: string }, another: { learnerid: string }) =>
  one.learnerid < another.learnerid ? -1 : 1;

test('so is what they are enrolled in', async () => {
  await eachOf((learnerid, userid) => enrolForNothing(school, { userid, learnerid }));
  const list = await get(`/enrolledclasses/${parent.email}`);
  expect(whose(list)).toEqual(newestFirst());
  expect((await get(`/enrolledclasses/${parent.email}/page`)).items).toEqual(list);
  // Who paid has the receipt.
  expect(list.map((row: object) => 'paidbyother' in row)).toEqual([true, false, false, false]);
});

test('so is what they have left, and where the money is', async () => {
  await school.db.deleteFrom('enrolments').execute();
  await school.db
    .updateTable('orders')
    .set(({ ref }) => ({ state: 'refunded', refundid: ref('_id') }))
    .execute();
  const past = () => get(`/pastenrolments/${parent.email}`);
  expect(whose(await past())).toEqual(newestFirst());

  // What somebody paid stays in their sight when the child is theirs no more; its name does not.
  const nobody = { userid: null, firstname: null, lastname: null, leftat: school.clock.now };
  await school.db.updateTable('learners').set(nobody).where('_id', '=', leo).execute();
  const left = [{ learnerid: leo, learnername: 'Former student' }];
  expect(whose(await past()).filter(({ learnerid }) => learnerid === leo)).toEqual(left);
  const back = { userid: parent.user._id, firstname: 'Leo', lastname: 'Brook', leftat: null };
  await school.db.updateTable('learners').set(back).where('_id', '=', leo).execute();
});

testWithWaitlist('so is what they wait for', async () => {
  const { _id: classid } = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
  await eachOf((learnerid) => insertEntry(school.db, { learnerid, classid, now: school.clock.now }));
  const list = await get(`/waitlist/${parent.email}`);
  expect(whose(list)).toEqual(named());
  // A second child of a family comes behind the first of every other, that of the stranger too.
  expect(list.map(({ position }: { position: number }) => position)).toEqual([1, 3, 5, 2]);
});

test('a list tells of one of a family alone where it is asked to, and of nobody else’s child', async () => {
  for (const list of ['selectedclass', 'enrolledclasses']) {
    const page = (learnerid: string) =>
      parent.call('GET', `/${list}/${parent.email}/page?learnerid=${learnerid}`);
    const { _id: classid } = await school.addClass();
    await insertSelection(school.db, { learnerid: mia, classid, now: school.clock.now });
    await enrolForNothing(school, { userid: parent.user._id, learnerid: mia });
    const rows: Named[] = (await page(mia)).body.items;
    expect(new Set(rows.map(({ learnerid }) => learnerid))).toEqual(new Set([mia]));
    expect(await page(other)).toMatchObject({ status: 404, body: { code: 'learner-not-found' } });
  }
});

const select = (classid: string, learnerid: string) =>
  parent.call('POST', '/select/class/', { classid, email: parent.email, learnerid });

test('a class is selected for each child alone, by whoever may enrol it', async () => {
  const { _id: classid } = await school.addClass();
  const first = await select(classid, mia);
  expect(first.body).toEqual({ insertedId: expect.any(String) });
  expect((await select(classid, mia)).body).toEqual({ message: 'exist' });
  expect((await select(classid, leo)).body).toEqual({ insertedId: expect.any(String) });
  const own = await parent.call('POST', '/select/class/', { classid, email: parent.email });
  expect(own.body).toEqual({ insertedId: expect.any(String) });
  const refused = { status: 404, body: { code: 'learner-not-found' } };
  for (const learnerid of [guarded, other, 'unknown']) {
    expect(await select(classid, learnerid)).toMatchObject(refused);
  }
  const guards = school.db.updateTable('guardians').where('learnerid', '=', guarded);
  await guards.set({ mayenrol: 1 }).execute();
  expect((await select(classid, guarded)).body).toEqual({ insertedId: expect.any(String) });
  await guards.set({ mayenrol: 0 }).execute();
});

test('of a selection for a child and the child leaving at once nothing is left', async () => {
  for (let round = 0; round < 10; round++) {
    const learnerid = await addChild(school.db, {
      userid: parent.user._id,
      firstname: 'Eve',
      lastname: 'Brook',
    });
    const { _id: classid } = await school.addClass();
    await Promise.all([select(classid, learnerid), parent.call('DELETE', `/learners/${learnerid}`)]);
    const left = school.db.selectFrom('selections').select('_id').where('learnerid', '=', learnerid);
    expect(await left.execute()).toEqual([]);
  }
});
