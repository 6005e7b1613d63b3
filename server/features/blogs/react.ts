import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/http/errors.ts';
import { findPublicBlog, lockBlog } from './queries.ts';
import * as queries from './reaction-queries.ts';

type Reaction = { reactionscount: number; reacted: boolean };
type Options = { blogid: string; userid: string; now: number };

/** How many like a post, and whether one person does. Throws `blog-not-found`. */
export async function readReaction(db: Db, { blogid, userid, now }: Options): Promise<Reaction> {
  const found = await findPublicBlog(db, blogid, now);
  ensure(found, 'blog-not-found');
  const reacted = await queries.hasReaction(db, { blogid, userid });
  return { reactionscount: found.reactionscount, reacted };
}

/**
 * Says that a person likes a post or, `reacted` being false, does not any more; said again it changes
 * nothing. Throws `blog-not-found`, and `session-ended` where the account is being deleted.
 */
export async function react(
  db: Db,
  { reacted, ...options }: Options & { reacted: boolean },
): Promise<Reaction> {
  const { blogid, userid, now } = options;
  return transact(db, async (tx) => {
    // An account that is being deleted waits here, or is gone; a post is gone, or waits to be.
    ensure(await lockUser(tx, userid), 'session-ended');
    const found = await lockBlog(tx, blogid);
    ensure(found && found.state === 'published' && found.time <= now, 'blog-not-found');
    const isNew = reacted
      ? await queries.insertReaction(tx, options)
      : await queries.deleteReaction(tx, options);
    if (!isNew) return { reactionscount: found.reactionscount, reacted };
    const by = reacted ? 1 : -1;
    await queries.addToCount(tx, blogid, by);
    return { reactionscount: found.reactionscount + by, reacted };
  });
}
