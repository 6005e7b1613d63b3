import { type SelectQueryBuilder, sql } from 'kysely';
import { BLOGS_PER_PAGE, type BlogFilter } from '#contract/blogs/calls.ts';
import { FOUND_MAX } from '#contract/pages.ts';
import { newId } from '#server/database/ids.ts';
import { containsWords } from '#server/database/lists/contains.ts';
import { readFound, takeFoundIds } from '#server/database/lists/found-page.ts';
import {
  LIST_BATCH,
  type Order,
  type PageQuery,
  takeBatches,
  takeCountedPage,
  takePage,
} from '#server/database/lists/pagination.ts';
import { matchedBy, rowsAt } from '#server/database/lists/word-index.ts';
import type { Database, Db, Row } from '#server/database/schema.ts';

export type BlogRow = Row<'blogs'>;
/** What is written of a post; `time` is from when it is public, where it is published. */
export type BlogContent = Pick<
  BlogRow,
  'title' | 'blog_description' | 'blog' | 'image' | 'category' | 'state' | 'time'
>;

const NEWEST_FIRST: Order = { by: [sql.ref<number>('time')], isDescending: true };

/** The posts that are public at a moment (epoch milliseconds). */
const publicAt = (db: Db, now: number, blogs: Blogs = db.selectFrom('blogs')) =>
  blogs.where('state', '=', 'published').where('time', '<=', now);
type Blogs = SelectQueryBuilder<Database, 'blogs', object>;

/** Those of a category, or of any where none is named. */
const ofCategory = (blogs: Blogs, category: BlogFilter['category']) =>
  blogs.$if(category !== undefined, (query) => query.where('category', '=', category as string));

/** Where words are looked for. */
const SEARCHED = ['title', 'blog_description', 'authorname', 'blog'];

/** All that fit every part of the filter, the newest first, a batch at a time. */
export const findBlogs = (db: Db, { q = '', category }: BlogFilter, now: number) =>
  takeBatches(
    ofCategory(publicAt(db, now), category).where(containsWords(SEARCHED, q)).selectAll(),
    NEWEST_FIRST,
    LIST_BATCH,
  );

const MENTIONS_AT_ONCE = 5000;

/** The public posts, the newest first, from an index. */
export const findBlogMentions = (db: Db, now: number) =>
  takeBatches(publicAt(db, now).select(['_id', 'time']), NEWEST_FIRST, MENTIONS_AT_ONCE);

const SUMMARY = [
  '_id',
  'title',
  'blog_description',
  'image',
  'time',
  'authorname',
  'reactionscount',
  'category',
] as const;

/** A page of them without their articles, and how many there are in all. */
export async function browseBlogs(
  db: Db,
  { after, before, q = '', category }: PageQuery & BlogFilter,
  now: number,
) {
  const page = { after, before, order: NEWEST_FIRST, size: BLOGS_PER_PAGE, max: FOUND_MAX };
  const all = ofCategory(publicAt(db, now), category);
  if (!q.trim()) return takeCountedPage(db, all.select(SUMMARY), page);
  const each = all.where(containsWords(SEARCHED, q));
  const matched = matchedBy(db, 'blogs', { columns: SEARCHED, q });
  const found = matched
    ? ofCategory(publicAt(db, now, rowsAt(db, 'blogs', matched.hits)), category).where(matched.and)
    : each;
  const ids = await takeFoundIds(db, { table: 'blogs', each, found: [found] }, page);
  return readFound(ids, (some) => db.selectFrom('blogs').select(SUMMARY).where('_id', 'in', some).execute());
}

export async function findPublicBlog(db: Db, id: string, now: number) {
  return publicAt(db, now).selectAll().where('_id', '=', id).executeTakeFirst();
}

/** When the next post becomes public after a moment; undefined where none is to. */
export async function findNextDue(db: Db, now: number): Promise<number | undefined> {
  const next = await db
    .selectFrom('blogs')
    .select('time')
    .where('state', '=', 'published')
    .where('time', '>', now)
    .orderBy('time')
    .limit(1)
    .executeTakeFirst();
  return next?.time;
}

/** Posts of one author, drafts included; of all authors where none is named. */
const ofAuthor = (db: Db, authorid: string | undefined) =>
  db
    .selectFrom('blogs')
    .$if(authorid !== undefined, (query) => query.where('authorid', '=', String(authorid)));

/** What an author sees of a post, with what is published when. */
const publishAt = sql<number | null>`case when "state" = 'published' then "time" end`.as('publishat');

/** All of them, the newest first, a batch at a time. */
export const findOwnBlogs = (db: Db, authorid: string | undefined) =>
  takeBatches(ofAuthor(db, authorid).selectAll().select(publishAt), NEWEST_FIRST, LIST_BATCH);

/** A page of them without their articles. */
export const browseOwnBlogs = (db: Db, { authorid, ...page }: PageQuery & { authorid: string | undefined }) =>
  takePage(ofAuthor(db, authorid).select([...SUMMARY, 'state', 'version', publishAt]), page, NEWEST_FIRST);

export async function findBlog(db: Db, id: string) {
  return db.selectFrom('blogs').selectAll().select(publishAt).where('_id', '=', id).executeTakeFirst();
}

/** A post as it is now, locked until the transaction ends. */
export async function lockBlog(tx: Db, id: string) {
  const blog = tx.selectFrom('blogs').selectAll().where('_id', '=', id);
  return blog.forNoKeyUpdate('blogs').executeTakeFirst();
}

export async function insertBlog(
  tx: Db,
  content: BlogContent,
  { author, now }: { author: { _id: string; name: string }; now: number },
): Promise<string> {
  const _id = newId(now);
  await tx
    .insertInto('blogs')
    .values({ ...content, _id, authorid: author._id, authorname: author.name, reactionscount: 0 })
    .execute();
  return _id;
}

export async function updateBlog(tx: Db, id: string, content: BlogContent): Promise<void> {
  await tx
    .updateTable('blogs')
    .set((of) => ({ ...content, version: of('version', '+', 1) }))
    .where('_id', '=', id)
    .execute();
}

/** Deletes a post with its reactions; gives how many posts that were. */
export async function deleteBlog(tx: Db, id: string): Promise<number> {
  await tx.deleteFrom('reactions').where('blogid', '=', id).execute();
  const { numDeletedRows } = await tx.deleteFrom('blogs').where('_id', '=', id).executeTakeFirst();
  return Number(numDeletedRows);
}

/** What a person wrote, for them to take along. */
export async function findPostsOf(db: Db, authorid: string) {
  return db
    .selectFrom('blogs')
    .select(['_id', 'title', 'blog', 'state', 'time'])
    .where('authorid', '=', authorid)
    .orderBy('time', 'desc')
    .orderBy('_id', 'desc')
    .execute();
}

/**
 * Takes a person off what is public at a moment, and gives what is not: their drafts, and posts that are
 * still to come.
 */
export async function disownBlogs(tx: Db, authorid: string, now: number): Promise<string[]> {
  const own = await tx
    .selectFrom('blogs')
    .select(['_id', 'state', 'time'])
    .where('authorid', '=', authorid)
    .execute();
  await tx.updateTable('blogs').set({ authorid: null }).where('authorid', '=', authorid).execute();
  return own.filter(({ state, time }) => state !== 'published' || time > now).map(({ _id }) => _id);
}

/** Turns an author's posts that wait, or are scheduled after a moment, into drafts. */
export async function withholdBlogs(tx: Db, authorid: string, now: number): Promise<void> {
  await tx
    .updateTable('blogs')
    .set((of) => ({ state: 'draft' as const, version: of('version', '+', 1) }))
    .where('authorid', '=', authorid)
    .where((eb) =>
      eb.or([eb('state', '=', 'waiting'), eb.and([eb('state', '=', 'published'), eb('time', '>', now)])]),
    )
    .execute();
}
