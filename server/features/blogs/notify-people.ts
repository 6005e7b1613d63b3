import type { Db } from '#server/database/schema.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, admins, insertMails } from '#server/jobs/outbox.ts';
import type { BlogRow } from './queries.ts';

/*
 * Mails about a post that waits for an admin, in the transaction in which it happens.
 */

const HOUR_MS = 60 * 60_000;

/** Who does what is told, and when (epoch milliseconds). */
type Told = { actor: { _id: string }; now: number };

/** Tells the other admins that a post waits for them, of each once an hour at most. */
export async function notifyWaiting(
  tx: Db,
  { _id, title }: Pick<BlogRow, '_id' | 'title'>,
  { actor, now }: Told,
): Promise<void> {
  await insertMails(tx, admins({ except: actor._id }), {
    kind: 'post-waiting',
    ref: `${_id}-${Math.floor(now / HOUR_MS)}`,
    subject: say('blogs.mail_waiting', { title }),
    letter: {
      reader: 'admin',
      paragraphs: [say('blogs.mail_is_waiting', { title })],
      button: { label: say('blogs.mail_read_it'), href: `/admin/reviews/blog/${_id}` },
    },
    now,
  });
}

/** Tells the author of a post that waited that it is published, or a draft again. */
export async function notifyAuthor(
  tx: Db,
  { _id, title, state, authorid, version }: Pick<BlogRow, '_id' | 'title' | 'state' | 'authorid' | 'version'>,
  { actor, now }: Told,
): Promise<void> {
  if (authorid === actor._id) return;
  const isPublished = state === 'published';
  const named = { title };
  await insertMails(tx, accountOf(authorid), {
    kind: isPublished ? 'post-published' : 'post-sent-back',
    ref: `${_id}-${version}`,
    subject: say(isPublished ? 'blogs.mail_published' : 'blogs.mail_sent_back', named),
    letter: {
      reader: 'teacher',
      paragraphs: [say(isPublished ? 'blogs.mail_is_published' : 'blogs.mail_is_sent_back', named)],
      button: isPublished
        ? { label: say('blogs.mail_open_posts'), href: '/instructor/posts' }
        : { label: say('blogs.mail_see_what_was_written'), href: `/instructor/reviews/blog/${_id}` },
    },
    now,
  });
}
