import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  for (const table of ['lessons', 'rooms', 'sites'] as const) await school.db.deleteFrom(table).execute();
  school.changed(['timetable']);
});
afterAll(() => school.close());

const RIVER = {
  name: 'River house',
  street: '12 River Street',
  postcode: '1000',
  town: 'Springfield',
  directions: 'Tram 4 to River.\nThe blue door.',
};

const sites = async () => (await school.call('GET', '/sites')).body;
const rooms = async () => (await school.call('GET', '/rooms')).body;
const add = async (fields: object): Promise<string> =>
  (await admin.call('POST', '/sites', fields)).body.insertedId;
const addRoom = (name: string, siteid: string | null) =>
  admin.call('POST', '/rooms', { name, places: 6, siteid });
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

test('everybody reads the buildings by name, with the rooms in them, as they are now', async () => {
  const river = await add(RIVER);
  const attic = await add({ name: '  annexe ' });
  const room = (await addRoom('Room 1', river)).body.insertedId;
  const retired = (await addRoom('Room 2', river)).body.insertedId;
  await admin.call('DELETE', `/rooms/${retired}`, { version: 1 });
  const nothing = { street: '', postcode: '', town: '', directions: '' };
  expect(await sites()).toEqual([
    { _id: attic, name: 'annexe', ...nothing, roomids: [], version: 1 },
    { _id: river, ...RIVER, roomids: [room], version: 1 },
  ]);
  const moved = { ...RIVER, town: 'Shelbyville', version: 1 };
  expect((await admin.call('PUT', `/sites/${river}`, moved)).status).toBe(200);
  expect(await sites()).toMatchObject([{ name: 'annexe' }, { town: 'Shelbyville', version: 2 }]);
  // The answer was lost, and it is asked again.
  expect((await admin.call('PUT', `/sites/${river}`, moved)).status).toBe(200);
});

test('the second of two admins who change or delete a building learns of the first change', async () => {
  const id = await add(RIVER);
  await admin.call('PUT', `/sites/${id}`, { ...RIVER, town: 'Shelbyville', version: 1 });
  const stale = [409, 'changed-meanwhile'];
  expect(refusal(await admin.call('PUT', `/sites/${id}`, { ...RIVER, version: 1 }))).toEqual(stale);
  expect(refusal(await admin.call('DELETE', `/sites/${id}`, { version: 1 }))).toEqual(stale);
});

test('two buildings are not called alike, nor two rooms in one of them', async () => {
  const river = await add(RIVER);
  const annexe = await add({ name: 'Annexe' });
  const taken = [409, 'site-name-taken'];
  expect(refusal(await admin.call('POST', '/sites', { name: 'RIVER house' }))).toEqual(taken);
  expect(refusal(await admin.call('PUT', `/sites/${annexe}`, { name: 'River House' }))).toEqual(taken);
  expect((await addRoom('Room 1', river)).status).toBe(200);
  expect((await addRoom('Room 1', annexe)).status).toBe(200);
  expect((await addRoom('Room 1', null)).status).toBe(200);
  for (const siteid of [river, null])
    expect(refusal(await addRoom('room 1', siteid))).toEqual([409, 'room-name-taken']);
  expect((await rooms()).map(({ site }: { site: string | null }) => site)).toEqual([
    null,
    'Annexe',
    'River house',
  ]);
});

test('a building stays while rooms are in it; then it is gone, and the log has a line of each change', async () => {
  const id = await add(RIVER);
  const room = (await addRoom('Room 1', id)).body.insertedId;
  const inUse = [409, 'site-in-use'];
  expect(refusal(await admin.call('DELETE', `/sites/${id}`, { version: 1 }))).toEqual(inUse);
  await admin.call('PUT', `/rooms/${room}`, { name: 'Room 1', places: 6, siteid: null, version: 1 });
  expect((await admin.call('DELETE', `/sites/${id}`, { version: 1 })).body).toEqual({ deletedCount: 1 });
  expect(await sites()).toEqual([]);
  const gone = [404, 'site-not-found'];
  for (const [method, body] of [['PUT', { name: 'Third' }], ['DELETE']] as const)
    expect(refusal(await admin.call(method, `/sites/${id}`, body))).toEqual(gone);
  expect(refusal(await addRoom('Room 2', id))).toEqual(gone);
  const change = { name: 'Room 1', places: 6, siteid: id, version: 2 };
  expect(refusal(await admin.call('PUT', `/rooms/${room}`, change))).toEqual(gone);
  const { items } = (await admin.call('GET', '/changes?about=school')).body;
  const lines = items.filter(({ subjectid }: { subjectid: string }) => subjectid === id);
  expect(lines.map(({ action, note }: Record<string, string>) => `${action} ${note}`).toSorted()).toEqual([
    'added site',
    'deleted site',
  ]);
});

test('a room stays in its building where a change does not name one', async () => {
  const id = await add(RIVER);
  const room = (await addRoom('Room 1', id)).body.insertedId;
  await admin.call('PUT', `/rooms/${room}`, { name: 'Room 2', places: 6, version: 1 });
  expect(await rooms()).toMatchObject([{ name: 'Room 2', site: 'River house' }]);
});

test('wherever a lesson is told, its room is told with the building', async () => {
  const river = await add(RIVER);
  const roomid = (await addRoom('Room 1', river)).body.insertedId;
  const { _id: classid } = await school.addClass({});
  const day = new Date(school.clock.now + 86_400_000).toISOString().slice(0, 10);
  await addLesson(school.db, { classid, roomid, day });
  school.changed(['timetable', 'classes']);
  const room = 'Room 1, River house';
  expect((await school.call('GET', `/class/${classid}/lessons`)).body).toMatchObject([{ room, roomid }]);
  expect((await school.call('GET', `/timetable?from=${day}&to=${day}`)).body).toMatchObject([{ room }]);
  expect((await admin.call('GET', `/week?school=1&from=${day}`)).body).toMatchObject([{ room }]);
  expect((await school.call('GET', `/timetable/week?of=${day}`)).body.rooms).toEqual([
    { _id: roomid, name: room },
  ]);
  const calendar = await school.app.inject({ url: `/api/class/${classid}/calendar.ics` });
  expect(calendar.body.replaceAll('\r\n ', '')).toContain(
    'LOCATION:Room 1\\, River house\\, 12 River Street\\, 1000 Springfield',
  );
});

test.each(['student', 'instructor', 'office'] as const)('is not for a caller who is a %s', async (role) => {
  const id = await add(RIVER);
  const caller = await school.signIn(role);
  for (const [method, path, body] of [
    ['POST', '/sites', { name: 'Second' }],
    ['PUT', `/sites/${id}`, { name: 'Second' }],
    ['DELETE', `/sites/${id}`],
  ] as const)
    expect(refusal(await caller.call(method, path, body))).toEqual([403, 'forbidden']);
  expect(await sites()).toMatchObject([{ name: 'River house' }]);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ name: 'Blue\u202ehouse' }, 'name'],
  [{ name: 'River', directions: 'x'.repeat(301) }, 'directions'],
  [{ name: 'River', street: 'One\nTwo' }, 'street'],
])('%j is refused beside its field', async (fields, field) => {
  const answer = await admin.call('POST', '/sites', fields);
  expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, field]);
});
