import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '#server/database/transact.ts';
import { eraseRows } from '#server/features/account/erase-rows.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  for (const table of ['closures', 'rooms'] as const) await school.db.deleteFrom(table).execute();
  school.changed(['timetable']);
});
afterAll(() => school.close());

const BREAK = { name: 'Autumn break', firstday: '2026-10-26', lastday: '2026-10-30' };
const EVERYWHERE = { version: 1, roomid: null, room: null, teacherid: null, instructorname: null };

const closures = async () => (await school.call('GET', '/closures')).body;
const add = async (closure: object): Promise<string> =>
  (await admin.call('POST', '/closures', closure)).body.insertedId;

test('everybody reads what is closed when, the first day first', async () => {
  const teacher = await school.signIn('instructor');
  const room = (await admin.call('POST', '/rooms', { name: 'Blue room', places: 4 })).body.insertedId;
  const school_ = await add(BREAK);
  const painted = { name: 'Painted', firstday: '2026-10-05', lastday: '2026-10-05' };
  const ofRoom = await add({ ...painted, roomid: room });
  const away = { name: 'Away', firstday: '2026-11-02', lastday: '2026-11-06' };
  const ofTeacher = await add({ ...away, teacherid: teacher.user._id });
  expect(await closures()).toEqual([
    { _id: ofRoom, ...painted, ...EVERYWHERE, roomid: room, room: 'Blue room' },
    { _id: school_, ...BREAK, ...EVERYWHERE },
    {
      _id: ofTeacher,
      ...away,
      ...EVERYWHERE,
      teacherid: teacher.user._id,
      instructorname: teacher.user.name,
    },
  ]);
  const longer = { ...BREAK, lastday: '2026-10-31' };
  expect((await admin.call('PUT', `/closures/${school_}`, longer)).status).toBe(200);
  expect((await admin.call('DELETE', `/closures/${ofRoom}`)).status).toBe(200);
  expect(await closures()).toMatchObject([longer, away]);
});

test('a dry run changes nothing', async () => {
  await admin.call('POST', '/closures?dry=1', BREAK);
  expect(await closures()).toEqual([]);
  const id = await add(BREAK);
  await admin.call('PUT', `/closures/${id}?dry=1`, { ...BREAK, name: 'Half term' });
  await admin.call('DELETE', `/closures/${id}?dry=1`);
  expect(await closures()).toEqual([{ _id: id, ...BREAK, ...EVERYWHERE }]);
});

test.each(['', '?dry=1'])('what is closed must be there%s', async (query) => {
  const student = await school.signIn('student');
  const room = (await admin.call('POST', '/rooms', { name: 'Blue room', places: 4 })).body.insertedId;
  await admin.call('DELETE', `/rooms/${room}`);
  const id = await add(BREAK);
  for (const [fields, code] of [
    [{ roomid: 'unknown' }, 'room-unknown'],
    [{ roomid: room }, 'room-unknown'],
    [{ teacherid: 'unknown' }, 'teacher-unknown'],
    [{ teacherid: student.user._id }, 'teacher-unknown'],
  ] as const)
    for (const [method, path] of [
      ['POST', '/closures'],
      ['PUT', `/closures/${id}`],
    ] as const) {
      const answer = await admin.call(method, `${path}${query}`, { ...BREAK, ...fields });
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
  for (const [method, body] of [['PUT', BREAK], ['DELETE']] as const) {
    const answer = await admin.call(method, `/closures/unknown${query}`, body);
    expect([answer.status, answer.body.code]).toEqual([404, 'closure-not-found']);
  }
});

test.each([
  [{ ...BREAK, name: '' }, 'name'],
  [{ ...BREAK, lastday: '2026-10-25' }, 'lastday'],
  [{ ...BREAK, roomid: 'a', teacherid: 'b' }, 'teacherid'],
])('%j is refused beside its field', async (body, field) => {
  const answer = await admin.call('POST', '/closures', body);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});

test('a teacher’s closing days go with the account', async () => {
  const { user, email, learnerid } = await school.signIn('instructor');
  await add({ ...BREAK, teacherid: user._id });
  await add(BREAK);
  const person = { _id: user._id, email, learnerid };
  await transact(school.db, (tx) => eraseRows(tx, school.erasing, person, school.clock.now));
  school.changed(['timetable']);
  expect(await closures()).toMatchObject([EVERYWHERE]);
});

test('the office closes a room and the days of a teacher, never the whole school', async () => {
  const office = await school.signIn('office');
  const teacher = await school.signIn('instructor');
  const room = (await admin.call('POST', '/rooms', { name: 'Blue room', places: 4 })).body.insertedId;
  const refused = { status: 403, body: { code: 'forbidden' } };
  expect(await office.call('POST', '/closures', BREAK)).toMatchObject(refused);
  expect(await office.call('POST', '/closures?dry=1', BREAK)).toMatchObject(refused);
  const of = await office.call('POST', '/closures', { ...BREAK, roomid: room });
  expect(of.status).toBe(200);
  expect(await office.call('POST', '/closures', { ...BREAK, teacherid: teacher.user._id })).toMatchObject({
    status: 200,
  });
  const everywhere = await add(BREAK);
  expect(await office.call('DELETE', `/closures/${everywhere}`)).toMatchObject(refused);
  // Neither what was a room's becomes the school's, nor the other way round.
  expect(await office.call('PUT', `/closures/${of.body.insertedId}`, BREAK)).toMatchObject(refused);
  expect(await office.call('PUT', `/closures/${everywhere}`, { ...BREAK, roomid: room })).toMatchObject(
    refused,
  );
  expect(await office.call('DELETE', `/closures/${of.body.insertedId}`)).toMatchObject({ status: 200 });
});
