import type { Db } from '#server/database/schema.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { findReview } from './queries.ts';
import type { Subject } from './subjects.ts';

/** The mail says what is written in so many milliseconds, and does not come with the first word. */
const WRITING_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Tells who teaches a class, or wrote a post, that the school wrote beside it: once for each version of it, and a
 * day, however much is written.
 */
export async function notifyTeacher(
  tx: Db,
  { _id, kind, title, teacherid, version }: Subject,
  { actor, now }: { actor: { _id: string }; now: number },
): Promise<void> {
  if (teacherid === null || teacherid === actor._id || !(await findReview(tx, _id))) return;
  await insertMails(tx, accountOf(teacherid), {
    kind: 'review-written',
    ref: `${_id}-${version}-${Math.floor(now / DAY_MS)}`,
    subject: say('reviews.mail_written', { title }),
    letter: {
      reader: 'teacher',
      paragraphs: [say('reviews.mail_school_wrote_beside', { title })],
      button: { label: say('reviews.mail_see'), href: `/instructor/reviews/${kind}/${_id}` },
    },
    dueat: now + WRITING_MS,
    now,
  });
}
