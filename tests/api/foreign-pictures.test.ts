import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* A picture of another site would be asked for by each visitor's browser, wherever its address leads. */

const FOREIGN = ['http://127.0.0.1:22/', 'https://tracker.example/p.png', 'http://i.host.example/p.png'];
const OURS = ['/i/abc.webp', 'https://i.host.example/p.png'];

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool({ env: { IMAGES_UPLOAD_URL: 'https://i.host.example/1/upload?key=k' } });
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const post = (image: string) => ({
  title: 'Scales',
  blog_description: 'Why',
  blog: 'They *matter*.',
  image,
  category: 'Study',
  state: 'published',
});

test('a post takes a picture of the school’s, and of no other site', async () => {
  for (const image of FOREIGN) {
    const { status, body } = await admin.call('POST', '/blogs', post(image));
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'image']);
  }
  for (const image of OURS) {
    const { body } = await admin.call('POST', '/blogs', post(image));
    const one = `/blogs/${body.insertedId}`;
    expect((await admin.call('PUT', one, { ...post(FOREIGN[0] ?? ''), version: 1 })).status).toBe(400);
    expect((await school.call('GET', `/blog/${body.insertedId}`)).body.image).toBe(image);
  }
});

test('one that was stored with a picture of another site is shown with a drawing', async () => {
  const { _id, authorid: _ } = await school.addPost({
    image: 'http://127.0.0.1:22/',
    authorid: admin.user._id,
  });
  const answers = await Promise.all([
    school.call('GET', '/blog'),
    school.call('GET', '/blog/page'),
    school.call('GET', `/blog/${_id}`),
    admin.call('GET', '/blogs/mine'),
    admin.call('GET', '/blogs/mine/page'),
    admin.call('GET', `/blogs/mine/${_id}`),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('127.0.0.1:22');
  }
});

test('the school’s logo is its own picture', async () => {
  const { body: before } = await school.call('GET', '/school');
  for (const logo of FOREIGN) {
    const { status, body } = await admin.call('PUT', '/school', { version: before.version, logo });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'logo']);
  }
  const [logo] = OURS;
  expect((await admin.call('PUT', '/school', { version: before.version, logo })).status).toBe(200);
  expect((await school.call('GET', '/school')).body.logo).toBe(logo);
  await school.db.updateTable('school').set({ logo: 'https://tracker.example/p.png' }).execute();
  school.changed(['school']);
  expect((await school.call('GET', '/school')).body.logo).toBeUndefined();
});

test('a class takes what it took before: the address of a picture, wherever it lies', async () => {
  const instructor = await school.signIn('instructor');
  const { status } = await instructor.call('POST', '/addclass', {
    classname: 'Oboe',
    image: 'https://pictures.example/oboe.png',
    price: 10,
    availableseat: 3,
  });
  expect(status).toBe(200);
});
