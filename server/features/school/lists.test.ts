import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BLOG_CATEGORIES } from '#contract/blogs/calls.ts';
import { CLASS_GROUPS, CLASS_LEVELS } from '#contract/classes/calls.ts';
import { LIST_MAX } from '#contract/school/calls.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
let teacher: Person;
let office: Person;

beforeAll(async () => {
  school = await openTestSchool();
  [admin, teacher, office] = [
    await school.signIn('admin'),
    await school.signIn('instructor'),
    await school.signIn('office'),
  ];
});
afterAll(() => school.close());
beforeEach(async () => {
  await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
  await school.db.deleteFrom('blogs').execute();
  expect((await save({ lists: null })).status).toBe(200);
});

const read = async () => (await school.call('GET', '/school')).body;
async function save(fields: object, person = admin) {
  school.clock.now += 1;
  return person.call('PUT', '/school', { version: (await read()).version, ...fields });
}

type Entry = { value: string; names?: object; agefrom?: number; ageto?: number | null };
const entries = (values: readonly string[], more: readonly Entry[] = []): Entry[] => [
  ...values.map((value) => ({ value })),
  ...more,
];
const TASTER = { value: 'Taster', names: { en: 'Taster', de: 'Schnupperkurs' } };
const LEVELS = [TASTER, ...entries(CLASS_LEVELS)];
const SENIORS = { value: 'Seniors', agefrom: 60, ageto: null };
const GROUPS = entries(CLASS_GROUPS, [SENIORS]);

const CLASS = {
  classname: 'Harp at noon',
  image: '/art/violin-480.webp',
  price: '60',
  availableseat: 5,
  level: 'Beginner',
  group: 'Adults',
  description: '',
};
const add = (fields: object) => teacher.call('POST', '/addclass', { ...CLASS, ...fields });
const found = async (query: string): Promise<string[]> =>
  (await school.call('GET', `/classes/page?${query}`)).body.items.map(
    ({ classname }: { classname: string }) => classname,
  );

test('a school that has changed nothing says nothing of its lists', async () => {
  expect(await read()).not.toHaveProperty('lists');
  await save({ lists: { levels: entries(CLASS_LEVELS), categories: entries(BLOG_CATEGORIES) } });
  expect(await read()).not.toHaveProperty('lists');
});

test('lists are kept in the order of the school, those that are not named as they were', async () => {
  await save({ lists: { levels: LEVELS } });
  await save({ lists: { groups: GROUPS } });
  expect((await read()).lists).toEqual({ levels: LEVELS, groups: GROUPS });
  await save({ lists: { levels: entries(CLASS_LEVELS) } });
  expect((await read()).lists).toEqual({ groups: GROUPS });
  const { note } = (await admin.call('GET', '/changes?about=school')).body.items[0];
  expect(note).toBe('lists');
});

test.each([
  ['without one that is built in', entries(['Beginner', 'Advanced'])],
  ['with a name twice', entries(CLASS_LEVELS, [{ value: 'beginner' }])],
  ['with an empty name', entries(CLASS_LEVELS, [{ value: ' ' }])],
  ['with a mark that turns directions', entries(CLASS_LEVELS, [{ value: 'a\u202eb' }])],
  [
    'longer than lists are',
    entries([...CLASS_LEVELS, ...Array.from({ length: LIST_MAX }, (_, at) => `L${at}`)]),
  ],
  ['with a name in no language', entries(CLASS_LEVELS, [{ value: 'x', names: { xx: 'y' } }])],
])('a list %s is refused', async (_, levels) => {
  expect((await save({ lists: { levels } })).status).toBe(400);
  expect(await read()).not.toHaveProperty('lists');
});

test('ages of a group are in order', async () => {
  const refused = await save({ lists: { groups: entries(CLASS_GROUPS, [{ ...SENIORS, ageto: 5 }]) } });
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0].field).toBe('lists.groups.4.ageto');
});

test('neither the office nor an instructor changes them', async () => {
  for (const person of [office, teacher])
    expect((await save({ lists: { levels: LEVELS } }, person)).status).toBe(403);
});

test('classes take what the school has added, are found by it, and nothing else', async () => {
  const refused = await add({ level: 'Taster' });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid-input']);
  expect(refused.body.errors).toEqual([
    { field: 'level', detail: 'Use one of these: Beginner, Intermediate, Advanced.' },
  ]);
  await save({ lists: { levels: LEVELS, groups: GROUPS } });
  const { body } = await add({ level: 'Taster', group: 'Seniors' });
  await admin.call('PUT', `/class/approved/${body.insertedId}`);
  await school.addClass({ classname: 'Drums', level: 'Beginner', group: 'Kids' });
  expect(await found('level=Taster')).toEqual(['Harp at noon']);
  expect(await found('group=Seniors')).toEqual(['Harp at noon']);
  expect(await found('level=Bogus')).toHaveLength(2);
  // By the ages of its group, where the class has none of its own.
  expect(await found('age=65')).toEqual(['Harp at noon']);
  expect(await found('age=9')).toEqual(['Drums']);
  const changed = await teacher.call('PUT', `/class/update/${body.insertedId}`, { group: 'Toddlers' });
  expect([changed.status, changed.body.errors[0].field]).toEqual([400, 'group']);
});

test('a school may say the ages of a built-in group itself', async () => {
  await school.addClass({ classname: 'Drums', group: 'Kids' });
  await save({
    lists: {
      groups: entries(CLASS_GROUPS).map((entry) =>
        entry.value === 'Kids' ? { ...entry, agefrom: 4, ageto: 9 } : entry,
      ),
    },
  });
  expect(await found('age=11')).toEqual([]);
  expect(await found('age=8')).toEqual(['Drums']);
});

test('a value that a class or a post uses cannot be taken out of its list', async () => {
  await save({ lists: { levels: LEVELS, categories: entries(BLOG_CATEGORIES, [{ value: 'News' }]) } });
  const { _id } = await school.addClass({ level: 'Taster', status: 'denied' });
  const post = await school.addPost({ category: 'News', state: 'draft' });
  for (const lists of [{ levels: entries(CLASS_LEVELS) }, { categories: entries(BLOG_CATEGORIES) }, null]) {
    const refused = await save({ lists });
    expect([refused.status, refused.body.code]).toEqual([409, 'value-in-use']);
    expect(refused.body.detail).toMatch(/^“(Taster|News)” is still used/);
  }
  await admin.call('DELETE', `/delete/${_id}`);
  await admin.call('DELETE', `/blogs/${post._id}`);
  expect((await save({ lists: null })).status).toBe(200);
  expect(await read()).not.toHaveProperty('lists');
});

test('of a class that takes a value and an admin who takes it out at once, one is refused', async () => {
  for (let round = 0; round < 8; round++) {
    expect((await save({ lists: { levels: LEVELS } })).status).toBe(200);
    const [added, removed] = await Promise.all([add({ level: 'Taster' }), save({ lists: null })]);
    expect([added.status, removed.status].sort()).toEqual(added.status === 200 ? [200, 409] : [200, 400]);
    await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
  }
});

test('posts take an added category, and readers find them by it', async () => {
  const post = {
    title: 'Summer concert',
    blog_description: 'In the park.',
    blog: 'Bring a chair.',
    image: '/art/cello-480.webp',
    category: 'News',
    state: 'published',
  };
  const refused = await teacher.call('POST', '/blogs', post);
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'category']);
  await save({ lists: { categories: entries(BLOG_CATEGORIES, [{ value: 'News' }]) } });
  await teacher.call('POST', '/blogs', post);
  await school.addPost({ title: 'Scales' });
  const titles = async (category: string) =>
    (await school.call('GET', `/blog/page?category=${category}`)).body.items.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles('News')).toEqual(['Summer concert']);
  expect(await titles('Gossip')).toHaveLength(2);
});

test('a mail about a change of level has the word of the school, in the language of its reader', async () => {
  await save({ languages: ['en', 'de'], lists: { levels: LEVELS } });
  const student = await school.signIn('student');
  await student.call('PUT', '/account/language', { language: 'de' });
  const { body } = await add({ classname: 'Harp', level: 'Advanced' });
  await admin.call('PUT', `/class/approved/${body.insertedId}`);
  await enrol(school, student, body.insertedId);
  await teacher.call('PUT', `/class/update/${body.insertedId}`, { level: 'Taster' });
  const mails = await mailsOf(school, student.user.email);
  const told = mails.find(({ text }) => text.includes('Niveau'));
  expect(told?.text).toContain('Niveau: Schnupperkurs (vorher: Fortgeschritten)');
});
