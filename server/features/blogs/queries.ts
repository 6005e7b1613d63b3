import type { BlogFilter } from '#contract/blogs.ts';
import { containsWords } from '#server/database/contains.ts';
import type { Db } from '#server/database/schema.ts';

/** The posts that fit every part of the filter, the newest first; words are looked for in title, summary, author and article. */
export async function findBlogs(db: Db, { q = '', category }: BlogFilter = {}) {
  return db
    .selectFrom('blogs')
    .selectAll()
    .$if(category !== undefined, (query) => query.where('category', '=', category as string as never))
    .where(containsWords(['title', 'blog_description', 'authorname', 'blog'], q))
    .orderBy('time', 'desc')
    .orderBy('_id', 'desc')
    .execute();
}

export async function findBlog(db: Db, id: string) {
  return db.selectFrom('blogs').selectAll().where('_id', '=', id).executeTakeFirst();
}
