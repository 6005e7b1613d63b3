import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CLASS_BYTES_MAX, FILE_BYTES_MAX } from '#contract/materials/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import { letGuard, tokenFor } from '#tests/support/families.ts';
import { bytesOf, plain } from '#tests/support/image-host/pictures.ts';
import { MP3, MUSIC_XML, MXL, PDF, WITH_ENTITIES } from '#tests/support/lesson-files.ts';
import { seatIn } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { insertFile, sumAllBytes } from './queries.ts';

let school: TestSchool;
let admin: Person;
let office: Person;
let clara: Person;
let substitute: Person;
let otherTeacher: Person;
let parent: Person;
let guardian: Person;
let stranger: Person;
/** Of the parent. */
let mia: string;
let cello: Row<'classes'>;
let place: string;
/** Of the class, while Mia has her place. */
let lesson: string;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.UTC(2026, 8, 1, 12);
const HTML = '<!doctype html><script>alert(1)</script>';

beforeAll(async () => {
  school = await openTestSchool({ env: { FILES_MAX_MB: '1000' } });
  [admin, office, clara, substitute, otherTeacher] = await Promise.all([
    school.signIn('admin'),
    school.signIn('office'),
    school.signIn('instructor'),
    school.signIn('instructor'),
    school.signIn('instructor'),
  ]);
});
beforeEach(async () => {
  school.clock.now = NOON;
  [parent, guardian, stranger] = await Promise.all([
    school.signIn('student'),
    school.signIn('student'),
    school.signIn('student'),
  ]);
  mia = await addChild(school.db, { userid: parent.user._id, firstname: 'Mia', lastname: 'Berg' });
  cello = await school.addClass({ instructoremail: clara.email, classname: 'Cello', enrolledstudents: 1 });
  place = await seatIn(school, cello, { userid: parent.user._id, learnerid: mia });
  lesson = await lessonAt(NOON + DAY_MS);
});
afterAll(() => school.close());

const lessonAt = async (startsat: number, fields: Partial<Row<'lessons'>> = {}) => {
  const day = new Date(startsat).toISOString().slice(0, 10);
  const times = { day, startsat, endsat: startsat + HOUR_MS };
  return (await addLesson(school.db, { classid: cello._id, teacherid: clara.user._id, ...times, ...fields }))
    ._id;
};
const notes = (person: Person, id = lesson) => person.call('GET', `/lessons/${id}/notes`);
const write = (person: Person, markdown: string, version = 0, id = lesson) =>
  person.call('PUT', `/lessons/${id}/notes`, { markdown, version });
const send = (person: Person, content: Uint8Array | string, name = 'etude.pdf', id = lesson) =>
  person.call('POST', `/lessons/${id}/files`, {
    file: new File([new Uint8Array(Buffer.from(content))], name),
  });
async function sent(content: Uint8Array | string, name?: string, id?: string): Promise<string> {
  const { status, body } = await send(clara, content, name, id);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.insertedId;
}
const open = async (person: Person, id: string) =>
  school.app.inject({
    url: `/api/files/${id}`,
    headers: { authorization: `Bearer ${await person.issue()}` },
  });
const folder = (name: string) => join(school.config.dataDir, name);
const stored = () => readdirSync(folder('files')).filter((name) => name !== 'unfinished');
const under = (result: { status: number; body: { code?: string } }) => [result.status, result.body.code];

test('what a teacher writes after a lesson, its family reads as HTML without any of the author’s own', async () => {
  expect((await notes(parent)).body).toMatchObject({ markdown: '', version: 0, files: [], mayedit: false });
  expect((await write(clara, `Bars **9 to 16**.\n\n${HTML}`)).body).toEqual({ version: 1 });
  const { body } = await notes(parent);
  expect(body).toMatchObject({
    lesson: { _id: lesson, classname: 'Cello', day: '2026-09-02', instructorname: clara.user.name },
    version: 1,
  });
  expect(body.html).toContain('<strong>9 to 16</strong>');
  expect(body.html).not.toContain('<script');
  // Pictures are at public addresses; what is given in a lesson is not public.
  await write(clara, `![Me](/i/${'0'.repeat(64)}.webp)`, 1);
  expect((await notes(parent)).body.html).not.toContain('<img');
  expect(body).not.toHaveProperty('learners');
});

test('of two who write at once one is told, the same again changes nothing, and an empty text takes it away', async () => {
  const both = await Promise.all([write(clara, 'One.'), write(admin, 'Other.')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { markdown } = (await notes(clara)).body;
  expect((await write(clara, markdown, 1)).body).toEqual({ version: 1 });
  expect(under(await write(clara, 'Late.', 0))).toEqual([409, 'changed-meanwhile']);
  expect((await write(clara, '', 1)).body).toEqual({ version: 2 });
  expect((await notes(parent)).body).toMatchObject({ html: '', version: 2 });
});

test('the class’s teacher, a substitute and admins write; the office reads; families and other teachers do not write', async () => {
  const covered = await lessonAt(NOON + 2 * DAY_MS, { teacherid: substitute.user._id });
  expect((await write(substitute, 'One.', 0, covered)).status).toBe(200);
  expect((await write(clara, 'Two.', 1, covered)).status).toBe(200);
  expect((await write(admin, 'Three.', 2, covered)).status).toBe(200);
  for (const person of [office, parent, guardian, stranger, otherTeacher])
    expect(under(await write(person, 'No.', 3, covered))).toEqual([403, 'forbidden']);
  // The substitute has that lesson alone.
  expect(under(await write(substitute, 'No.'))).toEqual([403, 'forbidden']);
  expect(under(await notes(substitute))).toEqual([404, 'lesson-not-found']);
  expect((await notes(office, covered)).body).toMatchObject({ markdown: 'Three.', mayedit: false });
  expect(under(await write(clara, 'No.', 0, 'unknown'))).toEqual([404, 'lesson-not-found']);
});

test('another family reads nothing of a lesson, and neither does a teacher who does not teach it', async () => {
  await write(clara, 'Bars 9 to 16.');
  const file = await sent(PDF);
  for (const person of [stranger, guardian, otherTeacher]) {
    expect(under(await notes(person))).toEqual([404, 'lesson-not-found']);
    const { statusCode, payload } = await open(person, file);
    expect([statusCode, JSON.parse(payload).code]).toEqual([404, 'file-not-found']);
    expect(under(await person.call('GET', `/materials/${mia}`))).toEqual([404, 'learner-not-found']);
  }
  expect((await school.app.inject(`/api/files/${file}`)).statusCode).toBe(401);
  expect((await school.app.inject(`/api/lessons/${lesson}/notes`)).statusCode).toBe(401);
  for (const person of [parent, clara, office, admin])
    expect((await open(person, file)).statusCode).toBe(200);
});

test('a guardian reads from accepting on until it ends', async () => {
  await write(clara, 'Bars 9 to 16.');
  const file = await sent(PDF);
  await letGuard(school, { parent, guardian, learnerid: mia });
  expect((await notes(guardian)).body.markdown).toBe('Bars 9 to 16.');
  expect((await open(guardian, file)).statusCode).toBe(200);
  expect((await guardian.call('GET', `/materials/${mia}`)).body.lessons).toHaveLength(1);
  expect((await guardian.call('PUT', `/practised/${mia}/2026-09-01`)).status).toBe(200);
  await parent.call('DELETE', `/guardians/${mia}/${guardian.user._id}`);
  expect((await notes(guardian)).status).toBe(404);
  expect((await open(guardian, file)).statusCode).toBe(404);
  for (const path of [`/materials/${mia}`, `/practised/${mia}`])
    expect(under(await guardian.call('GET', path))).toEqual([404, 'learner-not-found']);
  expect((await guardian.call('PUT', `/practised/${mia}/2026-09-01`)).status).toBe(404);
});

test('a teenager with their own account has what was the child’s, and the parent no more', async () => {
  await write(clara, 'Bars 9 to 16.');
  await parent.call('PUT', `/practised/${mia}/2026-09-01`);
  const offer = { email: guardian.email, mayenrol: false, maypay: false, getsmail: false };
  expect((await parent.call('POST', `/learners/${mia}/takeover`, { ...offer, stays: false })).status).toBe(
    200,
  );
  expect((await guardian.call('POST', `/claims/${await tokenFor(school, guardian.email)}`)).status).toBe(200);
  expect((await notes(guardian)).body.markdown).toBe('Bars 9 to 16.');
  expect((await guardian.call('GET', `/practised/${mia}`)).body.days).toEqual(['2026-09-01']);
  expect((await notes(parent)).status).toBe(await sees(parent));
});
/** A parent stays a guardian of one who takes over where that was agreed. */
const sees = async (person: Person) =>
  (await person.call('GET', '/learners')).body.some(({ _id }: { _id: string }) => _id === mia) ? 200 : 404;

test('a learner has the lessons of their place: none before it began or after it ended', async () => {
  const before = await lessonAt(NOON - DAY_MS);
  const after = await lessonAt(NOON + 3 * DAY_MS);
  for (const id of [before, lesson, after]) await write(clara, 'Bars 9 to 16.', 0, id);
  school.clock.now = NOON + 2 * DAY_MS;
  expect((await admin.call('POST', `/enrolments/${place}/cancel`)).status).toBe(200);
  expect((await notes(parent)).status).toBe(200);
  expect((await notes(parent, before)).status).toBe(404);
  expect((await notes(parent, after)).status).toBe(404);
  const { body } = await parent.call('GET', `/materials/${mia}`);
  expect(body.lessons.map((one: { lesson: { _id: string } }) => one.lesson._id)).toEqual([lesson]);
});

test('a guest’s family reads what was given in the lesson that the child came to, and nothing else of the class', async () => {
  const lia = await addChild(school.db, { userid: stranger.user._id, firstname: 'Lia', lastname: 'Sol' });
  const next = await lessonAt(NOON + 8 * DAY_MS);
  for (const id of [lesson, next]) await write(clara, 'Bars 9 to 16.', 0, id);
  const guest = { lessonid: lesson, learnerid: lia, kind: 'catchup' as const, fromlessonid: null };
  await school.db
    .insertInto('guests')
    .values({ ...guest, createdat: NOON })
    .execute();
  expect((await notes(stranger)).status).toBe(200);
  expect((await notes(stranger, next)).status).toBe(404);
  expect((await stranger.call('GET', `/materials/${lia}`)).body.lessons).toHaveLength(1);
  const { learners } = (await notes(clara)).body;
  expect(learners.map(({ learnername }: { learnername: string }) => learnername)).toEqual([
    'Lia Sol',
    'Mia Berg',
  ]);
});

test('a file is told by its content, saved under its own words, and sent as a file that no one keeps or runs', async () => {
  const id = await sent(PDF, '../../étude "no. 1"\n.exe');
  const { body } = await notes(parent);
  expect(body.files).toMatchObject([{ _id: id, name: 'étude no. 1.pdf', kind: 'pdf', bytes: PDF.length }]);
  const answer = await open(parent, id);
  expect(answer.rawPayload.equals(PDF)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(PDF.length),
    'content-disposition': `attachment; filename="_tude no. 1.pdf"; filename*=UTF-8''%C3%A9tude%20no.%201.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test('music and pictures come as they are', async () => {
  const png = await bytesOf(plain(20, 20).png());
  const all = { mp3: MP3, musicxml: MUSIC_XML, mxl: MXL, png };
  for (const [kind, content] of Object.entries(all)) {
    school.clock.now += 1;
    const id = await sent(content, `Etude.${kind}`);
    expect((await open(parent, id)).rawPayload.equals(Buffer.from(content))).toBe(true);
  }
  const { files } = (await notes(parent)).body;
  expect(files.map(({ kind }: { kind: string }) => kind)).toEqual(Object.keys(all));
});

test('what is none of the kinds is refused and leaves nothing', async () => {
  const png = await bytesOf(plain(20, 20).png());
  const before = stored();
  for (const content of [HTML, '', WITH_ENTITIES, Buffer.concat([png, Buffer.from(HTML)]), 'MZ'])
    expect(under(await send(clara, content))).toEqual([400, 'file-unfit']);
  expect(stored()).toEqual(before);
  await expect.poll(() => readdirSync(folder('uploads'))).toEqual([]);
  expect((await notes(parent)).body.files).toEqual([]);
  expect(under(await clara.call('POST', `/lessons/${lesson}/files`, {}))).toEqual([
    415,
    'unsupported-media-type',
  ]);
});

const large = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length, ' ')]);

test('a file has 20 MB at most', async () => {
  expect(under(await send(clara, large(FILE_BYTES_MAX + 1)))).toEqual([413, 'too-large']);
  await expect.poll(() => readdirSync(folder('uploads'))).toEqual([]);
  const id = await sent(large(FILE_BYTES_MAX));
  expect((await open(parent, id)).rawPayload).toHaveLength(FILE_BYTES_MAX);
  await clara.call('DELETE', `/files/${id}`);
});

test('the files of a class have 200 MB at most, also where two come at once', async () => {
  const row = { lessonid: lesson, classid: cello._id, name: 'a.pdf', kind: 'pdf' as const, createdat: NOON };
  const bytes = CLASS_BYTES_MAX - 2 * PDF.length + 1;
  await insertFile(school.db, { ...row, _id: newId(NOON), bytes });
  const before = stored();
  const both = await Promise.all([send(clara, PDF), send(admin, PDF)]);
  expect(both.map(under).sort()).toEqual([
    [200, undefined],
    [409, 'class-files-full'],
  ]);
  expect(stored()).toHaveLength(before.length + 1);
  expect(under(await send(clara, PDF))).toEqual([409, 'class-files-full']);
  // Another class has its own.
  const [here, other] = [cello, await school.addClass({ instructoremail: clara.email })];
  cello = other;
  const elsewhere = await lessonAt(NOON + DAY_MS);
  cello = here;
  expect((await send(clara, PDF, 'a.pdf', elsewhere)).status).toBe(200);
});

test('the files of all classes together have what the installation allows, and what is deleted leaves room', async () => {
  const row = { lessonid: lesson, classid: cello._id, name: 'a.pdf', kind: 'pdf' as const, createdat: NOON };
  const before = await sumAllBytes(school.db);
  const full = { ...row, _id: newId(NOON), bytes: school.config.files.maxBytes - before - PDF.length + 1 };
  await insertFile(school.db, full);
  const other = await school.addClass({ instructoremail: clara.email });
  const { _id: elsewhere } = await addLesson(school.db, {
    classid: other._id,
    teacherid: clara.user._id,
    day: '2026-09-02',
  });
  const kept = stored();
  expect(under(await send(clara, PDF, 'a.pdf', elsewhere))).toEqual([507, 'files-store-full']);
  expect(stored()).toEqual(kept);
  await school.db.deleteFrom('lessonfiles').where('_id', '=', full._id).execute();
  expect((await send(clara, PDF, 'a.pdf', elsewhere)).status).toBe(200);
});

test('an upload that breaks off leaves nothing', async () => {
  await school.app.listen({ port: 0, host: '127.0.0.1' });
  const address = school.app.server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${PDF}`;
  socket.write(
    `POST /api/lessons/${lesson}/files HTTP/1.1\r\nhost: school\r\nauthorization: Bearer ${await clara.issue()}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n${part}`,
  );
  await expect.poll(() => readdirSync(folder('uploads')).length).toBe(1);
  socket.destroy();
  await expect.poll(() => readdirSync(folder('uploads'))).toEqual([]);
  expect((await notes(parent)).body.files).toEqual([]);
});

test('who does not teach a lesson sends no file to it, and none of it is read', async () => {
  for (const person of [parent, stranger, otherTeacher, office])
    expect(under(await send(person, PDF))).toEqual([403, 'forbidden']);
  await expect.poll(() => readdirSync(folder('uploads'))).toEqual([]);
});

test('a file that is deleted is gone from the records at once, and from the store within two hours', async () => {
  const id = await sent(PDF);
  expect(stored()).toContain(id);
  for (const person of [parent, office])
    expect((await person.call('DELETE', `/files/${id}`)).status).toBe(403);
  expect(under(await otherTeacher.call('DELETE', `/files/${id}`))).toEqual([404, 'file-not-found']);
  expect((await clara.call('DELETE', `/files/${id}`)).status).toBe(200);
  expect((await open(parent, id)).statusCode).toBe(404);
  expect(under(await clara.call('DELETE', `/files/${id}`))).toEqual([404, 'file-not-found']);
  // No younger one is swept, and the sweep comes once an hour.
  school.clock.now += HOUR_MS + 1;
  await school.work();
  expect(stored()).not.toContain(id);
});

test('what a crash leaves in the store is swept after an hour, and what the records have stays', async () => {
  const id = await sent(PDF);
  const lost = await sent(MP3);
  await school.db.deleteFrom('lessonfiles').where('_id', '=', lost).execute();
  await school.work();
  expect(stored()).toContain(lost);
  school.clock.now += HOUR_MS + 1;
  await school.work();
  expect(stored()).not.toContain(lost);
  expect(stored()).toContain(id);
});

test('a class that is deleted takes its files along', async () => {
  const id = await sent(PDF);
  expect((await admin.call('POST', `/enrolments/${place}/cancel`)).status).toBe(200);
  expect((await admin.call('DELETE', `/delete/${cello._id}`)).status).toBe(200);
  expect((await open(admin, id)).statusCode).toBe(200);
  school.clock.now += HOUR_MS + 1;
  await school.work();
  expect(existsSync(join(folder('files'), id))).toBe(false);
  expect(await school.db.selectFrom('lessonfiles').select('_id').where('_id', '=', id).execute()).toEqual([]);
});

test('a family marks the days on which a child practised, and takes them back', async () => {
  const mark = (day: string, method = 'PUT') => parent.call(method, `/practised/${mia}/${day}`);
  expect((await mark('2026-09-01')).body).toEqual({ modifiedCount: 1 });
  expect((await mark('2026-09-01')).body).toEqual({ modifiedCount: 0 });
  expect((await mark('2026-08-19')).status).toBe(200);
  for (const day of ['2026-08-18', '2026-09-02'])
    expect(under(await mark(day))).toEqual([400, 'invalid-input']);
  const days = async (query = '') => (await parent.call('GET', `/practised/${mia}${query}`)).body.days;
  expect(await days()).toEqual(['2026-09-01', '2026-08-19']);
  expect(await days('?from=2026-08-20')).toEqual(['2026-09-01']);
  expect((await mark('2026-09-01', 'DELETE')).body).toEqual({ deletedCount: 1 });
  expect((await mark('2026-09-01', 'DELETE')).body).toEqual({ deletedCount: 0 });
  expect(await days()).toEqual(['2026-08-19']);
});

test('who teaches a child sees on which days it practised, with the notes of a lesson, and so do admins; others do not', async () => {
  await parent.call('PUT', `/practised/${mia}/2026-09-01`);
  for (const person of [clara, admin])
    expect((await notes(person)).body).toMatchObject({
      mayedit: true,
      learners: [{ learnerid: mia, learnername: 'Mia Berg', practised: ['2026-09-01'] }],
    });
  expect((await notes(office)).body).not.toHaveProperty('learners');
  for (const person of [clara, otherTeacher, substitute, office, admin, stranger])
    expect(under(await person.call('GET', `/practised/${mia}`))).toEqual([404, 'learner-not-found']);
  // Not even its teacher marks a day for a child.
  expect((await clara.call('PUT', `/practised/${mia}/2026-09-01`)).status).toBe(404);
});

test('my week says in which lessons something was given', async () => {
  const given = async () => (await parent.call('GET', '/week?from=2026-09-01')).body[0]?.given;
  expect(await given()).toBe(false);
  await write(clara, 'Bars 9 to 16.');
  expect(await given()).toBe(true);
  await write(clara, '', 1);
  expect(await given()).toBe(false);
  await sent(PDF);
  expect(await given()).toBe(true);
});

test('a family takes along what it was given and when it practised; what a learner alone was given goes with it', async () => {
  cello = await school.addClass({
    ...{ instructoremail: clara.email, classname: 'Cello' },
    ...{ availableseat: 0, enrolledstudents: 1 },
  });
  const alone = await seatIn(school, cello, { userid: parent.user._id, learnerid: mia });
  lesson = await lessonAt(NOON + DAY_MS);
  await write(clara, 'Bars 9 to 16.');
  await sent(PDF, 'Etude.pdf');
  await parent.call('PUT', `/practised/${mia}/2026-09-01`);
  const { body } = await parent.call('GET', '/account/data');
  expect(body.materials).toMatchObject([
    {
      learnername: 'Mia Berg',
      classname: 'Cello',
      day: '2026-09-02',
      markdown: 'Bars 9 to 16.',
      files: [{ name: 'Etude.pdf', bytes: PDF.length }],
    },
  ]);
  expect(body.practised).toMatchObject([{ learnerid: mia, day: '2026-09-01' }]);
  school.clock.now = NOON + 2 * DAY_MS;
  for (const id of [place, alone])
    expect((await admin.call('POST', `/enrolments/${id}/cancel`)).status).toBe(200);
  expect((await parent.call('DELETE', `/learners/${mia}`)).status).toBe(200);
  const rows = async (table: 'lessonnotes' | 'lessonfiles') =>
    school.db.selectFrom(table).select('lessonid').where('lessonid', '=', lesson).execute();
  expect([await rows('lessonnotes'), await rows('lessonfiles')]).toEqual([[], []]);
  const practised = school.db.selectFrom('practised').select('day').where('learnerid', '=', mia);
  expect(await practised.execute()).toEqual([]);
});

test('two entries of a child that are merged have each day once, and go apart again with their own', async () => {
  const twin = await addChild(school.db, { userid: parent.user._id, firstname: 'Mia', lastname: 'Berg' });
  const days = async (learnerid: string) =>
    (
      await school.db
        .selectFrom('practised')
        .select('day')
        .where('learnerid', '=', learnerid)
        .orderBy('day')
        .execute()
    ).map(({ day }) => day);
  for (const [learnerid, day] of [
    [mia, '2026-09-01'],
    [mia, '2026-08-31'],
    [twin, '2026-09-01'],
    [twin, '2026-08-30'],
  ])
    await parent.call('PUT', `/practised/${learnerid}/${day}`);
  const { status, body } = await admin.call('POST', '/families/merge', { keep: mia, drop: twin });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await days(mia)).toEqual(['2026-08-30', '2026-08-31', '2026-09-01']);
  expect((await admin.call('DELETE', `/families/merge/${body.insertedId ?? body._id}`)).status).toBe(200);
  expect([await days(mia), await days(twin)]).toEqual([
    ['2026-08-31', '2026-09-01'],
    ['2026-08-30', '2026-09-01'],
  ]);
});
