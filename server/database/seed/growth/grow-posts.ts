import type { Kysely } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { readBlogs } from '#server/database/seed/blogs.ts';
import { insertAll } from '#server/database/seed/insert-all.ts';
import { transact } from '#server/database/transact.ts';
import type { GrownAccount } from './grown-people.ts';

const DAY_MS = 86_400_000;
/** One post in so many waits for a decision, and beside it an admin wrote something. */
const WAITING_EVERY = 20;
const TITLE_MAX = 90;

type Posts = {
  count: number;
  teachers: readonly GrownAccount[];
  admin: GrownAccount;
  /** Epoch milliseconds. */
  span: { from: number; to: number };
};

/** Adds posts, and what was written beside those that wait. */
export async function growPosts(
  db: Kysely<Database>,
  { count, teachers, admin, span }: Posts,
): Promise<void> {
  const models = readBlogs(span.to);
  const posts = Array.from({ length: count }, (_, index): Row<'blogs'> => {
    const model = models[index % models.length] as (typeof models)[number];
    const time = Math.round(span.from + ((span.to - span.from) * index) / count);
    const author = teachers[index % teachers.length] as GrownAccount;
    return {
      ...model,
      _id: newId(time),
      title: `${model.title.slice(0, TITLE_MAX)}, no. ${index + 1}`,
      time,
      authorid: author._id,
      authorname: author.name,
      state: index % WAITING_EVERY === 7 ? 'waiting' : 'published',
      version: 1,
    };
  });
  const waiting = posts.filter(({ state }) => state === 'waiting');
  await transact(db, async (tx) => {
    await insertAll(posts, (rows) => tx.insertInto('blogs').values(rows).execute());
    await insertAll(waiting.map(reviewOf), (rows) => tx.insertInto('reviews').values(rows).execute());
    await insertAll(
      waiting.flatMap((post) => notesOf(post, admin)),
      (rows) => tx.insertInto('reviewnotes').values(rows).execute(),
    );
  });
}

const reviewOf = (post: Row<'blogs'>, index: number): Row<'reviews'> => {
  const { _id, time, title, blog_description, category, image, blog } = post;
  return {
    _id,
    classid: null,
    blogid: _id,
    turn: index % 2 === 0 ? 'teacher' : 'school',
    parts: JSON.stringify({ title, blog_description, category, image, blog }),
    lookedat: time + DAY_MS,
    partsbefore: null,
    lookedbefore: null,
    changedat: time + DAY_MS,
  };
};

const notesOf = (post: Row<'blogs'>, admin: GrownAccount): Row<'reviewnotes'>[] =>
  (['title', 'blog_description'] as const).map((field) => ({
    ...{ _id: newId(post.time + DAY_MS), reviewid: post._id, field, paragraph: null, about: post[field] },
    ...{ words: 'Could this be shorter?', proposal: null },
    ...{ answer: null, answeredat: null, answererid: null, takenat: null },
    ...{ byid: admin._id, createdat: post.time + DAY_MS },
  }));
