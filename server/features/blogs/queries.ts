import { sql } from 'kysely';
import { BLOGS_PER_PAGE, type BlogCategory, type BlogFilter } from '#contract/blogs.ts';
import { FOUND_MAX } from '#contract/pages.ts';
import { containsWords } from '#server/database/contains.ts';
import {
  LIST_BATCH,
  type Order,
  type PageQuery,
  takeBatches,
  takeCountedPage,
} from '#server/database/pagination.ts';
import type { Db } from '#server/database/schema.ts';

const NEWEST_FIRST: Order = { by: [sql.ref<number>('time')], isDescending: true };

/** The posts that fit every part of the filter; words are looked for in title, summary, author and article. */
const narrowed = (db: Db, { q = '', category }: BlogFilter) =>
  db
    .selectFrom('blogs')
    .$if(category !== undefined, (query) => query.where('category', '=', category as BlogCategory))
    .where(containsWords(['title', 'blog_description', 'authorname', 'blog'], q));

/** All of them, the newest first, a batch at a time. */
export const findBlogs = (db: Db, filter: BlogFilter) =>
  takeBatches(narrowed(db, filter).selectAll(), NEWEST_FIRST, LIST_BATCH);

const MENTIONS_AT_ONCE = 5000;

/** Which posts there are, the newest first, from an index. */
export const findBlogMentions = (db: Db) =>
  takeBatches(db.selectFrom('blogs').select(['_id', 'time']), NEWEST_FIRST, MENTIONS_AT_ONCE);

/** A page of them without their articles, and how many there are in all. */
export async function browseBlogs(db: Db, { after, before, ...filter }: PageQuery & BlogFilter) {
  const rows = narrowed(db, filter)
    .select(['_id', 'title', 'blog_description', 'image', 'time'])
    .select(['authorname', 'reactionscount', 'category']);
  const page = { after, before, order: NEWEST_FIRST, size: BLOGS_PER_PAGE, max: FOUND_MAX };
  return takeCountedPage(db, rows, page);
}

export async function findBlog(db: Db, id: string) {
  return db.selectFrom('blogs').selectAll().where('_id', '=', id).executeTakeFirst();
}
