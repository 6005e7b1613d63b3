import { t } from '#languages/t.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import type { Seats } from '#server/features/classes/index.ts';
import { AppError, ensure, fieldFault } from '#server/http/errors.ts';
import { findAbout } from './find-part.ts';
import { withParagraph } from './paragraphs.ts';
import * as queries from './queries.ts';
import { changeWords, lockSubject, type Subject, wordsWith } from './subjects.ts';

/** `today`: the day that it is at the school. */
type Options = { id: string; actor: Caller; today: string; now: number };

/**
 * Answers a note, or takes the words that it proposes; gives whether that changed anything. Throws `not-found` to
 * who is not, or not any more, the teacher of what it is about, `invalid-input` where it proposes nothing, and
 * `changed-meanwhile`, which shows both, where the words that it is about have changed since.
 */
export async function answerNote(
  { db, seats }: { db: Db; seats: Seats },
  { answer }: { answer?: string | undefined },
  { id, actor, today, now }: Options,
): Promise<boolean> {
  return transact(db, async (tx) => {
    // Until the end the teacher stays one.
    const teacher = await lockUser(tx, actor._id);
    ensure(teacher?.role === 'instructor', 'not-found');
    const asked = await queries.findNote(tx, id);
    const review = asked && (await queries.findReview(tx, asked.reviewid));
    ensure(review, 'not-found');
    const subject = await lockSubject(tx, review.classid === null ? 'blog' : 'class', review._id);
    ensure(subject.teacherid === actor._id, 'not-found');
    // As it is once no other call writes beside the same.
    const note = await queries.findNote(tx, id);
    ensure(note, 'not-found');
    if (answer !== undefined) {
      await queries.updateNote(tx, id, { answer, answeredat: now, answererid: actor._id });
      return true;
    }
    if (note.takenat !== null) return false;
    await takeProposal(tx, note, { subject, seats, actor, today, now });
    await queries.updateNote(tx, id, { takenat: now });
    return true;
  });
}

async function takeProposal(
  tx: Db,
  note: queries.NoteRow,
  { subject, seats, actor, today, now }: Omit<Options, 'id'> & { subject: Subject; seats: Seats },
): Promise<void> {
  const { field, proposal, about } = note;
  if (proposal === null) throw fieldFault('taken', () => t('reviews.proposes_nothing'));
  const place = findAbout(subject.fields, note);
  if (place.changed)
    throw new AppError('changed-meanwhile', {
      detail: () => t('reviews.words_changed', { before: about, now: place.now ?? '' }),
    });
  const { paragraph } = place;
  const whole = subject.fields[field] ?? '';
  const words = wordsWith(field, paragraph === null ? proposal : withParagraph(whole, paragraph, proposal));
  await changeWords(tx, subject, { field, words, seats, actor, today, now });
  await insertChange(tx, {
    about: subject.kind === 'class' ? 'class' : 'school',
    note: subject.kind === 'class' ? null : 'post',
    subjectid: subject._id,
    subjectname: subject.title,
    action: 'proposal-taken',
    actor,
    now,
  });
}
