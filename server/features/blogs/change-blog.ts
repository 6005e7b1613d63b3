import type * as z from 'zod';
import type { BlogInput } from '#contract/blogs/schema.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { ensureListed } from '#server/database/rows/lists.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type Input = z.output<typeof BlogInput>;

/**
 * What is stored of a post. One that is published without a moment is public now; one that is already, since
 * when it was. A draft is as old as its last change.
 */
function contentOf(
  { publishat, ...input }: Input,
  now: number,
  before?: queries.BlogRow,
): queries.BlogContent {
  const isPublic = before?.state === 'published' && before.time <= now;
  const since = isPublic ? before.time : now;
  return { ...input, time: input.state === 'published' ? (publishat ?? since) : now };
}

/**
 * Adds a post and gives its id. Throws `invalid-input` for a category that the school does not have,
 * `session-ended` where the account is being deleted, and `forbidden` where it does not teach any more.
 */
export async function addBlog(
  db: Db,
  input: Input,
  { author, now }: { author: Pick<Caller, '_id' | 'name'>; now: number },
): Promise<string> {
  return transact(db, async (tx) => {
    await ensureListed(tx, 'categories', { field: 'category', value: input.category });
    const self = await lockUser(tx, author._id);
    ensure(self, 'session-ended');
    ensure(self.role === 'instructor' || self.role === 'admin', 'forbidden');
    const subjectid = await queries.insertBlog(tx, contentOf(input, now), { author, now });
    await logPost(tx, { subjectid, subjectname: input.title, action: 'added', actor: author, now });
    return subjectid;
  });
}

type Logged = Omit<Parameters<typeof insertChange>[1], 'about' | 'note'>;

const logPost = (tx: Db, line: Logged) => insertChange(tx, { about: 'school', note: 'post', ...line });

type Of = { id: string; actor: Caller };

/** Throws `blog-not-found`, and `forbidden` where it is another's and the caller no admin. */
async function lockOwnBlog(tx: Db, { id, actor }: Of): Promise<queries.BlogRow> {
  const found = await queries.lockBlog(tx, id);
  ensure(found, 'blog-not-found');
  ensure(actor.role === 'admin' || found.authorid === actor._id, 'forbidden');
  return found;
}

/**
 * Changes a post. Throws `invalid-input` for a category that the school does not have, `blog-not-found`, `forbidden`, and `changed-meanwhile` where `version` is not its
 * version any more.
 */
export async function updateBlog(
  db: Db,
  { version, ...input }: Input & { version: number },
  { now, ...of }: Of & { now: number },
): Promise<void> {
  await transact(db, async (tx) => {
    await ensureListed(tx, 'categories', { field: 'category', value: input.category });
    const found = await lockOwnBlog(tx, of);
    ensure(found.version === version, 'changed-meanwhile');
    await queries.updateBlog(tx, of.id, contentOf(input, now, found));
    const subject = { subjectid: of.id, subjectname: input.title };
    await logPost(tx, { ...subject, action: 'updated', actor: of.actor, now });
  });
}

/** Deletes a post and who likes it. Throws `blog-not-found` and `forbidden`. */
export async function deleteBlog(db: Db, { now, ...of }: Of & { now: number }): Promise<number> {
  return transact(db, async (tx) => {
    const { title } = await lockOwnBlog(tx, of);
    const subject = { subjectid: of.id, subjectname: title };
    await logPost(tx, { ...subject, action: 'deleted', actor: of.actor, now });
    return queries.deleteBlog(tx, of.id);
  });
}
