import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOGS_PER_PAGE } from '#contract/blogs/calls.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;

const post = (_id: string, fields: object) => ({
  _id,
  title: `Post ${_id}`,
  blog_description: 'A summary',
  blog: 'Plain words.',
  image: '/art/blog-960.webp',
  time: school.clock.now,
  authorname: 'Clara Test',
  reactionscount: 1,
  category: 'Study' as const,
  ...fields,
});

beforeAll(async () => {
  school = await openTestSchool();
  const values = [
    post('old', { time: 1000, category: 'Timing', blog: 'About the *metronome*.' }),
    post('new', {}),
    post('evil', {
      time: 2000,
      blog: '## Hello\n\n<script>alert(1)</script> [a](javascript:alert(1)) <img src=x onerror=alert(1)>',
    }),
  ];
  await school.db.insertInto('blogs').values(values).execute();
});
afterAll(() => school.close());

describe('the blog', () => {
  test.each([
    ['', ['new', 'evil', 'old']],
    ['?category=Timing', ['old']],
    ['?q=METRONOME', ['old']],
    ['?q=metronome&category=Study', []],
    ['?category=Gossip', ['new', 'evil', 'old']],
  ])('lists posts, the newest first, narrowed by %s', async (query, ids) => {
    const { body } = await school.call('GET', `/blog${query}`);
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  });

  test('a post carries its article as HTML, made from the Markdown', async () => {
    const { body } = await school.call('GET', '/blog/old');
    expect(body.html).toBe('<p>About the <em>metronome</em>.</p>\n');
  });

  test("HTML and script links in an article stay text, so an author cannot reach a reader's session", async () => {
    const { body } = await school.call('GET', '/blog/evil');
    expect(body.html).toContain('<h2>Hello</h2>');
    expect(body.html).not.toMatch(/<script|<img|<a /);
  });

  test('which posts there are is told without anything that is read in them', async () => {
    const { body } = await school.call('GET', '/blog/index');
    expect(body).toEqual([
      { _id: 'new', time: new Date(school.clock.now).toISOString() },
      { _id: 'evil', time: new Date(2000).toISOString() },
      { _id: 'old', time: new Date(1000).toISOString() },
    ]);
  });

  test('an unknown post is not found', async () => {
    const { status, body } = await school.call('GET', '/blog/nobody');
    expect([status, body.code]).toEqual([404, 'blog-not-found']);
  });
});

test('a page of posts carries no article, and leads to the next and back', async () => {
  const count = BLOGS_PER_PAGE + 5;
  const later = Array.from({ length: count }, (_, at) =>
    post(`later-${at}`, { time: 5000 + at, category: 'Class' }),
  );
  await school.db.insertInto('blogs').values(later).execute();
  const browse = async (query: string) =>
    (await school.call('GET', `/blog/page?category=Class${query}`)).body;
  const first = await browse('');
  const second = await browse(`&after=${first.next}`);
  const all = [...first.items, ...second.items];
  expect(first.items).toHaveLength(BLOGS_PER_PAGE);
  expect(all.map(({ _id }) => _id)).toEqual(later.map(({ _id }) => _id).toReversed());
  expect(all.some((one) => 'blog' in one)).toBe(false);
  expect(first.total).toBe(count);
  expect(await browse(`&before=${second.previous}`)).toEqual(first);
});
