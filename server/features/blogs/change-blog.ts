import type * as z from 'zod';
import type { BlogDraft } from '#contract/blogs/form.ts';
import type { BlogInput } from '#contract/blogs/schema.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { ensureListed } from '#server/database/rows/lists.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import type { ResubmitReview } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { notifyAuthor, notifyWaiting } from './notify-people.ts';
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

/** A post by a teacher waits for an admin where the school reads all before they are public. */
async function withReview(tx: Db, input: Input, { role }: Pick<Caller, 'role'>): Promise<Input> {
  if (role === 'admin' || input.state !== 'published') return input;
  const { reviewposts } = await tx.selectFrom('school').select('reviewposts').executeTakeFirstOrThrow();
  return reviewposts === 'always' ? { ...input, state: 'waiting' } : input;
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
    const content = contentOf(await withReview(tx, input, self), now);
    const subjectid = await queries.insertBlog(tx, content, { author, now });
    await logPost(tx, { subjectid, subjectname: input.title, action: 'added', actor: author, now });
    if (content.state === 'waiting')
      await notifyWaiting(tx, { _id: subjectid, ...content }, { actor: author, now });
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
 * Changes a post; one that waits an admin publishes or sends back as a draft, of which its author is told. Throws
 * `invalid-input` for a category that the school does not have, `blog-not-found`, `forbidden`, and
 * `changed-meanwhile` where `version` is not its version any more.
 */
export async function updateBlog(
  { db, resubmitReview }: { db: Db; resubmitReview: ResubmitReview },
  { version, ...input }: Input & { version: number },
  { now, ...of }: Of & { now: number },
): Promise<void> {
  await transact(db, async (tx) => {
    await ensureListed(tx, 'categories', { field: 'category', value: input.category });
    const found = await lockOwnBlog(tx, of);
    ensure(found.version === version, 'changed-meanwhile');
    const { id, actor } = of;
    const content = contentOf(await withReview(tx, input, actor), now, found);
    await queries.updateBlog(tx, id, content);
    const { state: before } = found;
    const { state: after } = content;
    const subject = { subjectid: id, subjectname: input.title, actor, now };
    const isDecided = before === 'waiting' && actor.role === 'admin';
    if (isDecided && after !== 'waiting') {
      const action = after === 'published' ? 'approved' : 'denied';
      await logPost(tx, { ...subject, action, before, after });
      await notifyAuthor(tx, { ...found, ...content }, { actor, now });
      return;
    }
    await logPost(tx, { ...subject, action: 'updated' });
    if (after !== 'waiting' || actor.role === 'admin') return;
    await resubmitReview(tx, { id, now });
    await notifyWaiting(tx, { _id: id, ...content }, { actor, now });
  });
}

/**
 * Puts other words into a field of a post that is locked, as its author takes them; it stays as public as it is.
 * Throws `blog-not-found` and `forbidden`.
 */
export async function takeWords(
  tx: Db,
  { field, words, now, ...of }: Of & { field: keyof BlogDraft; words: string; now: number },
): Promise<void> {
  const found = await lockOwnBlog(tx, of);
  const { title, blog_description, blog, image, category, state, time } = found;
  const content = { title, blog_description, blog, image, category, state, time, [field]: words };
  await queries.updateBlog(tx, of.id, content);
  const subject = { subjectid: of.id, subjectname: content.title };
  await logPost(tx, { ...subject, action: 'updated', actor: of.actor, now });
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
