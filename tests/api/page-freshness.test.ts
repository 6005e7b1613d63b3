import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Web } from '#server/http/app.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { confirmCard, enrol, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';

/*
 * What everybody may read is kept, pages and calls alike, until what it shows has changed: a change shows in
 * the very next answer, whoever made it, and what changes nothing of an answer leaves it as it is. The pages
 * here show what the real ones do, by the same calls.
 */

const assets = mkdtempSync(join(tmpdir(), 'cadenza-assets-'));
let renders: string[] = [];
let school: TestSchool;
let admin: Person;
let instructor: Person;
let student: Person;

/** A class's own page, as the real one is made: of the class and of what is like it. */
async function classPage(api: Parameters<Web['render']>[1]['api'], id: string) {
  const params = { id };
  const read = [api.readClass({ params }), api.listSimilarClasses({ params })] as const;
  const [one, similar] = await Promise.all(read.map((call) => call.catch(() => null)));
  return Response.json({ one, similar }, { status: one ? 200 : similar ? 410 : 404 });
}

const web: Web = {
  assets,
  queryOf: () => new URLSearchParams(),
  async render({ url }, { api }) {
    const { pathname } = new URL(url);
    renders.push(pathname);
    if (pathname === '/classes') return Response.json(await api.listClasses());
    const id = /^\/classes\/(.+)/.exec(pathname)?.[1];
    if (id) return classPage(api, id);
    if (pathname === '/instructorlist') return Response.json(await api.listInstructors());
    return Response.json(await api.listBlogs());
  },
};

beforeAll(async () => {
  school = await openTestSchool({ web, env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  instructor = await school.signIn('instructor');
  student = await school.signIn('student');
});
afterAll(async () => {
  await school.close();
  rmSync(assets, { recursive: true });
});

const CALLS = {
  '/classes': '/api/classes/all',
  '/instructorlist': '/api/instructor/all',
  '/blogs': '/api/blog',
};
const PAGES = Object.keys(CALLS);
/**
 * Asks for every page, which must show what there is now, as its call does; gives those that had to be
 * rendered.
 */
async function rendered(): Promise<string[]> {
  renders = [];
  for (const [page, url] of Object.entries(CALLS)) {
    const [shown, kept] = [await school.app.inject(page), await school.app.inject(url)];
    // With a token, if only a wrong one, nothing is kept.
    const fresh = await school.app.inject({ url, headers: { authorization: 'Bearer nobody' } });
    expect([shown.statusCode, kept.statusCode, fresh.statusCode]).toEqual([200, 200, 200]);
    expect(kept.json()).toEqual(fresh.json());
    expect(shown.json()).toEqual(fresh.json());
  }
  return renders;
}

beforeEach(async () => {
  school.clock.now += 60_000;
  expect(await rendered()).toEqual(PAGES);
  expect(await rendered()).toEqual([]);
});

test('signing in, selecting a class, twice too, and what is refused renders nothing again', async () => {
  const { _id: classid } = await school.addClass();
  await rendered();
  const accounts = openAccounts(school);
  await accounts.signIn('visitor@test.example', { call: 'signUp' });
  await accounts.signIn('visitor@test.example');
  const select = () => student.call('POST', '/select/class/', { classid, email: student.email });
  expect((await select()).status).toBe(200);
  expect((await select()).body).toEqual({ message: 'exist' });
  expect((await student.call('PUT', `/class/approved/${classid}`)).status).toBe(403);
  expect((await admin.call('PUT', `/class/approved/${classid}`)).status).toBe(409);
  expect(await rendered()).toEqual([]);
});

describe('a class', () => {
  const as = (person: Person, method: string, path: string, body?: unknown) => async () =>
    expect((await person.call(method, path, body)).status).toBe(200);

  test('that is approved shows at once, and leaves the blog as it is', async () => {
    const { _id } = await school.addClass({ status: 'pending', classname: 'Theremin' });
    await rendered();
    await as(admin, 'PUT', `/class/approved/${_id}`)();
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
    expect((await school.app.inject('/classes')).body).toContain('Theremin');
  });

  test('that is updated, accepted, commented on, handed over, denied or deleted shows so at once', async () => {
    const { _id, image } = await school.addClass({ instructoremail: instructor.email });
    const { email } = (await school.signIn('instructor')).user;
    await rendered();
    const lute = { classname: 'Lute', image, price: '80', availableseat: 4 };
    await as(instructor, 'PUT', `/class/update/${_id}`, lute)();
    expect(await rendered()).toEqual(['/classes']);
    expect((await school.app.inject('/classes')).body).toContain('Lute');
    await as(admin, 'PUT', `/class/accept/${_id}`)();
    expect(await rendered()).toEqual(['/classes']);
    await as(admin, 'PUT', `/class/feedback/${_id}`, { feedback: 'Well planned.' })();
    expect(await rendered()).toEqual(['/classes']);
    await as(admin, 'PUT', `/class/teacher/${_id}`, { email })();
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
    await as(admin, 'PUT', `/class/denied/${_id}`, { feedback: 'Not yet.' })();
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
    await as(admin, 'DELETE', `/delete/${_id}`)();
    expect(await rendered()).toEqual([]);
  });

  test('has a page of its own, which follows each seat, each word and what comes of it at the next request', async () => {
    const { _id: id } = await school.addClass({
      instructoremail: instructor.email,
      classname: 'Lyre',
      price: 0,
      availableseat: 2,
    });
    const page = async () => {
      const { statusCode, body } = await school.app.inject(`/classes/${id}`);
      return { ...JSON.parse(body).one, status: statusCode };
    };
    expect(await page()).toMatchObject({ status: 200, classname: 'Lyre', availableseat: 2 });
    renders = [];
    await page();
    expect(renders).toEqual([]);
    await as(await school.signIn('student'), 'POST', `/enrol/${id}`)();
    expect(await page()).toMatchObject({ availableseat: 1, enrolledstudents: 1 });
    await as(admin, 'PUT', `/class/update/${id}`, { classname: 'Lute' })();
    expect(await page()).toMatchObject({ classname: 'Lute' });
    await as(admin, 'PUT', `/class/denied/${id}`)();
    expect(await page()).toEqual({ status: 410 });
    await as(instructor, 'PUT', `/class/resubmit/${id}`)();
    expect(await page()).toEqual({ status: 410 });
    await as(admin, 'PUT', `/class/approved/${id}`)();
    expect(await page()).toMatchObject({ status: 200, classname: 'Lute' });
    await as(admin, 'DELETE', `/delete/${id}`)();
    expect(await page()).toEqual({ status: 410 });
  });

  test('that is deleted is gone at once', async () => {
    const { _id } = await school.addClass({ classname: 'Ocarina' });
    await rendered();
    await as(admin, 'DELETE', `/delete/${_id}`)();
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
    expect((await school.app.inject('/classes')).body).not.toContain('Ocarina');
  });
});

describe('a seat', () => {
  test('that is held for a payment, and one that is taken, show at once; asking again shows nothing new', async () => {
    const paid = await school.addClass({ availableseat: 1, price: 6000 });
    const free = await school.addClass({ availableseat: 1, price: 0 });
    await rendered();
    const pay = () => student.call('POST', '/create-payment-intent', { price: 60, classid: paid._id });
    expect((await pay()).status).toBe(200);
    expect(await rendered()).toEqual(['/classes']);
    expect((await pay()).status).toBe(200);
    expect(await rendered()).toEqual([]);
    const take = () => student.call('POST', `/enrol/${free._id}`);
    expect((await take()).status).toBe(200);
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
    expect((await take()).status).toBe(200);
    expect(await rendered()).toEqual([]);
  });

  test('that is paid for, cancelled, or whose money goes back past the school shows so at once', async () => {
    const { _id } = await school.addClass({ availableseat: 2, price: 6000 });
    const pupil = await school.signIn('student');
    await rendered();
    const { enrolment } = await enrol(school, pupil, _id);
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
    expect((await pupil.call('POST', `/enrolments/${enrolment}/cancel`)).status).toBe(200);
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);

    const { transactionId } = await enrol(school, await school.signIn('student'), _id);
    const dashboard = await openCardsDashboard(school);
    await dashboard.refund(transactionId);
    await rendered();
    for (let turn = 0; turn < 4; turn++) await school.work();
    await dashboard.close();
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  });

  test('that was paid for by somebody who closed the browser shows when the card service’s event has come', async () => {
    const { _id } = await school.addClass({ availableseat: 2, price: 6000 });
    const { body } = await start(await school.signIn('student'), _id);
    await confirmCard(school, body.clientSecret);
    await rendered();
    for (let turn = 0; turn < 4; turn++) await school.work();
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  });

  test('whose hold runs out, or whose payment is refused, shows at once what the workers did', async () => {
    const { _id: classid } = await school.addClass({ availableseat: 1, price: 6000 });
    await student.call('POST', '/create-payment-intent', { price: 60, classid });
    school.clock.now += 60 * 60_000;
    await rendered();
    await school.work();
    expect(await rendered()).toEqual(['/classes']);
  });

  testWithWaitlist('that is offered, declined or not wanted in time shows at once', async () => {
    const { _id: classid } = await school.addClass({ availableseat: 1, price: 6000 });
    const { enrolment } = await enrol(school, student, classid);
    const [first, second] = [await school.signIn('student'), await school.signIn('student')];
    const entries = [];
    for (const person of [first, second]) {
      school.clock.now += 1;
      entries.push((await person.call('POST', '/waitlist', { classid })).body._id);
    }
    await rendered();
    await student.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(await rendered()).toEqual(['/classes', '/instructorlist']);
    // It goes to the other: a new version of the class.
    expect((await first.call('DELETE', `/waitlist/${entries[0]}`)).status).toBe(200);
    expect(await rendered()).toEqual(['/classes']);
    school.clock.now += 25 * 60 * 60_000;
    await rendered();
    await school.work();
    expect(await rendered()).toEqual(['/classes']);
  });
});

test('an instructor’s new name shows at once, a student’s on no page', async () => {
  const accounts = openAccounts(school);
  const enter = async (email: string, call: string) => accounts.signIn(email, { call });
  const teacher = await enter('teacher@test.example', 'signUp');
  const pupil = await enter('pupil@test.example', 'signUp');
  await school.db
    .updateTable('users')
    .set({ role: 'instructor' })
    .where('email', '=', teacher.email)
    .execute();
  school.changed(['instructors']);
  await rendered();
  await accounts.post('/api/users', { email: pupil.email, name: 'Another Name' }, pupil.idToken);
  await accounts.post('/api/users', { email: teacher.email }, teacher.idToken);
  expect(await rendered()).toEqual([]);
  await accounts.post('/api/users', { email: teacher.email, name: 'Ada Newname' }, teacher.idToken);
  // They teach nothing yet.
  expect(await rendered()).toEqual(['/instructorlist']);
  expect((await school.app.inject('/instructorlist')).body).toContain('Ada Newname');
});

test('an instructor’s new address shows at once', async () => {
  const accounts = openAccounts(school);
  const { email, idToken } = await accounts.signIn('moves@test.example', { call: 'signUp' });
  await school.db.updateTable('users').set({ role: 'instructor' }).where('email', '=', email).execute();
  await school.addClass({ instructoremail: email });
  school.changed(['instructors']);
  await rendered();
  // As the identity service has it once the new address was proved.
  const { body } = await accounts.accounts('update', {
    idToken,
    email: 'moved@test.example',
    returnSecureToken: true,
  });
  await accounts.post('/api/users', { email: 'moved@test.example' }, body.idToken);
  expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  expect((await school.app.inject('/instructorlist')).body).toContain('moved@test.example');
});

test('a teacher who deletes the account is off the list at once, and a week later so are their classes', async () => {
  const accounts = openAccounts(school);
  const { email, idToken } = await accounts.signIn('leaves@test.example', { call: 'signUp' });
  await school.db.updateTable('users').set({ role: 'instructor' }).where('email', '=', email).execute();
  await school.addClass({ instructoremail: email, classname: 'Kazoo' });
  school.changed(['instructors']);
  await rendered();
  const { status } = await accounts.post('/api/account', {}, idToken, 'DELETE');
  expect(status).toBe(200);
  expect(await rendered()).toEqual(['/instructorlist']);
  expect((await school.app.inject('/instructorlist')).body).not.toContain(email);
  expect((await school.app.inject('/classes')).body).toContain('Kazoo');
  await letLeave(school);
  expect(await rendered()).toContain('/classes');
  expect((await school.app.inject('/classes')).body).not.toContain('Kazoo');
});

testWithWaitlist(
  'a place that is offered to who keeps the account shows at once, in every way in which it is kept',
  async () => {
    const accounts = openAccounts(school);
    const RESET = 'Reset-it!1';
    const sessionsOf = ({ idToken }: { idToken: string }) =>
      accounts.post('/api/account/sessions', {}, idToken, 'DELETE');
    const ways = {
      'a new password by mail': async (email: string) => {
        await accounts.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email });
        const oobCode = await accounts.mailedCode(email);
        expect((await accounts.accounts('resetPassword', { oobCode, newPassword: RESET })).status).toBe(200);
      },
      'signing out everywhere': async (_email: string, idToken: string) =>
        expect((await sessionsOf({ idToken })).status).toBe(200),
    };
    const { _id: classid } = await school.addClass({ price: 0, availableseat: 2 });
    const holders = [await school.signIn('student'), await school.signIn('student')];
    const places: string[] = [];
    for (const holder of holders)
      places.push((await holder.call('POST', `/enrol/${classid}`)).body.result.insertedId);
    const leave = async () =>
      expect((await holders.pop()?.call('POST', `/enrolments/${places.pop()}/cancel`))?.status).toBe(200);
    const seen: Record<string, unknown> = {};
    for (const [way, keep] of Object.entries(ways)) {
      const email = `leaving-${Object.keys(seen).length}@test.example`;
      const own = await accounts.signIn(email, { call: 'signUp' });
      school.clock.now += 1000;
      const wait = await accounts.post('/api/waitlist', { classid }, own.token);
      expect(wait.status).toBe(200);
      expect((await accounts.post('/api/account', {}, own.idToken, 'DELETE')).status).toBe(200);
      await leave();
      const free = async () => (await school.app.inject(`/api/class/${classid}`)).json().availableseat;
      const before = await free();
      await rendered();
      await keep(email, own.idToken);
      seen[way] = [before, await free(), (await rendered()).includes('/classes')];
    }
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((way) => [way, [1, 0, true]])));
  },
);

test('the new name of an admin who still teaches shows at once on the classes', async () => {
  const accounts = openAccounts(school);
  const { email, idToken } = await accounts.signIn('head@test.example', { call: 'signUp' });
  await accounts.post('/api/users', { email, name: 'Before' }, idToken);
  await school.addClass({ instructoremail: email });
  await school.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
  school.changed(['instructors']);
  await rendered();
  await accounts.post('/api/users', { email, name: 'Ada Afterwards' }, idToken);
  expect(await rendered()).toEqual(['/classes']);
  expect((await school.app.inject('/classes')).body).toContain('Ada Afterwards');
});

test('a new role shows at once', async () => {
  const { user } = await school.signIn('student');
  expect((await admin.call('PATCH', `/users/instructor/${user._id}`)).status).toBe(200);
  expect(await rendered()).toEqual(['/instructorlist']);
});
