import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Web } from '#server/http/app.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';

/*
 * Public pages are kept until what they show has changed: a change shows on the very next page, and what changes nothing that a page
 * shows leaves it as it is. The pages here show what the real ones do, by the same calls.
 */

const assets = mkdtempSync(join(tmpdir(), 'cadenza-assets-'));
let renders: string[] = [];
let school: TestSchool;
let admin: Person;
let instructor: Person;
let student: Person;

const web: Web = {
  assets,
  queryOf: () => new URLSearchParams(),
  async render({ url }, { api }) {
    const { pathname } = new URL(url);
    renders.push(pathname);
    if (pathname === '/classes') return Response.json(await api.listClasses());
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

const PAGES = ['/classes', '/instructorlist', '/blogs'];
/** Asks for every page; gives those that had to be rendered. */
async function rendered(): Promise<string[]> {
  renders = [];
  for (const path of PAGES) expect((await school.app.inject(path)).statusCode).toBe(200);
  return renders;
}

beforeEach(async () => {
  school.clock.now += 10_000;
  expect(await rendered()).toEqual(PAGES);
  expect(await rendered()).toEqual([]);
});

test('signing in, selecting a class, twice too, and what is refused renders nothing again', async () => {
  const { _id: classid } = await school.addClass();
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

test('an approved class shows at once, and leaves the blog as it is', async () => {
  const { _id } = await school.addClass({ status: 'pending', classname: 'Theremin' });
  expect((await admin.call('PUT', `/class/approved/${_id}`)).status).toBe(200);
  expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  expect((await school.app.inject('/classes')).body).toContain('Theremin');
});

test('an updated class shows at once', async () => {
  const { _id, ...form } = await school.addClass({ instructoremail: instructor.email });
  await instructor.call('PUT', `/class/update/${_id}`, {
    classname: 'Lute',
    image: form.image,
    price: '80',
    availableseat: 4,
  });
  expect(await rendered()).toEqual(['/classes']);
  expect((await school.app.inject('/classes')).body).toContain('Lute');
});

test('a seat that is held for a payment, and one that is taken, show at once; asking again shows nothing new', async () => {
  const paid = await school.addClass({ availableseat: 1, price: 6000 });
  const free = await school.addClass({ availableseat: 1, price: 0 });
  const pay = () => student.call('POST', '/create-payment-intent', { price: 60, classid: paid._id });
  expect((await pay()).status).toBe(200);
  expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  expect((await pay()).status).toBe(200);
  expect(await rendered()).toEqual([]);
  const enrol = () => student.call('POST', `/enrol/${free._id}`);
  expect((await enrol()).status).toBe(200);
  expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  expect((await enrol()).status).toBe(200);
  expect(await rendered()).toEqual([]);
});

test('what the workers do shows as what people do: a hold that runs out', async () => {
  const { _id: classid } = await school.addClass({ availableseat: 1, price: 6000 });
  await student.call('POST', '/create-payment-intent', { price: 60, classid });
  school.clock.now += 60 * 60_000;
  await rendered();
  await school.work();
  expect(await rendered()).toEqual(['/classes', '/instructorlist']);
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
  await accounts.post('/api/users', { email: pupil.email, name: 'Another Name' }, pupil.idToken);
  await accounts.post('/api/users', { email: teacher.email }, teacher.idToken);
  expect(await rendered()).toEqual([]);
  await accounts.post('/api/users', { email: teacher.email, name: 'Ada Newname' }, teacher.idToken);
  expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  expect((await school.app.inject('/instructorlist')).body).toContain('Ada Newname');
});

test('the new name of an admin who still teaches shows at once on the classes', async () => {
  const accounts = openAccounts(school);
  const { email, idToken } = await accounts.signIn('head@test.example', { call: 'signUp' });
  await accounts.post('/api/users', { email, name: 'Before' }, idToken);
  await school.addClass({ instructoremail: email });
  await school.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
  await rendered();
  await accounts.post('/api/users', { email, name: 'Ada Afterwards' }, idToken);
  expect(await rendered()).toEqual(['/classes', '/instructorlist']);
  expect((await school.app.inject('/classes')).body).toContain('Ada Afterwards');
});

test('a new role shows at once', async () => {
  const { user } = await school.signIn('student');
  expect((await admin.call('PATCH', `/users/instructor/${user._id}`)).status).toBe(200);
  expect(await rendered()).toEqual(['/instructorlist']);
});
