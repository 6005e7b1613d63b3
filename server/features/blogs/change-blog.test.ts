import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addBlog } from './change-blog.ts';

const HOUR_MS = 60 * 60_000;

let school: TestSchool;
let author: Person;
let other: Person;
let admin: Person;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool();
  author = await school.signIn('instructor');
  other = await school.signIn('instructor');
  admin = await school.signIn('admin');
  student = await school.signIn('student');
});
afterAll(() => school.close());

const post = {
  title: 'Scales',
  blog_description: 'Why they matter.',
  blog: 'They *matter*.',
  image: '/art/cello-480.webp',
  category: 'Study',
  state: 'published',
};

/** Adds a post as its author and gives its id. */
async function add(fields: object = {}): Promise<string> {
  const { status, body } = await author.call('POST', '/blogs', { ...post, ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.insertedId;
}

const isoIn = (ms: number) => new Date(school.clock.now + ms).toISOString();
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const readOwn = async (id: string, person = author) => (await person.call('GET', `/blogs/mine/${id}`)).body;

/** Where everybody would see a post. */
async function publicPlaces(id: string, person?: Person): Promise<Record<string, boolean>> {
  const read = (path: string) => (person ? person.call('GET', path) : school.call('GET', path));
  const lists = {
    list: '/blog',
    search: '/blog?q=scales',
    index: '/blog/index',
    category: '/blog?category=Study',
  };
  const seen: Record<string, boolean> = {
    page: JSON.stringify((await read('/blog/page')).body).includes(id),
  };
  for (const [name, path] of Object.entries(lists))
    seen[name] = JSON.stringify((await read(path)).body).includes(id);
  seen.itself = (await read(`/blog/${id}`)).status === 200;
  return seen;
}
const EVERYWHERE = { page: true, list: true, search: true, index: true, category: true, itself: true };
const NOWHERE = { page: false, list: false, search: false, index: false, category: false, itself: false };

describe('a post', () => {
  test('that is published is read by everybody in the next moment, under its author’s name', async () => {
    expect((await school.call('GET', '/blog')).status).toBe(200);
    const id = await add();
    expect(await publicPlaces(id)).toEqual(EVERYWHERE);
    const { body } = await school.call('GET', `/blog/${id}`);
    expect(body).toMatchObject({
      title: 'Scales',
      authorname: author.user.name,
      reactionscount: 0,
      time: new Date(school.clock.now).toISOString(),
      html: '<p>They <em>matter</em>.</p>\n',
    });
    expect(body).not.toHaveProperty('version');
  });

  test('that is a draft is seen by its author and by admins, and by nobody at its public address', async () => {
    const id = await add({ state: 'draft', publishat: isoIn(-HOUR_MS) });
    for (const person of [undefined, author, admin, other, student])
      expect(await publicPlaces(id, person)).toEqual(NOWHERE);
    expect(await readOwn(id)).toMatchObject({ state: 'draft', publishat: null, version: 1, blog: post.blog });
    expect(await readOwn(id, admin)).toMatchObject({ _id: id });
    for (const [method, body] of [['GET'], ['PUT', { ...post, version: 1 }], ['DELETE']] as const) {
      const path = method === 'GET' ? `/blogs/mine/${id}` : `/blogs/${id}`;
      expect(await statusOf(other.call(method, path, body)), method).toBe(404);
    }
    expect(await statusOf(student.call('PUT', `/blogs/${id}/reaction`))).toBe(404);
  });

  test('that waits is public in the very moment in which it is due, and not before', async () => {
    const id = await add({ publishat: isoIn(HOUR_MS) });
    const later = await add({ publishat: isoIn(2 * HOUR_MS) });
    expect(await publicPlaces(id)).toEqual(NOWHERE);
    expect(await readOwn(id)).toMatchObject({ state: 'published', publishat: isoIn(HOUR_MS) });
    expect(await statusOf(other.call('GET', `/blogs/mine/${id}`))).toBe(404);
    school.clock.now += HOUR_MS - 1;
    expect(await publicPlaces(id)).toEqual(NOWHERE);
    school.clock.now += 1;
    expect(await publicPlaces(id)).toEqual(EVERYWHERE);
    expect(await publicPlaces(later)).toEqual(NOWHERE);
    school.clock.now += HOUR_MS - 1;
    expect(await publicPlaces(later)).toEqual(NOWHERE);
    school.clock.now += 1;
    expect(await publicPlaces(later)).toEqual(EVERYWHERE);
  });

  test('that waits is put off, brought forward and taken back', async () => {
    const id = await add({ publishat: isoIn(HOUR_MS) });
    const save = (version: number, fields: object) =>
      author.call('PUT', `/blogs/${id}`, { ...post, ...fields, version });
    expect(await statusOf(save(1, { publishat: isoIn(3 * HOUR_MS) }))).toBe(200);
    school.clock.now += HOUR_MS;
    expect(await publicPlaces(id)).toEqual(NOWHERE);
    expect(await statusOf(save(2, { publishat: null }))).toBe(200);
    expect(await publicPlaces(id)).toEqual(EVERYWHERE);
    expect(await statusOf(save(3, { state: 'draft' }))).toBe(200);
    expect(await publicPlaces(id)).toEqual(NOWHERE);
  });

  test('keeps the moment in which it was published when it is changed', async () => {
    const id = await add();
    const { publishat } = await readOwn(id);
    school.clock.now += HOUR_MS;
    await author.call('PUT', `/blogs/${id}`, { ...post, title: 'Scales again', version: 1 });
    expect(await readOwn(id)).toMatchObject({ title: 'Scales again', publishat, version: 2 });
  });

  test('is not overwritten with what was read before somebody else changed it', async () => {
    const id = await add();
    const save = (person: Person, title: string) =>
      person.call('PUT', `/blogs/${id}`, { ...post, title, version: 1 });
    const answers = await Promise.all([save(author, 'Mine'), save(admin, 'Ours')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
    const saved = answers.findIndex(({ status }) => status === 200);
    expect(await readOwn(id)).toMatchObject({ title: ['Mine', 'Ours'][saved], version: 2 });
  });

  test('is deleted with who likes it', async () => {
    const id = await add();
    await student.call('PUT', `/blogs/${id}/reaction`);
    expect(await publicPlaces(id)).toEqual(EVERYWHERE);
    expect((await author.call('DELETE', `/blogs/${id}`)).body).toEqual({ deletedCount: 1 });
    expect(await publicPlaces(id)).toEqual(NOWHERE);
    expect(await school.db.selectFrom('reactions').selectAll().where('blogid', '=', id).execute()).toEqual(
      [],
    );
    expect(await statusOf(author.call('DELETE', `/blogs/${id}`))).toBe(404);
  });

  test('of another is not an instructor’s to change, and any is an admin’s; its author stays', async () => {
    const id = await add();
    expect(await statusOf(other.call('PUT', `/blogs/${id}`, { ...post, version: 1 }))).toBe(403);
    expect(await statusOf(other.call('DELETE', `/blogs/${id}`))).toBe(403);
    expect(await statusOf(admin.call('PUT', `/blogs/${id}`, { ...post, version: 1 }))).toBe(200);
    expect(await readOwn(id)).toMatchObject({ authorname: author.user.name, version: 2 });
    expect(await statusOf(admin.call('DELETE', `/blogs/${id}`))).toBe(200);
  });

  test('is no longer theirs to change who is a student again', async () => {
    const former = await school.signIn('instructor');
    const { body } = await former.call('POST', '/blogs', post);
    await school.db
      .updateTable('users')
      .set({ role: 'student' })
      .where('_id', '=', former.user._id)
      .execute();
    expect(await statusOf(former.call('PUT', `/blogs/${body.insertedId}`, { ...post, version: 1 }))).toBe(
      403,
    );
    expect(await statusOf(former.call('GET', '/blogs/mine'))).toBe(403);
    expect(await statusOf(former.call('POST', '/blogs', post))).toBe(403);
  });

  test('is not added by somebody who becomes a student in the same moment', async () => {
    const { user } = await school.signIn('student');
    const input = { ...post, category: 'Study', state: 'published', publishat: null } as const;
    const adding = addBlog(school.db, input, { author: user, now: school.clock.now });
    await expect(adding).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('stays a draft that was to be public later, once its author is a student again', async () => {
    const former = await school.signIn('instructor');
    const publish = async (fields: object) =>
      (await former.call('POST', '/blogs', { ...post, ...fields })).body.insertedId;
    const published = await publish({});
    const waiting = await publish({ publishat: isoIn(HOUR_MS) });
    expect(await statusOf(admin.call('PATCH', `/users/student/${former.user._id}`))).toBe(200);
    school.clock.now += 2 * HOUR_MS;
    expect(await readOwn(waiting, admin)).toMatchObject({ state: 'draft', version: 2 });
    expect(await publicPlaces(waiting)).toEqual(NOWHERE);
    expect(await publicPlaces(published)).toEqual(EVERYWHERE);
  });

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'a'.repeat(161) }],
    ['title', { title: 'turned \u202e round' }],
    ['blog_description', { blog_description: '' }],
    ['blog', { blog: '' }],
    ['blog', { blog: 'a'.repeat(50_001) }],
    ['image', { image: 'javascript:alert(1)' }],
    ['category', { category: 'Gossip' }],
    ['state', { state: 'public' }],
    ['publishat', { publishat: 'tomorrow' }],
  ])('with a %s that cannot be is refused there', async (field, fields) => {
    const { status, body } = await author.call('POST', '/blogs', { ...post, ...fields });
    expect([status, body.errors.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
  });
});

describe('the list of one’s own', () => {
  beforeEach(() => school.db.deleteFrom('blogs').execute());

  test('has an instructor’s posts of every state, and an admin’s everybody’s, the newest first', async () => {
    const draft = await add({ state: 'draft' });
    school.clock.now += 1000;
    const published = await add();
    const waiting = await add({ publishat: isoIn(HOUR_MS) });
    await school.addPost({ _id: 'old', time: 1000 });
    const idsOf = async (person: Person, path: string) => {
      const { body } = await person.call('GET', path);
      return (body.items ?? body).map(({ _id }: { _id: string }) => _id);
    };
    for (const path of ['/blogs/mine', '/blogs/mine/page']) {
      expect(await idsOf(author, path)).toEqual([waiting, published, draft]);
      expect(await idsOf(other, path)).toEqual([]);
      expect(await idsOf(admin, path)).toEqual([waiting, published, draft, 'old']);
    }
  });
});

describe('somebody who leaves', () => {
  test('takes along what they wrote and like; what was published stays under the name that was shown', async () => {
    const leaver = await school.signIn('instructor');
    const make = async (fields: object) =>
      (await leaver.call('POST', '/blogs', { ...post, ...fields })).body.insertedId;
    const published = await make({});
    const waiting = await make({ publishat: isoIn(HOUR_MS) });
    const draft = await make({ state: 'draft' });
    const { _id: liked } = await school.addPost({ title: 'Liked', reactionscount: 7 });
    for (const person of [leaver, student]) await person.call('PUT', `/blogs/${liked}/reaction`);
    const { body: data } = await leaver.call('GET', '/account/data');
    expect(data.posts.map(({ _id }: { _id: string }) => _id).sort()).toEqual(
      [published, waiting, draft].sort(),
    );
    expect(data.reactions).toEqual([expect.objectContaining({ blogid: liked, title: 'Liked' })]);

    const { uid } = leaver.claims;
    await eraseAccount(school.db, school.erasing, { uid, now: school.clock.now });
    school.changed(['blogs']);
    expect((await school.call('GET', `/blog/${published}`)).body.authorname).toBe(leaver.user.name);
    expect((await school.call('GET', `/blog/${liked}`)).body.reactionscount).toBe(8);
    for (const unread of [waiting, draft])
      expect(await statusOf(admin.call('GET', `/blogs/mine/${unread}`))).toBe(404);
    const left = await school.db
      .selectFrom('blogs')
      .select('_id')
      .where('authorid', '=', leaver.user._id)
      .execute();
    expect(left).toEqual([]);
  });
});
