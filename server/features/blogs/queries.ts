import type { Db } from '#server/database/schema.ts';

/** Every post, the newest first. */
export async function findBlogs(db: Db) {
  return db.selectFrom('blogs').selectAll().orderBy('time', 'desc').orderBy('_id', 'desc').execute();
}

export async function findBlog(db: Db, id: string) {
  return db.selectFrom('blogs').selectAll().where('_id', '=', id).executeTakeFirst();
}
