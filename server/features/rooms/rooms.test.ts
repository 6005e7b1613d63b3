import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  for (const table of ['lessons', 'rooms'] as const) await school.db.deleteFrom(table).execute();
  school.changed(['timetable']);
});
afterAll(() => school.close());

/** In no building that is named. */
const NOWHERE = { siteid: null, site: null };
const HOUR_MS = 60 * 60_000;

const rooms = async () => (await school.call('GET', '/rooms')).body;
const add = async (name: string, places = 6): Promise<string> =>
  (await admin.call('POST', '/rooms', { name, places })).body.insertedId;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** A lesson of a class of so many seats, so many hours from now. */
async function addLesson(roomid: string, { seats, inHours }: { seats: number; inHours: number }) {
  const { _id: classid } = await school.addClass({ availableseat: seats });
  const startsat = school.clock.now + inHours * HOUR_MS;
  const day = new Date(startsat).toISOString().slice(0, 10);
  await school.db
    .insertInto('lessons')
    .values({
      _id: `lesson-${classid}`,
      classid,
      planid: null,
      planday: day,
      day,
      startsat,
      endsat: startsat + HOUR_MS,
      roomid,
      teacherid: null,
      state: 'planned',
      reason: null,
      changedat: school.clock.now,
    })
    .execute();
  return classid;
}

test('everybody reads the rooms by name, as they are now', async () => {
  const blue = await add('Blue room', 4);
  const attic = await add('  attic ', 12);
  expect(await rooms()).toEqual([
    { _id: attic, name: 'attic', places: 12, ...NOWHERE, version: 1 },
    { _id: blue, name: 'Blue room', places: 4, ...NOWHERE, version: 1 },
  ]);
  await admin.call('PUT', `/rooms/${blue}`, { name: 'Annexe', places: 5 });
  expect(await rooms()).toEqual([
    { _id: blue, name: 'Annexe', places: 5, ...NOWHERE, version: 2 },
    { _id: attic, name: 'attic', places: 12, ...NOWHERE, version: 1 },
  ]);
});

test('two rooms in use are not called alike, however they are written', async () => {
  const blue = await add('Blue room');
  const other = await add('Green room');
  const again = { name: 'BLUE ROOM', places: 3 };
  expect(refusal(await admin.call('POST', '/rooms', again))).toEqual([409, 'room-name-taken']);
  expect(refusal(await admin.call('POST', '/rooms?dry=1', again))).toEqual([409, 'room-name-taken']);
  expect(refusal(await admin.call('PUT', `/rooms/${other}`, again))).toEqual([409, 'room-name-taken']);
  expect((await admin.call('PUT', `/rooms/${blue}`, again)).status).toBe(200);
  await admin.call('DELETE', `/rooms/${blue}`);
  expect((await admin.call('POST', '/rooms', again)).status).toBe(200);
});

test('a dry run changes nothing and says what would happen', async () => {
  expect((await admin.call('POST', '/rooms?dry=1', { name: 'Blue room', places: 4 })).body).toEqual({});
  expect(await rooms()).toEqual([]);
  const blue = await add('Blue room', 4);
  const change = { name: 'Annexe', places: 8 };
  expect((await admin.call('PUT', `/rooms/${blue}?dry=1`, change)).body).toEqual({
    modifiedCount: 1,
    toosmallfor: [],
  });
  expect((await admin.call('DELETE', `/rooms/${blue}?dry=1`)).body).toEqual({ deletedCount: 1, usedby: [] });
  expect(await rooms()).toEqual([{ _id: blue, name: 'Blue room', places: 4, ...NOWHERE, version: 1 }]);
  const { body: log } = await admin.call('GET', '/changes?about=school');
  const ofRoom = log.items.filter(({ subjectid }: { subjectid: string }) => subjectid === blue);
  expect(ofRoom).toMatchObject([{ action: 'added', note: 'room', subjectname: 'Blue room' }]);
});

test('what is no dry run by its letter is refused and not done', async () => {
  for (const query of ['dry=true', 'dry=0', 'dry=', 'dry=1&dry=1']) {
    const answer = await admin.call('POST', `/rooms?${query}`, { name: 'Blue room', places: 4 });
    expect(refusal(answer), query).toEqual([400, 'invalid-input']);
  }
  expect(await rooms()).toEqual([]);
});

test('a room keeps as many places as a class has seats that has lessons there still', async () => {
  const blue = await add('Blue room', 10);
  const classid = await addLesson(blue, { seats: 6, inHours: 24 });
  await addLesson(blue, { seats: 9, inHours: -24 });
  const change = { name: 'Blue room', places: 5 };
  const large = { classid, classname: 'Violin for beginners', seats: 6, lessons: 1 };
  expect((await admin.call('PUT', `/rooms/${blue}?dry=1`, change)).body).toEqual({
    modifiedCount: 0,
    toosmallfor: [large],
  });
  expect(refusal(await admin.call('PUT', `/rooms/${blue}`, change))).toEqual([409, 'room-too-small']);
  expect(await rooms()).toMatchObject([{ places: 10 }]);
  expect((await admin.call('PUT', `/rooms/${blue}`, { ...change, places: 6 })).status).toBe(200);
});

test('a room in which a lesson is under way or to come stays; then it is gone, but for the lessons it had', async () => {
  const blue = await add('Blue room');
  const classid = await addLesson(blue, { seats: 6, inHours: -0.5 });
  expect((await admin.call('DELETE', `/rooms/${blue}?dry=1`)).body).toMatchObject({
    deletedCount: 0,
    usedby: [{ classid }],
  });
  expect(refusal(await admin.call('DELETE', `/rooms/${blue}`))).toEqual([409, 'room-in-use']);
  school.clock.now += HOUR_MS;
  expect((await admin.call('DELETE', `/rooms/${blue}`)).body).toEqual({ deletedCount: 1, usedby: [] });
  expect(await rooms()).toEqual([]);
  for (const [method, body] of [['PUT', { name: 'Blue room', places: 4 }], ['DELETE']] as const)
    expect(refusal(await admin.call(method, `/rooms/${blue}`, body))).toEqual([404, 'room-not-found']);
  expect(await school.db.selectFrom('lessons').select('roomid').execute()).toEqual([{ roomid: blue }]);
});

test.each([
  [{ name: ' ', places: 4 }, 'name'],
  [{ name: 'x'.repeat(61), places: 4 }, 'name'],
  [{ name: 'Blue\u202eroom', places: 4 }, 'name'],
  [{ name: 'Blue room', places: 0 }, 'places'],
  [{ name: 'Blue room', places: 1001 }, 'places'],
  [{ name: 'Blue room', places: 2.5 }, 'places'],
])('%j is refused beside its field', async (body, field) => {
  const answer = await admin.call('POST', '/rooms', body);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});
