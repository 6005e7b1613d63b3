import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLASSES_PER_PAGE } from '#contract/classes/calls.ts';
import { FOUND_MAX, PAGE_SIZE } from '#contract/pages.ts';
import { newId } from '#server/database/ids.ts';
import { LIST_BATCH } from '#server/database/lists/pagination.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let clara: Person;

const COUNT = FOUND_MAX + 3;

beforeAll(async () => {
  school = await openTestSchool();
  clara = await school.signIn('instructor');
  const template = await school.addClass({ instructoremail: clara.email });
  const { instructorname, instructoremail, ...row } = template;
  const rows = Array.from({ length: COUNT - 1 }, (_, at) => {
    const createdat = school.clock.now + 1 + at;
    return {
      ...row,
      _id: newId(createdat),
      classname: `Oboe ${String(at).padStart(4, '0')}`,
      price: (at % 7) * 100,
      level: at % 3 === 0 ? ('Advanced' as const) : ('Beginner' as const),
      createdat,
    };
  });
  for (let at = 0; at < rows.length; at += 50) {
    await school.db
      .insertInto('classes')
      .values(rows.slice(at, at + 50))
      .execute();
  }
  await school.addClass({ classname: 'Waiting', status: 'pending' });
  await school.addClass({ classname: 'Gone', deletedat: 1 });
});
afterAll(() => school.close());

type Found = { _id: string; classname: string; price: number };
type Page = { items: Found[]; previous: string | null; next: string | null; total: number };

const browse = async (query: Record<string, string> = {}): Promise<Page> =>
  (await school.call('GET', `/classes/page?${new URLSearchParams(query)}`)).body;
const names = ({ items }: { items: Found[] }) => items.map(({ classname }) => classname);

/** All pages from the first to the last. */
async function walk(query: Record<string, string>): Promise<Page[]> {
  const pages = [await browse(query)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await browse({ ...query, after: next }));
  return pages;
}

test.each([
  ['newest', (one: Found, other: Found) => (one._id < other._id ? 1 : -1)],
  ['price', (one: Found, other: Found) => one.price - other.price || (one._id < other._id ? 1 : -1)],
  ['popularity', (one: Found, other: Found) => (one._id < other._id ? 1 : -1)],
])('in the order %s every approved class is on one page, and each page leads back', async (sort, compare) => {
  const pages = await walk({ sort });
  const all = pages.flatMap(({ items }) => items);
  expect(all).toHaveLength(COUNT);
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(COUNT);
  expect(all).toEqual(all.toSorted(compare));
  expect(pages.slice(0, -1).every(({ items }) => items.length === CLASSES_PER_PAGE)).toBe(true);
  expect(pages[0]?.previous).toBeNull();
  for (const [at, { previous }] of pages.slice(1).entries())
    expect(names(await browse({ sort, before: previous ?? '' }))).toEqual(names(pages[at] as Page));
});

test('what narrows the list narrows each of its pages', async () => {
  const pages = await walk({ level: 'Advanced', q: 'oboe' });
  expect(pages.flatMap(names)).toHaveLength(Math.ceil((COUNT - 1) / 3));
  expect(pages.flatMap(names).every((name) => Number(name.slice(-4)) % 3 === 0)).toBe(true);
  expect(pages[0]?.total).toBe(Math.ceil((COUNT - 1) / 3));
});

test('found is counted no further than one beyond what a page says', async () => {
  expect((await browse()).total).toBe(FOUND_MAX + 1);
});

test('a class that comes in meanwhile moves no later page, and going back ends at the beginning', async () => {
  const first = await browse();
  const second = await browse({ after: first.next ?? '' });
  const { _id } = await school.addClass({ classname: 'New', createdat: school.clock.now + 10_000 });
  expect(await browse({ after: first.next ?? '' })).toEqual(second);
  const again = await browse({ before: second.items[1]?._id ?? '' });
  expect(names(await browse({ before: again.previous ?? '' }))).toEqual(names(await browse()));
  await school.db.deleteFrom('classes').where('_id', '=', _id).execute();
  school.changed(['classes']);
});

test.each([
  ['after', 'nobody'],
  ['before', 'nobody'],
  ['after', '\u0000'],
  ['after', 'x'.repeat(300)],
])('a place that is not there is the first page: %s %s', async (place, id) => {
  expect(names(await browse({ [place]: id }))).toEqual(names(await browse()));
});

test('a page carries what a card shows and nothing of the office', async () => {
  const { items } = await browse();
  expect(Object.keys(items[0] ?? {})).not.toContain('feedback');
  expect(Object.keys(items[0] ?? {})).not.toContain('instructoremail');
});

test('the whole list is longer than a batch, and is as the spec’s clients know it', async () => {
  expect(COUNT).toBeGreaterThan(2 * LIST_BATCH);
  const answer = await school.app.inject('/api/classes/all');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const all: Found[] = answer.json();
  expect(all.map(({ _id }) => _id)).toEqual(
    (await walk({})).flatMap(({ items }) => items.map(({ _id }) => _id)),
  );
  const { today, ...one } = (await school.call('GET', `/class/${all.at(700)?._id}`)).body;
  expect(all.at(700)).toEqual(one);
  expect(today).toEqual({ price: 60 });
});

test('an instructor’s classes come in pages, and only to them', async () => {
  const path = `/classes/find/${clara.email}/page`;
  const { body: first } = await clara.call('GET', path);
  const { body: second } = await clara.call('GET', `${path}?after=${first.next}`);
  expect(first.items).toHaveLength(PAGE_SIZE);
  expect(first.items[0].instructoremail).toBe(clara.email);
  expect(names(second)[0]).toBe(`Oboe ${String(COUNT - 2 - PAGE_SIZE).padStart(4, '0')}`);
  const another = await school.signIn('instructor');
  expect((await another.call('GET', path)).status).toBe(403);
  expect((await another.call('GET', `/classes/find/${another.email}/page`)).body.items).toEqual([]);
});

test('what an instructor’s classes come to is added up over all of them', async () => {
  const ines = await school.signIn('instructor');
  const add = (fields: object) => school.addClass({ instructoremail: ines.email, ...fields });
  await add({ availableseat: 3, enrolledstudents: 5 });
  await add({ availableseat: 1, enrolledstudents: 2 });
  await add({ status: 'pending', availableseat: 50 });
  const denied = await add({ status: 'denied', availableseat: 70, feedback: 'Say more.' });
  await add({ status: 'denied', deletedat: 1 });
  expect((await ines.call('GET', `/classes/find/${ines.email}/sums`)).body).toEqual({
    classes: 4,
    pending: 1,
    enrolledstudents: 7,
    availableseat: 4,
    denied: [{ _id: denied._id, classname: denied.classname, feedback: 'Say more.' }],
  });
});
