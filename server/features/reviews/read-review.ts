import type * as z from 'zod';
import { FORMER_MEMBER, memberName } from '#contract/former.ts';
import type { Review } from '#contract/reviews/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { comparedParts, findAbout } from './find-part.ts';
import { findNotes, findReview, type ReviewRow } from './queries.ts';
import type { Fields, Subject } from './subjects.ts';

export const fieldsIn = (parts: string): Fields => JSON.parse(parts);
export const partsOf = ({ fields }: Pick<Subject, 'fields'>) => JSON.stringify(fields);

/** The look with which the present words are compared: the last, or, while that lasts, the one before. */
function lookBefore(review: ReviewRow, subject: Subject): { parts: string; at: number } | undefined {
  if (review.parts !== partsOf(subject)) return { parts: review.parts, at: review.lookedat };
  const { partsbefore, lookedbefore } = review;
  return partsbefore === null || lookedbefore === null ? undefined : { parts: partsbefore, at: lookedbefore };
}

/** What a class or a post is, part by part, with what was written beside it, as a caller reads it. */
export async function readReview(
  db: Db,
  subject: Subject,
  callerid: string,
): Promise<z.output<typeof Review>> {
  const { _id, kind, title, state, version, teachername, isOpen, fields } = subject;
  const review = await findReview(db, _id);
  const look = review && lookBefore(review, subject);
  const notes = await findNotes(db, _id);
  return {
    _id,
    kind,
    title,
    state,
    version,
    teachername,
    open: isOpen,
    since: review?.lookedat ?? null,
    turn: review?.turn ?? 'school',
    ...comparedParts(kind, fields, look && fieldsIn(look.parts)),
    notes: notes.map(({ byid, authorname, ...note }) => ({
      ...note,
      ...findAbout(fields, note),
      authorname: memberName(authorname ?? FORMER_MEMBER),
      own: byid === callerid,
    })),
  };
}
