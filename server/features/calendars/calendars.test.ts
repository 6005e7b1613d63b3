import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endEverySignIn } from '#server/features/account/index.ts';
import { ROWS } from '#server/features/rows.ts';
import { readCalendar } from '#tests/support/calendars.ts';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';
import { hashOf, makeCalendar } from './make-calendar.ts';
import { findOwnCalendar, findOwner, saveCalendar } from './queries.ts';

/* Calendars that programs subscribe to, as two of them read them. */

const DAY_MS = 24 * 60 * 60_000;
const MISSING = '/api/calendar/cal_nobody.ics';

let school: TestSchool;
let admin: Person;
let clara: Person;
let parent: Person;
let mia: string;
let classid: string;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

/** A teacher's class, and a child that takes it. */
beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  clara = await school.signIn('instructor');
  parent = await school.signIn('student');
  mia = await addChildBy(parent);
  classid = (await school.addClass({ classname: 'Violin', instructoremail: clara.email }))._id;
  await place(mia);
});

const place = (learnerid: string, into = classid) =>
  admin.call('POST', '/enrolments', { learnerid, classid: into, pay: 'cash' });

async function subscribe(person: Person): Promise<string> {
  const { status, body } = await person.call('POST', '/account/calendar');
  expect(status).toBe(200);
  return new URL(body.url).pathname;
}

const fetchFile = (url: string, headers: Record<string, string> = {}) => school.app.inject({ url, headers });

async function read(url: string) {
  const answer = await fetchFile(url);
  expect(answer.statusCode).toBe(200);
  return readCalendar(answer.payload).events;
}
const summaries = async (url: string) => (await read(url)).map(({ summary }) => summary);

const lessonOf = (fields: Parameters<typeof addLesson>[1] | { day: string }) =>
  addLesson(school.db, { classid, teacherid: clara.user._id, changedat: school.clock.now, ...fields });

test('a parent subscribes and reads the lessons of their child: when, where, with whom', async () => {
  const roomid = await addRoom(school.db, { name: 'Attic' });
  const { _id } = await lessonOf({ day: '2026-09-08', roomid });
  const url = await subscribe(parent);
  expect(url).toMatch(/^\/api\/calendar\/cal_[\w-]{43}\.ics$/);
  const answer = await fetchFile(url);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
  });
  const { name, events } = readCalendar(answer.payload);
  expect(name).toBe('Cadenza');
  expect(events).toMatchObject([
    {
      uid: _id,
      status: 'CONFIRMED',
      sequence: 0,
      startsat: Date.UTC(2026, 8, 8, 16),
      endsat: Date.UTC(2026, 8, 8, 16, 45),
      summary: 'Mia Sol: Violin',
      location: expect.stringContaining('Attic'),
      description: `With ${clara.user.name}`,
      url: expect.stringMatching(new RegExp(`/classes/${classid}$`)),
    },
  ]);
});

test('the calendar of a family holds what is held from enrolling on, and names who was in the class then', async () => {
  const before = await lessonOf({ day: '2026-08-25' });
  const first = await lessonOf({ day: '2026-09-08' });
  const second = await lessonOf({ day: '2026-09-15' });
  school.clock.now = Date.UTC(2026, 8, 10);
  await place(parent.learnerid);
  const family = await read(await subscribe(parent));
  expect(family.map(({ uid }) => uid)).toEqual([first._id, second._id]);
  expect(family[0]?.summary).toBe('Mia Sol: Violin');
  expect(family[1]?.summary).toContain('Mia Sol');
  expect(family[1]?.summary).toContain(parent.user.name);
  const taught = await read(await subscribe(clara));
  expect(taught.map(({ uid }) => uid)).toEqual([before._id, first._id, second._id]);
});

test('a change is the same event with a higher number at the next fetch', async () => {
  const { _id } = await lessonOf({ day: '2026-09-08' });
  const url = await subscribe(parent);
  const [before] = await read(url);
  const change = (fields: object) =>
    school.db.updateTable('lessons').set(fields).where('_id', '=', _id).execute();
  school.clock.now += 1000;
  await change({
    state: 'moved',
    seq: 1,
    day: '2026-09-09',
    reason: 'Concert',
    changedat: school.clock.now,
    startsat: Date.UTC(2026, 8, 9, 17),
    endsat: Date.UTC(2026, 8, 9, 18),
  });
  const [moved] = await read(url);
  expect(moved).toMatchObject({ uid: before?.uid, sequence: 1, startsat: Date.UTC(2026, 8, 9, 17) });
  expect(moved?.description).toContain('Moved from Tuesday, 8 September 2026.\nConcert');
  expect(moved?.stampedat).toBeGreaterThan(before?.stampedat ?? 0);

  await change({ state: 'cancelled', seq: 2, cancelledat: school.clock.now, reason: 'Storm' });
  const [cancelled] = await read(url);
  expect(cancelled).toMatchObject({ uid: before?.uid, sequence: 2, status: 'CANCELLED' });
  expect(cancelled?.description).toContain('Storm');
});

test('over several fetches a plan that changes moves its lessons, cancels what it leaves out, and adds', async () => {
  const tuesdays = {
    weekday: 2,
    starttime: '16:00',
    minutes: 45,
    everyweeks: 1,
    firstday: '2026-09-08',
    lastday: '2026-09-22',
    roomid: null,
  };
  const plan = async (change: object) => {
    school.clock.now += 1000;
    const answer = await clara.call('PUT', `/class/plans/${classid}`, {
      plans: [{ ...tuesdays, ...change }],
    });
    expect(answer.status).toBe(200);
  };
  await plan({});
  const url = await subscribe(parent);
  const first = await read(url);
  expect(first.map(({ startsat, sequence }) => [startsat, sequence])).toEqual(
    [8, 15, 22].map((day) => [Date.UTC(2026, 8, day, 16), 0]),
  );

  await plan({ starttime: '17:30', lastday: '2026-09-15' });
  const second = await read(url);
  expect(second.map(({ uid }) => uid)).toEqual(first.map(({ uid }) => uid));
  expect(second.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED']);
  expect(second[0]?.startsat).toBe(Date.UTC(2026, 8, 8, 17, 30));
  for (const [at, event] of second.entries()) {
    expect(event.sequence).toBeGreaterThan(first[at]?.sequence ?? 0);
    expect(event.stampedat).toBeGreaterThan(first[at]?.stampedat ?? 0);
  }

  await plan({ starttime: '17:30', lastday: '2026-09-29' });
  const third = await read(url);
  expect(third.filter(({ status }) => status === 'CONFIRMED')).toHaveLength(4);
  for (const { uid, sequence } of second)
    expect(third.find((event) => event.uid === uid)?.sequence).toBeGreaterThanOrEqual(sequence);
});

test('a lesson that was cancelled, or taken out of the plan, is told for 30 days as cancelled', async () => {
  const cancelled = { state: 'cancelled' as const, cancelledat: school.clock.now };
  await lessonOf({ day: '2026-11-10', ...cancelled });
  await lessonOf({ day: '2026-11-17', ...cancelled, removedat: school.clock.now });
  const urls = [await subscribe(parent), `/api/class/${classid}/calendar.ics`];
  school.clock.now += 30 * DAY_MS - 1;
  for (const url of urls)
    expect((await read(url)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  school.clock.now += 1;
  for (const url of urls) expect(await read(url)).toEqual([]);
});

test('a year is looked back on', async () => {
  await lessonOf({ day: '2025-09-01' });
  await lessonOf({ day: '2025-08-31' });
  await school.db
    .updateTable('enrolments')
    .set({ date: Date.UTC(2025, 0, 1) })
    .execute();
  const url = await subscribe(parent);
  expect((await read(url)).map(({ startsat }) => startsat)).toEqual([Date.UTC(2025, 8, 1, 16)]);
});

test('a family reads nothing of another, in the same class or not', async () => {
  const other = await school.signIn('student');
  const ole = await addChildBy(other, { firstname: 'Ole', lastname: 'Berg' });
  const oboe = await school.addClass({ classname: 'Oboe' });
  await place(ole);
  await place(ole, oboe._id);
  await lessonOf({ day: '2026-09-08' });
  await addLesson(school.db, { classid: oboe._id, day: '2026-09-09' });
  const ours = await fetchFile(await subscribe(parent));
  expect(ours.payload).not.toMatch(/Ole|Berg|Oboe/);
  expect(ours.payload).not.toContain(other.user.name);
  expect(await summaries(await subscribe(other))).toEqual(['Ole Berg: Violin', 'Ole Berg: Oboe']);
});

test('whoever takes a class alone is not named, and two children in one class are one event', async () => {
  await lessonOf({ day: '2026-09-08' });
  const alone = await school.signIn('student');
  await enrol(school, alone, classid);
  expect(await summaries(await subscribe(alone))).toEqual(['Violin']);
  school.clock.now += 1;
  await place(await addChildBy(parent, { firstname: 'Leo' }));
  expect(await summaries(await subscribe(parent))).toEqual(['Mia Sol, Leo Sol: Violin']);
});

test('a guardian reads a child’s lessons for as long as they look after it', async () => {
  await lessonOf({ day: '2026-09-08' });
  const guardian = await school.signIn('student');
  await letGuard(school, { parent, guardian, learnerid: mia });
  const url = await subscribe(guardian);
  expect(await summaries(url)).toEqual(['Mia Sol: Violin']);
  await parent.call('DELETE', `/guardians/${mia}/${guardian.user._id}`);
  expect(await read(url)).toEqual([]);
});

test('a place that has ended is in no calendar any more', async () => {
  await lessonOf({ day: '2026-09-08' });
  const url = await subscribe(parent);
  expect(await read(url)).toHaveLength(1);
  const enrolment = school.db.selectFrom('enrolments').select('_id').where('learnerid', '=', mia);
  await admin.call('POST', `/enrolments/${(await enrolment.executeTakeFirstOrThrow())._id}/cancel`);
  expect(await read(url)).toEqual([]);
});

test('a teacher reads the lessons that they hold, as a substitute too, and names of no child', async () => {
  const substitute = await school.signIn('instructor');
  await lessonOf({ day: '2026-09-08' });
  const lent = await lessonOf({ day: '2026-09-15', state: 'moved', teacherid: substitute.user._id });
  const [hers, theirs] = [await subscribe(clara), await subscribe(substitute)];
  expect(await read(hers)).toMatchObject([{ startsat: Date.UTC(2026, 8, 8, 16), summary: 'Violin' }]);
  expect(await read(theirs)).toMatchObject([{ uid: lent._id, summary: 'Violin' }]);
  expect((await fetchFile(hers)).payload).not.toMatch(/Mia|Sol\b/);
});

test('the calendar of a class is everyone’s while it is approved, and names nobody who takes it', async () => {
  await lessonOf({ day: '2026-09-08' });
  const url = `/api/class/${classid}/calendar.ics`;
  const answer = await fetchFile(url);
  expect(answer.headers['cache-control']).toBe('public, no-cache');
  const { name, events } = readCalendar(answer.payload);
  expect(name).toBe('Violin (Cadenza)');
  expect(events).toMatchObject([{ summary: 'Violin' }]);
  expect(answer.payload).not.toMatch(/Mia|Sol\b/);
  const pending = await school.addClass({ status: 'pending', instructoremail: clara.email });
  expect((await fetchFile(`/api/class/${pending._id}/calendar.ics`)).json().code).toBe('class-not-found');
  await admin.call('DELETE', `/delete/${classid}`);
  expect((await fetchFile(url)).statusCode).toBe(404);
});

test('a program that has the calendar is told only what is new', async () => {
  const { _id } = await lessonOf({ day: '2026-09-08' });
  const url = await subscribe(parent);
  const { etag } = (await fetchFile(url)).headers;
  // Time alone changes nothing.
  school.clock.now += DAY_MS;
  const again = await fetchFile(url, { 'if-none-match': String(etag) });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  expect(again.headers).toMatchObject({ etag, 'x-content-type-options': 'nosniff' });
  await school.db.updateTable('lessons').set({ seq: 1 }).where('_id', '=', _id).execute();
  const changed = await fetchFile(url, { 'if-none-match': String(etag) });
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test('of an address its hash alone is kept, and the account knows since when there is one', async () => {
  expect((await parent.call('GET', '/account/calendar')).body).toEqual({ createdat: null });
  const url = await subscribe(parent);
  const token = url.slice('/api/calendar/'.length, -'.ics'.length);
  const rows = JSON.stringify(await school.db.selectFrom('calendars').selectAll().execute());
  expect(rows).toContain(createHash('sha256').update(token).digest('base64url'));
  expect(rows).not.toContain(token.slice(4));
  const createdat = new Date(school.clock.now).toISOString();
  expect((await parent.call('GET', '/account/calendar')).body).toEqual({ createdat });
  expect((await parent.call('GET', '/account/data')).body.calendar).toEqual({ createdat });
});

const GONE = { statusCode: 404, code: 'calendar-not-found' };
async function refused(url: string) {
  const answer = await fetchFile(url);
  return { statusCode: answer.statusCode, code: answer.json().code };
}

test('a new address ends the one before, and an address can be taken away', async () => {
  expect(await refused(MISSING)).toEqual(GONE);
  const first = await subscribe(parent);
  const second = await subscribe(parent);
  expect(await refused(first)).toEqual(GONE);
  expect((await fetchFile(second)).statusCode).toBe(200);
  expect((await parent.call('DELETE', '/account/calendar')).body).toEqual({ deletedCount: 1 });
  expect(await refused(second)).toEqual(GONE);
  expect((await parent.call('DELETE', '/account/calendar')).body).toEqual({ deletedCount: 0 });
});

/** Somebody who has signed in at the identity service too. */
async function openAccount(email: string) {
  const accounts = openAccounts(school);
  const { idToken, token } = await accounts.signIn(email, { call: 'signUp' });
  const { status, body } = await accounts.post('/api/account/calendar', {}, token);
  expect(status).toBe(200);
  const { pathname: url } = new URL(body.url);
  expect((await fetchFile(url)).statusCode).toBe(200);
  return { accounts, idToken, url };
}

test('an address that a thief made ends with what the owner does to be rid of them', async () => {
  const changing = await openAccount('changes-password@test.example');
  await changing.accounts.accounts('update', { idToken: changing.idToken, password: 'Changed!1' });
  expect(await refused(changing.url)).toEqual(GONE);

  const leaving = await openAccount('signs-out@test.example');
  await leaving.accounts.post('/api/account/sessions', {}, leaving.idToken, 'DELETE');
  expect(await refused(leaving.url)).toEqual(GONE);

  const deleting = await openAccount('deletes@test.example');
  await deleting.accounts.post('/api/account', {}, deleting.idToken, 'DELETE');
  expect(await refused(deleting.url)).toEqual(GONE);
});

test('an address ends with a password that an operator resets', async () => {
  const url = await subscribe(parent);
  await endEverySignIn(school.db, {
    showAnew: () => {},
    uid: parent.user.uid ?? '',
    now: school.clock.now,
    rows: ROWS,
  });
  expect(await refused(url)).toEqual(GONE);
});

test('where the identity service cannot be asked, an address works until everyone is signed out', async () => {
  const token = 'cal_of-a-hosted-service';
  const { _id: userid, uid } = parent.user;
  const saved = { userid, uid: uid ?? '', epoch: null, hash: hashOf(token), createdat: school.clock.now };
  await saveCalendar(school.db, saved);
  const owner = () => findOwner(school.db, hashOf(token), undefined);
  expect(await owner()).toEqual({ _id: userid, learnerid: parent.learnerid, language: null });
  expect((await findOwnCalendar(school.db, userid, undefined))?.createdat).toBe(school.clock.now);
  // The embedded one can be asked, and knows no account without an epoch.
  expect(await refused(`/api/calendar/${token}.ics`)).toEqual(GONE);
  await endEverySignIn(school.db, {
    uid: uid ?? '',
    showAnew: () => {},
    now: school.clock.now,
    rows: ROWS,
  });
  expect(await owner()).toBeUndefined();
});

test('an address is that of the person at the identity service who made it, wherever that can be asked or not', async () => {
  const url = await subscribe(parent);
  const { _id: userid } = parent.user;
  const owner = () => findOwner(school.db, hashOf(url.replace(/^.*\/|\.ics$/g, '')), undefined);
  expect(await owner()).toMatchObject({ _id: userid });
  await school.db.updateTable('users').set({ uid: 'another' }).where('_id', '=', userid).execute();
  expect(await refused(url)).toEqual(GONE);
  // The epoch of another person may be the same.
  expect(await owner()).toBeUndefined();
  expect(await findOwnCalendar(school.db, userid, undefined)).toBeUndefined();
});

test('an address that is made while its sign-in ends is none', async () => {
  await parent.call('DELETE', '/account/sessions/current');
  const user = { ...parent.user, ...parent.claims, learnerid: parent.learnerid, lacksFactor: false };
  await expect(makeCalendar(school.db, user, school.clock.now)).rejects.toThrow('session has ended');
});

test('whoever made an address is told by mail, once a day, at an address that is proved', async () => {
  const made = () =>
    school.db.selectFrom('mails').select('letter').where('kind', '=', 'calendar-made').execute();
  await school.db.deleteFrom('mails').execute();
  const url = await subscribe(parent);
  await subscribe(parent);
  const mails = await made();
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).not.toContain(url.slice('/api/calendar/'.length, -'.ics'.length));
  school.clock.now += DAY_MS;
  await subscribe(parent);
  expect(await made()).toHaveLength(2);
  await school.db.updateTable('users').set({ emailverified: 0 }).where('_id', '=', clara.user._id).execute();
  await subscribe(clara);
  expect(await made()).toHaveLength(2);
});

test('a family that was imported is in no calendar before its address is proved', async () => {
  await lessonOf({ day: '2026-09-08' });
  const url = await subscribe(parent);
  await school.db
    .updateTable('users')
    .set({ emailverified: 0, importid: 'list' })
    .where('_id', '=', parent.user._id)
    .execute();
  await school.db
    .updateTable('learners')
    .set({ importid: 'list' })
    .where('userid', '=', parent.user._id)
    .execute();
  expect(await read(url)).toEqual([]);
});
