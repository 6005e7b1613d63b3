import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addInstrument, addWishOf } from '#tests/support/wishes.ts';

const DAY_MS = 24 * 60 * 60_000;
const TUESDAY = [{ weekday: 2, from: '16:00', to: '18:00' }];

let school: TestSchool;
let admin: Person;
let teacher: Person;
let cello: string;

beforeAll(async () => {
  school = await openTestSchool();
  [admin, teacher] = [await school.signIn('admin'), await school.signIn('instructor')];
});
beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  await school.db.deleteFrom('wishes').execute();
  await school.db.deleteFrom('instruments').execute();
  cello = await addInstrument(school, 'Cello');
  school.changed(['wishes']);
});
afterAll(() => school.close());

const student = () => school.signIn('student') as Promise<Person>;
const wish = (me: Person, fields: object = {}) =>
  me.call('POST', '/wishes', { learnerid: me.learnerid, instrument: cello, hours: TUESDAY, ...fields });
const own = async (me: Person) => (await me.call('GET', '/wishes')).body.items;
const grid = async (query = `instrument=${cello}`, by = teacher) =>
  (await by.call('GET', `/wishes/grid?${query}`)).body;
const sums = async () => (await school.call('GET', '/wishes/public')).body.items;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** So many families, each with a wish. */
async function families(count: number, fields: object = {}): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, student));
  for (const one of people) expect((await wish(one, fields)).status).toBe(200);
  return people;
}

describe('a wish', () => {
  test('is its family’s own, and stands for 90 days', async () => {
    const [mine, other] = [await student(), await student()];
    const { body } = await wish(mine, {
      level: 'Beginner',
      hours: [...TUESDAY, { weekday: 2, from: '17:00', to: '19:00' }],
    });
    expect(await own(mine)).toEqual([
      {
        _id: body.insertedId,
        learnerid: mine.learnerid,
        learnername: mine.user.name,
        instrument: cello,
        instrumentname: 'Cello',
        level: 'Beginner',
        group: null,
        hours: [{ weekday: 2, from: '16:00', to: '19:00' }],
        createdat: new Date(school.clock.now).toISOString(),
        endsat: new Date(school.clock.now + 90 * DAY_MS).toISOString(),
      },
    ]);
    expect(await own(other)).toEqual([]);
    expect(refusal(await other.call('DELETE', `/wishes/${body.insertedId}`))).toEqual([
      404,
      'wish-not-found',
    ]);
    school.clock.now += 90 * DAY_MS - 1;
    expect((await grid()).families).toBe(1);
    school.clock.now += 1;
    expect([await own(mine), (await grid()).families]).toEqual([[], 0]);
    await school.work();
    expect(await school.db.selectFrom('wishhours').selectAll().execute()).toEqual([]);
  });

  test('ends by a word of the family', async () => {
    const mine = await student();
    const { insertedId } = (await wish(mine)).body;
    expect((await mine.call('DELETE', `/wishes/${insertedId}`)).body).toEqual({ deletedCount: 1 });
    expect(refusal(await mine.call('DELETE', `/wishes/${insertedId}`))).toEqual([404, 'wish-not-found']);
    expect((await grid()).items).toEqual([]);
  });

  test('is one for an instrument: another takes its place, a second tap changes nothing', async () => {
    const mine = await student();
    const [first, second] = await Promise.all([wish(mine), wish(mine)]);
    expect(second.body).toEqual(first.body);
    const { createdat } = (await own(mine))[0];
    school.clock.now += DAY_MS;
    await wish(mine, { group: 'Kids', hours: [{ weekday: 5, from: '10:00', to: '11:00' }] });
    expect(await own(mine)).toMatchObject([
      {
        ...{ group: 'Kids', createdat, hours: [{ weekday: 5, from: '10:00', to: '11:00' }] },
        endsat: new Date(school.clock.now + 90 * DAY_MS).toISOString(),
      },
    ]);
  });

  test('is one of a child for two guardians who say it at once', async () => {
    const [parent, guardian] = [await student(), await student()];
    for (let round = 0; round < 8; round++) {
      const learnerid = await addChildBy(parent, { firstname: 'Mia' });
      await letGuard(school, { parent, guardian, learnerid, rights: { mayenrol: true } });
      const said = await Promise.all([parent, guardian].map((one) => wish(one, { learnerid })));
      expect(said.map(({ status }) => status)).toEqual([200, 200]);
      expect(said[0]?.body.insertedId, `round ${round}`).toBe(said[1]?.body.insertedId);
    }
  });

  test('is one again of two entries of a child that became one, and has the older turn', async () => {
    const me = await student();
    const [mia, twin] = [await addChildBy(me), await addChildBy(me)];
    const { insertedId: older } = (await wish(me, { learnerid: twin })).body;
    school.clock.now += 1000;
    await wish(me, { learnerid: mia });
    expect((await admin.call('POST', '/families/merge', { keep: mia, drop: twin })).status).toBe(200);
    const hours = [{ weekday: 6, from: '10:00', to: '11:00' }];
    expect((await wish(me, { learnerid: mia, hours })).body.insertedId).toBe(older);
    expect(await own(me)).toMatchObject([{ _id: older, learnerid: mia, hours }]);
    expect((await grid()).items).toMatchObject([{ weekday: 6, hour: '10:00', families: 1 }]);
  });

  test('is of a child of the family, of an instrument and a level that there are, and of some hour', async () => {
    const [mine, other] = [await student(), await student()];
    const child = await addChildBy(mine, { born: '2018-05-02' });
    expect((await wish(mine, { learnerid: child })).status).toBe(200);
    expect(refusal(await wish(other, { learnerid: child }))).toEqual([404, 'learner-not-found']);
    expect(refusal(await wish(mine, { instrument: 'none' }))).toEqual([404, 'instrument-not-found']);
    for (const wrong of [
      { level: 'Expert' },
      { group: 'Cats' },
      { hours: [] },
      { hours: [{ weekday: 8, from: '16:00', to: '17:00' }] },
      { hours: [{ weekday: 2, from: '16:30', to: '17:00' }] },
      { hours: [{ weekday: 2, from: '17:00', to: '17:00' }] },
    ])
      expect(refusal(await wish(mine, wrong))).toEqual([400, 'invalid-input']);
  });

  test('is one of ten at most', async () => {
    const mine = await student();
    for (let at = 0; at < 10; at++)
      await wish(mine, { instrument: await addInstrument(school, `Instrument ${at}`) });
    expect(refusal(await wish(mine))).toEqual([409, 'too-many-wishes']);
  });
});

describe('the grid', () => {
  test('counts families by weekday and hour, and says how many have a child below nine', async () => {
    const people = await families(2);
    const [first] = people as [Person];
    const young = await addChildBy(first, { born: '2018-05-02' });
    await wish(first, { learnerid: young, hours: [{ weekday: 2, from: '16:00', to: '17:00' }] });
    expect(await grid()).toEqual({
      instruments: [{ _id: cello, name: 'Cello', families: 2 }],
      families: 2,
      young: 1,
      items: [
        { weekday: 2, hour: '16:00', from: '16:00', to: '18:00', families: 2, young: 1 },
        { weekday: 2, hour: '17:00', from: '16:00', to: '18:00', families: 2, young: 0 },
      ],
    });
  });

  test('takes a wish for any level for one that fits each', async () => {
    await families(1);
    await families(2, { level: 'Beginner' });
    await families(4, { level: 'Advanced', group: 'Adults' });
    expect((await grid(`instrument=${cello}&level=Beginner`)).families).toBe(3);
    expect((await grid(`instrument=${cello}&level=Advanced&group=Kids`)).families).toBe(1);
    expect((await grid('')).families).toBe(7);
  });

  test('leaves out a family that leaves, and an account that takes no classes any more', async () => {
    const [leaving, teaching] = (await families(3)) as [Person, Person, Person];
    await school.db
      .updateTable('users')
      .set({ leavesat: school.clock.now })
      .where('_id', '=', leaving.user._id)
      .execute();
    await school.db
      .updateTable('users')
      .set({ role: 'instructor' })
      .where('_id', '=', teaching.user._id)
      .execute();
    const { families: count, instruments } = await grid();
    expect([count, instruments[0].families]).toEqual([1, 1]);
  });

  test('is read by teachers and the office, and names no family to any of them', async () => {
    const [mine] = (await families(1)) as [Person];
    for (const reader of [teacher, admin, await school.signIn('office')]) {
      const answer = await reader.call('GET', '/wishes/grid');
      expect(answer.status).toBe(200);
      for (const name of [mine.user.name, mine.email, mine.user._id, mine.learnerid])
        expect(JSON.stringify(answer.body)).not.toContain(name);
    }
    expect((await mine.call('GET', '/wishes/grid')).status).toBe(403);
    expect((await school.call('GET', '/wishes/grid')).status).toBe(401);
  });
});

describe('what everyone may know', () => {
  test('begins with five families', async () => {
    await families(4);
    expect(await sums()).toEqual([]);
    // A sibling is no family more.
    const [fifth] = (await families(1)) as [Person];
    expect((await sums())[0]).toMatchObject({ instrument: cello, families: 5 });
    const child = await addChildBy(fifth, {});
    await wish(fifth, { learnerid: child });
    expect((await sums())[0].families).toBe(5);
    const [{ _id }] = await own(fifth);
    await fifth.call('DELETE', `/wishes/${_id}`);
    expect((await sums())[0].families).toBe(5);
    await fifth.call('DELETE', `/wishes/${(await own(fifth))[0]._id}`);
    expect(await sums()).toEqual([]);
  });

  test('has no slice of fewer, and none that leaves fewer', async () => {
    await families(5, { level: 'Beginner', group: 'Kids' });
    await families(4, {
      level: 'Advanced',
      group: 'Kids',
      hours: [{ weekday: 3, from: '16:00', to: '17:00' }],
    });
    const [known] = await sums();
    // Nine for kids; of five beginners the rest would be four.
    expect(known).toMatchObject({
      families: 9,
      levels: [],
      groups: [{ group: 'Kids', families: 9 }],
      hours: [],
    });
    await families(1, { level: 'Advanced' });
    expect((await sums())[0]).toMatchObject({
      families: 10,
      levels: [
        { level: 'Advanced', families: 5 },
        { level: 'Beginner', families: 5 },
      ],
      // Nine of ten are for kids: one is not.
      groups: [],
      hours: [],
    });
    // Of fourteen four cannot on Tuesdays.
    await families(4);
    expect((await sums())[0].hours).toEqual([]);
    await families(1, { hours: [{ weekday: 3, from: '16:00', to: '17:00' }] });
    expect((await sums())[0].hours).toEqual([
      { weekday: 2, hour: '16:00', families: 10 },
      { weekday: 2, hour: '17:00', families: 10 },
      { weekday: 3, hour: '16:00', families: 5 },
    ]);
  });

  test('leaves no few by two slices together', async () => {
    await families(6, { level: 'Beginner' });
    await families(5, { level: 'Advanced' });
    await families(2, {});
    expect((await sums())[0]).toMatchObject({
      families: 13,
      levels: [{ level: 'Beginner', families: 6 }],
    });
  });
});

describe('what becomes of it', () => {
  test('a child that leaves the family takes its wish along', async () => {
    const mine = await student();
    const child = await addChildBy(mine, {});
    await addWishOf(school, child);
    expect((await mine.call('DELETE', `/learners/${child}`)).status).toBe(200);
    expect(await school.db.selectFrom('wishes').selectAll().execute()).toEqual([]);
  });

  test('the instrument that is not taught any more ends it', async () => {
    await families(1);
    await admin.call('DELETE', `/instruments/${cello}`, { version: 1 });
    expect(await school.db.selectFrom('wishes').selectAll().execute()).toEqual([]);
  });

  test('the file that the account takes along has it', async () => {
    const [mine] = (await families(1, { group: 'Kids' })) as [Person];
    expect((await mine.call('GET', '/account/data')).body.wishes).toMatchObject([
      {
        learnername: mine.user.name,
        instrumentname: 'Cello',
        level: null,
        group: 'Kids',
        hours: [{ weekday: expect.any(Number), from: expect.stringMatching(/:00$/), to: expect.any(String) }],
      },
    ]);
  });
});
