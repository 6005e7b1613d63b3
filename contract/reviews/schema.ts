import * as z from 'zod';
import { BLOG_STATES } from '#contract/blogs/calls.ts';
import { CLASS_STATUSES } from '#contract/classes/calls.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { requiredText } from '#contract/fields.form.ts';
import { MARKDOWN_MAX } from '#contract/markdown/calls.ts';
import { ById, Deleted, Id, Inserted, Moment, Place, pageOf, Updated } from '#contract/primitives.schema.ts';
import { t } from '#languages/t.ts';
import { NOTE_MAX, REVIEW_FIELDS, REVIEW_KINDS, REVIEW_TURNS, reviewCalls } from './calls.ts';
import { AnswerDraft } from './form.ts';

const Field = z.enum([...new Set([...REVIEW_FIELDS.class, ...REVIEW_FIELDS.blog])]);
const Paragraph = z.int().min(1);
const State = z.enum([...CLASS_STATUSES, ...BLOG_STATES]);

export const ReviewPart = z
  .object({
    field: Field,
    /** Which of the text, from 1; null for a field as a whole. */
    paragraph: Paragraph.nullable(),
    words: z.string(),
    /** Whether it is another than at the last look. */
    changed: z.boolean(),
    /** What stood there at the last look; null where nothing did, or nothing has changed. */
    was: z.string().nullable(),
  })
  .meta({ id: 'ReviewPart' });

export const ReviewNote = z
  .object({
    _id: Id,
    field: Field,
    /** Where the words stand that it is about, and where they stood once they are gone. */
    paragraph: Paragraph.nullable(),
    /** The words that it is about. */
    about: z.string(),
    /** What stands there in their place since; null while they are as they were, or nothing does. */
    now: z.string().nullable(),
    /** Whether they have changed since. */
    changed: z.boolean(),
    words: z.string().nullable(),
    proposal: z.string().nullable(),
    answer: z.string().nullable(),
    answeredat: Moment.nullable(),
    takenat: Moment.nullable(),
    /** Who wrote it. */
    authorname: z.string(),
    createdat: Moment,
    /** Whether the caller wrote it, and may delete it. */
    own: z.boolean(),
  })
  .meta({ id: 'ReviewNote' });

export const ReviewSummary = z
  .object({
    _id: Id,
    kind: z.enum(REVIEW_KINDS),
    title: z.string(),
    state: State,
    /** Notes that are neither answered nor taken. */
    open: z.int(),
    notes: z.int(),
    turn: z.enum(REVIEW_TURNS),
    changedat: Moment,
  })
  .meta({ id: 'ReviewSummary' });

export const Review = z
  .object({
    _id: Id,
    kind: z.enum(REVIEW_KINDS),
    title: z.string(),
    state: State,
    /** Send it back with a note, so that none is written beside words that changed unseen. */
    version: z.int(),
    teachername: z.string(),
    /** Whether it waits for a decision, so that an admin may write beside it. */
    open: z.boolean(),
    /** When the school last wrote beside it; null where it never did, and nothing counts as changed. */
    since: Moment.nullable(),
    turn: z.enum(REVIEW_TURNS),
    parts: z.array(ReviewPart),
    /** Paragraphs of the last look that are gone. */
    struck: z.array(z.string()),
    /** The oldest first. */
    notes: z.array(ReviewNote),
  })
  .meta({ id: 'Review' });

/** `version`: the one that the caller read; compared where it is sent. */
const NewNote = z
  .strictObject({
    field: Field.optional(),
    paragraph: Paragraph.optional(),
    words: z.optional(requiredText(NOTE_MAX, 'reviews.write_note')),
    proposal: z.optional(requiredText(MARKDOWN_MAX, 'reviews.write_proposal')),
    version: z.int().optional(),
  })
  .refine(({ field, paragraph }) => (field === undefined) !== (paragraph === undefined), {
    path: ['field'],
    error: () => t('reviews.field_or_paragraph'),
  })
  .refine(({ words, proposal }) => words !== undefined || proposal !== undefined, {
    path: ['words'],
    error: () => t('reviews.write_note'),
  });

const Answered = z
  .strictObject({ answer: z.optional(AnswerDraft.shape.answer), taken: z.literal(true).optional() })
  .refine(({ answer, taken }) => (answer === undefined) !== (taken === undefined), {
    path: ['answer'],
    error: () => t('reviews.answer_or_take'),
  });

const BETWEEN_THEM =
  'What is written beside it is between the admins and its teacher; what is decided is in the log.';

const ByKind = ById.extend({ kind: z.enum(REVIEW_KINDS) });

export const reviewEndpoints = withSchemas(reviewCalls, {
  listReviews: {
    summary:
      'Classes and posts that wait for a decision and were written beside, the latest change first: an instructor’s own; to an admin, those that were submitted again.',
    querystring: Place,
    response: { 200: pageOf(ReviewSummary) },
  },
  readReview: {
    summary:
      'A class or a post in its fields and paragraphs, with what the school wrote beside them and what has changed since. For admins and its teacher; to all others it is not there.',
    refusals: ['not-found'],
    params: ByKind,
    response: { 200: Review },
  },
  addReviewNote: {
    summary:
      'Writes beside a field, or a paragraph of the text, as an admin: a remark or a question, other words for it, or both. With `version`, only if nothing has changed since.',
    unlogged: BETWEEN_THEM,
    refusals: ['not-found', 'already-decided', 'changed-meanwhile'],
    params: ByKind,
    body: NewNote,
    response: { 200: Inserted },
  },
  answerReviewNote: {
    summary:
      'Answers a note as the teacher, or takes the words that it proposes, which puts them in the place of those it is about. Where these have changed since, nothing is written, and the refusal shows both.',
    refusals: ['not-found', 'changed-meanwhile'],
    params: ById,
    body: Answered,
    response: { 200: Updated },
  },
  deleteReviewNote: {
    summary: 'Deletes a note of the caller’s own. What was taken of it stays.',
    unlogged: BETWEEN_THEM,
    refusals: ['not-found'],
    params: ById,
    response: { 200: Deleted },
  },
});
