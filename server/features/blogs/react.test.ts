import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let student: Person;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1' } });
  student = await school.signIn('student');
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const PARALLEL = 20;
const countOf = async (id: string) => (await school.call('GET', `/blog/${id}`)).body.reactionscount;

test('a post is liked once by a person, however often they press at once, and seen so by everybody', async () => {
  const { _id } = await school.addPost({ reactionscount: 128 });
  expect(await countOf(_id)).toBe(128);
  const press = () => student.call('PUT', `/blogs/${_id}/reaction`);
  const answers = await Promise.all(Array.from({ length: PARALLEL }, press));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, { reactionscount: 129, reacted: true }]);
  expect(await countOf(_id)).toBe(129);
  expect((await admin.call('PUT', `/blogs/${_id}/reaction`)).body).toEqual({
    reactionscount: 130,
    reacted: true,
  });
});

test('a like is taken back once, and can be given again', async () => {
  const { _id } = await school.addPost();
  const { _id: another } = await school.addPost();
  const call = async (method: string, person = student) =>
    (await person.call(method, `/blogs/${_id}/reaction`)).body;
  expect(await call('DELETE')).toEqual({ reactionscount: 0, reacted: false });
  await call('PUT', admin);
  await call('PUT');
  expect(await call('GET')).toEqual({ reactionscount: 2, reacted: true });
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('DELETE')));
  for (const body of answers) expect(body).toEqual({ reactionscount: 1, reacted: false });
  expect(await call('GET')).toEqual({ reactionscount: 1, reacted: false });
  expect(await call('GET', admin)).toEqual({ reactionscount: 1, reacted: true });
  expect(await countOf(another)).toBe(0);
});

test('a like leaves the version alone: who edits the post meanwhile saves it', async () => {
  const { _id, version, title, blog_description, blog, image, category, state } = await school.addPost();
  await student.call('PUT', `/blogs/${_id}/reaction`);
  const body = { title, blog_description, blog, image, category, state, version };
  expect((await admin.call('PUT', `/blogs/${_id}`, body)).status).toBe(200);
  expect(await countOf(_id)).toBe(1);
});

test('a post that there is not is liked by nobody', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, body } = await student.call(method, '/blogs/unknown/reaction');
    expect([status, body.code]).toEqual([404, 'blog-not-found']);
  }
});

test('a post that waits, and a draft, is liked by nobody before the moment in which it is public', async () => {
  const time = school.clock.now + 1000;
  const [waiting, draft] = [await school.addPost({ time }), await school.addPost({ state: 'draft' })];
  const statuses = async ({ _id }: { _id: string }) =>
    Promise.all(
      ['GET', 'PUT', 'DELETE'].map(
        async (method) => (await student.call(method, `/blogs/${_id}/reaction`)).status,
      ),
    );
  school.clock.now = time - 1;
  expect(await statuses(waiting)).toEqual([404, 404, 404]);
  expect(await statuses(draft)).toEqual([404, 404, 404]);
  expect(
    await school.db.selectFrom('reactions').selectAll().where('blogid', '=', waiting._id).execute(),
  ).toEqual([]);
  school.clock.now = time;
  expect(await statuses(waiting)).toEqual([200, 200, 200]);
});

test('a person likes and takes back 60 times a minute, and then after a while', async () => {
  const { _id } = await school.addPost();
  const eager = await school.signIn('student');
  for (let at = 0; at < 60; at++) {
    const method = at % 2 === 0 ? 'PUT' : 'DELETE';
    expect((await eager.call(method, `/blogs/${_id}/reaction`)).status).toBe(200);
  }
  const refused = await eager.call('PUT', `/blogs/${_id}/reaction`);
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect((await eager.call('GET', `/blogs/${_id}/reaction`)).status).toBe(200);
});
