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
  await eachOf((learnerid, userid) =>
    insertSelection(school.db, { userid, learnerid, classid, now: school.clock.now }),
  );
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
});

test('so is what they have left, and where the money is', async () => {
  await school.db.deleteFrom('enrolments').execute();
  await school.db
    .updateTable('orders')
    .set(({ ref }) => ({ state: 'refunded', refundid: ref('_id') }))
    .execute();
  expect(whose(await get(`/pastenrolments/${parent.email}`))).toEqual(newestFirst());
});

testWithWaitlist('so is what they wait for', async () => {
  const { _id: classid } = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
  await eachOf((learnerid) => insertEntry(school.db, { learnerid, classid, now: school.clock.now }));
  const list = await get(`/waitlist/${parent.email}`);
  expect(whose(list)).toEqual(named());
  expect(list.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4]);
});
