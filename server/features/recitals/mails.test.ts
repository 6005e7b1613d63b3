import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addRoom } from '#tests/support/timetable.ts';

/*
 * What families and teachers are told of a recital on Saturday, 3 October 2026, at six; the clock stands on
 * 1 September 2026. Mia and Ole are of one family, and Clara’s students.
 */

const DAY = '2026-10-03';
const EVENING = { name: 'Autumn recital', day: DAY, starttime: '18:00', public: true };
const KINDS = [
  'recital-part',
  'recital-part-ended',
  'recital-called-off',
  'recital-moved',
  'recital-closing',
];

let school: TestSchool;
let admin: Person;
let office: Person;
let clara: Person;
let boris: Person;
let family: Person;
let aunt: Person;
let mia: string;
let ole: string;
let room: string;

beforeAll(async () => {
  school = await openTestSchool();
  [admin, office] = [await school.signIn('admin'), await school.signIn('office')];
  [clara, boris] = [await school.signIn('instructor'), await school.signIn('instructor')];
  [family, aunt] = [await school.signIn('student'), await school.signIn('student')];
  mia = await addChildBy(family, { firstname: 'Mia', lastname: 'Sol' });
  ole = await addChildBy(family, { firstname: 'Ole', lastname: 'Sol' });
  const { _id: classid } = await school.addClass({ instructoremail: clara.email, availableseat: 9 });
  for (const learnerid of [mia, ole])
    await admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' });
  await letGuard(school, { parent: family, guardian: aunt, learnerid: mia, rights: { getsmail: true } });
  room = await addRoom(school.db, { name: 'Hall' });
});
beforeEach(async () => {
  for (const table of ['recitals', 'closures', 'mails'] as const) await school.db.deleteFrom(table).execute();
});
afterAll(() => school.close());

type Fields = Record<string, unknown>;
const piece = (learnerid: string, fields: Fields = {}) => ({
  ...{ learnerids: [learnerid], title: 'Gavotte', composer: 'Gossec', minutes: 3 },
  ...fields,
});
async function add(pieces: object[], fields: Fields = {}) {
  const { insertedId: id } = (await office.call('POST', '/recitals', { ...EVENING, ...fields })).body;
  expect((await save(office, id, pieces)).status).toBe(200);
  return id as string;
}
const save = (by: Person, id: string, pieces: object[]) =>
  by.call('PUT', `/recitals/${id}/pieces`, { pieces });
const told = async ({ email }: Person) =>
  (await mailsOf(school, email)).filter(({ kind }) => KINDS.includes(kind));
const kinds = async (by: Person) => (await told(by)).map(({ kind }) => kind);
/** The time until what waits is sent, as the loop of mails notes it. */
async function pass(minutes: number) {
  school.clock.now += minutes * 60_000;
  await school.db
    .updateTable('mails')
    .set({ sentat: school.clock.now, workat: null })
    .where('workat', '<=', school.clock.now)
    .execute();
}
const forget = () => school.db.deleteFrom('mails').execute();
const closing = (fields: Fields = {}) =>
  admin.call('POST', '/closures', {
    ...{ name: 'Autumn break', firstday: '2026-10-01', lastday: '2026-10-05', roomid: null, teacherid: null },
    ...fields,
  });

test('a family is told once of the part of each child, in one mail, and asked how it is named', async () => {
  const id = await add([piece(mia), piece(ole, { accompanistid: boris.learnerid })], { roomid: room });
  const [mail, ...more] = await told(family);
  expect([mail?.kind, more]).toEqual(['recital-part', []]);
  expect(mail?.text).toMatch(/For: (Mia Sol, Ole Sol|Ole Sol, Mia Sol)\n/);
  expect(mail?.text).toContain('When: Saturday, 3 October 2026, 18:00');
  expect(mail?.text).toContain('Room: Hall');
  expect(mail?.text).toContain('How may the programme');
  expect(mail?.text).toContain('/student/week');
  const [hers] = await told(aunt);
  expect(hers?.text).toContain('For: Mia Sol\n');
  // Who teaches is named, and asked nothing.
  expect([await told(boris), await told(clara)]).toEqual([[], []]);
  await forget();
  await save(clara, id, [piece(mia, { title: 'Bourrée' })]);
  await save(clara, id, [piece(mia), piece(ole, { turnerid: mia })]);
  expect(await told(family)).toEqual([]);
});

test('of a child that is put in later its family is told then', async () => {
  const id = await add([piece(mia)]);
  await forget();
  const { pieces } = (await office.call('GET', `/recitals/${id}/pieces`)).body;
  await save(clara, id, [...pieces, piece(ole)]);
  expect((await told(family)).map(({ text }) => /For: .*/.exec(text)?.[0])).toEqual(['For: Ole Sol']);
  expect(await told(aunt)).toEqual([]);
});

test('of a child that is taken out its family is told once, a quarter of an hour later, and anew when it is back', async () => {
  const id = await add([piece(mia), piece(ole, { accompanistid: boris.learnerid })], { roomid: room });
  await forget();
  await save(office, id, [piece(ole)]);
  const waiting = await school.db.selectFrom('mails').selectAll().execute();
  // Neither the office, which did it, nor the teacher who accompanied is told.
  expect(waiting.map(({ kind, recipient }) => [kind, recipient]).toSorted()).toEqual(
    [family, aunt].map(({ email }) => ['recital-part-ended', email]).toSorted(),
  );
  for (const { workat, validuntil } of waiting) {
    expect(workat).toBe(school.clock.now + 15 * 60_000);
    expect(validuntil).toBe(Date.parse(`${DAY}T18:00:00Z`));
  }
  await save(office, id, [piece(ole, { title: 'Bourrée' })]);
  await pass(16);
  const [mail, ...more] = await told(family);
  expect([mail?.kind, more]).toEqual(['recital-part-ended', []]);
  expect(mail?.subject).toBe('No part any more in Autumn recital');
  expect(mail?.text).toContain('For: Mia Sol\n');
  expect(mail?.text).toContain('the part that was planned is no longer in it');
  expect(mail?.text).toContain('When: Saturday, 3 October 2026, 18:00');
  expect(mail?.text).toContain('Room: Hall');
  expect(await kinds(aunt)).toEqual(['recital-part-ended']);
  await forget();
  await save(office, id, [piece(mia), piece(ole)]);
  expect(await kinds(family)).toEqual(['recital-part']);
  await save(office, id, [piece(ole)]);
  await pass(16);
  expect((await kinds(family)).toSorted()).toEqual(['recital-part', 'recital-part-ended']);
});

test('of a child that is put into another piece meanwhile nothing is told', async () => {
  const id = await add([piece(mia), piece(ole)]);
  const { insertedId: other } = (await office.call('POST', '/recitals', { ...EVENING, name: 'Other' })).body;
  await save(office, other, [piece(mia)]);
  await forget();
  for (const evening of [id, other]) await save(office, evening, [piece(ole)]);
  await save(office, id, [piece(ole, { accompanistid: mia })]);
  await pass(16);
  const ended = (await told(family)).filter(({ kind }) => kind === 'recital-part-ended');
  expect(ended.map(({ subject }) => subject)).toEqual(['No part any more in Other']);
  expect((await told(aunt)).map(({ subject }) => subject)).toEqual(['No part any more in Other']);
});

test('of a child that leaves the school, and of an evening that is called off, no part is told as ended', async () => {
  const id = await add([piece(mia), piece(ole)]);
  const child = await addChildBy(family, { firstname: 'Una', lastname: 'Sol' });
  await save(office, id, [piece(mia), piece(ole), piece(child)]);
  await forget();
  expect((await family.call('DELETE', `/learners/${child}`)).status).toBe(200);
  await save(office, id, [piece(mia), piece(ole)]);
  await office.call('DELETE', `/recitals/${id}`, {});
  await pass(16);
  expect(await kinds(family)).toEqual(['recital-called-off']);
});

test('that it is called off families and teachers are told, each once', async () => {
  const id = await add([piece(mia, { accompanistid: boris.learnerid }), piece(ole)]);
  await forget();
  await office.call('DELETE', `/recitals/${id}`, {});
  await office.call('DELETE', `/recitals/${id}`, {});
  for (const who of [family, aunt, clara, boris]) expect(await kinds(who)).toEqual(['recital-called-off']);
  expect((await told(family))[0]?.subject).toBe('Called off: Autumn recital');
  expect((await told(clara))[0]?.text).not.toContain('Mia');
  expect(await told(office)).toEqual([]);
});

test('that it is moved they are told, with what was before, and of another name nothing', async () => {
  const id = await add([piece(mia)], { roomid: room });
  await forget();
  const change = (fields: Fields) =>
    office.call('PUT', `/recitals/${id}`, { ...EVENING, roomid: room, ...fields });
  await change({ name: 'Recital' });
  expect(await told(family)).toEqual([]);
  const later = { name: 'Recital', starttime: '18:30', roomid: null };
  expect((await change(later)).status).toBe(200);
  expect((await change(later)).status).toBe(200);
  for (const who of [family, aunt, clara]) expect(await kinds(who)).toEqual(['recital-moved']);
  const [{ text = '' } = {}] = await told(family);
  expect(text).toContain('When: Saturday, 3 October 2026, 18:30');
  expect(text).toContain('Before: Saturday, 3 October 2026, 18:00');
  expect(text).toContain('Room before: Hall');
});

test('of closing days that come later they are told that it stands, unless others are closed', async () => {
  await add([piece(mia)], { roomid: room });
  await forget();
  const other = await addRoom(school.db, { name: 'Attic' });
  await closing({ roomid: other });
  await closing({ teacherid: clara.user._id });
  await closing({ firstday: '2026-10-04' });
  await admin.call('POST', '/closures?dry=1', {
    ...{ name: 'Dry', firstday: DAY, lastday: DAY, roomid: null, teacherid: null },
  });
  expect(await told(family)).toEqual([]);
  const { insertedId } = (await closing({ roomid: room, name: 'Paint' })).body;
  await admin.call('PUT', `/closures/${insertedId}`, {
    ...{ name: 'Paint', firstday: DAY, lastday: DAY, roomid: room, teacherid: null },
  });
  for (const who of [family, aunt, clara]) expect(await kinds(who)).toEqual(['recital-closing']);
  expect((await told(family))[0]?.text).toContain(
    'The room of the recital Autumn recital is closed that day: Paint.',
  );
  await forget();
  await closing();
  expect((await told(family))[0]?.text).toContain('The recital stands as it was planned');
});

test('of an evening that has begun nothing is told', async () => {
  const id = await add([piece(mia)]);
  await forget();
  const before = school.clock.now;
  school.clock.now = Date.parse(`${DAY}T18:01:00Z`);
  await save(office, id, [piece(ole)]);
  await closing();
  await office.call('DELETE', `/recitals/${id}`, {});
  school.clock.now = before;
  expect(await told(family)).toEqual([]);
});
