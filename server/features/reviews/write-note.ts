import type { ReviewField, ReviewKind } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure, fieldFault } from '#server/http/errors.ts';
import { partOf } from './find-part.ts';
import { notifyTeacher } from './notify-people.ts';
import { withParagraph } from './paragraphs.ts';
import * as queries from './queries.ts';
import { partsOf } from './read-review.ts';
import { lockSubject, type Subject, wordsWith } from './subjects.ts';

type Note = {
  field?: ReviewField | undefined;
  paragraph?: number | undefined;
  words?: string | null | undefined;
  proposal?: string | null | undefined;
  version?: number | undefined;
};

/**
 * Writes beside a field or a paragraph of what waits for a decision, and gives the note's id; the same twice is one
 * note. Its teacher is told, once for all that is written until it is submitted again. Throws `not-found`,
 * `already-decided`, `changed-meanwhile` where `version` was read before the last change, and `invalid-input` for a
 * place that is not there and for words that cannot stand in it.
 */
export async function writeNote(
  db: Db,
  { version, words = null, proposal = null, ...named }: Note,
  { kind, id, actor, now }: { kind: ReviewKind; id: string; actor: Caller; now: number },
): Promise<string> {
  return transact(db, async (tx) => {
    // Until the end the author stays an admin.
    const author = await lockUser(tx, actor._id);
    ensure(author?.role === 'admin', 'not-found');
    const subject = await lockSubject(tx, kind, id);
    ensure(subject.isOpen, 'already-decided');
    ensure(version === undefined || version >= subject.version, 'changed-meanwhile');
    const part = partOf(kind, subject.fields, named);
    if (!part) {
      const name = named.field === undefined ? 'paragraph' : 'field';
      throw fieldFault(name, () => t('reviews.nothing_there'));
    }
    const { field, paragraph, words: about } = part;
    if (proposal !== null) {
      if (proposal === about) throw fieldFault('proposal', () => t('reviews.same_words'));
      const whole = subject.fields[field] ?? '';
      wordsWith(field, paragraph === null ? proposal : withParagraph(whole, paragraph, proposal));
    }
    await noteLook(tx, subject, now);
    const note = { field, paragraph, about, words, proposal };
    const before = (await queries.findOpenNotesBy(tx, actor._id)).find(
      (one) =>
        one.reviewid === id &&
        one.field === field &&
        one.paragraph === paragraph &&
        one.about === about &&
        one.words === words &&
        one.proposal === proposal,
    );
    if (before) return before._id;
    const written = await queries.insertNote(tx, { ...note, reviewid: id, byid: actor._id }, now);
    await notifyTeacher(tx, subject, { actor, now });
    return written;
  });
}

/**
 * Notes that the school has read the present words. A look lasts as long as they stay: what it is compared with is
 * what the look before had read.
 */
async function noteLook(tx: Db, subject: Subject, now: number): Promise<void> {
  const { _id, kind } = subject;
  const parts = partsOf(subject);
  const before = await queries.findReview(tx, _id);
  const isSameLook = before?.parts === parts;
  await queries.saveReview(tx, {
    _id,
    classid: kind === 'class' ? _id : null,
    blogid: kind === 'blog' ? _id : null,
    turn: 'teacher',
    parts,
    lookedat: now,
    partsbefore: (isSameLook ? before.partsbefore : before?.parts) ?? null,
    lookedbefore: (isSameLook ? before.lookedbefore : before?.lookedat) ?? null,
    changedat: now,
  });
}
