import type { REVIEW_TURNS, ReviewField } from '#contract/reviews/calls.ts';

/**
 * That the school wrote beside a class or a post, under the id of that. What it read is kept of the last look
 * and of the one before: while the words are those of the last look, the look still lasts, and what had changed
 * since the one before is shown.
 */
export type ReviewRow = {
  _id: string;
  /** One of the two. */
  classid: string | null;
  blogid: string | null;
  turn: (typeof REVIEW_TURNS)[number];
  /** The fields as they were read, as JSON. */
  parts: string;
  lookedat: number;
  partsbefore: string | null;
  lookedbefore: number | null;
  changedat: number;
};

/** What an admin wrote beside a field or a paragraph, and what its teacher said to it. */
export type ReviewNoteRow = {
  _id: string;
  reviewid: string;
  field: ReviewField;
  /** From 1, as it was counted then; null for a whole field. */
  paragraph: number | null;
  /** The words that it is about. */
  about: string;
  words: string | null;
  proposal: string | null;
  answer: string | null;
  answeredat: number | null;
  answererid: string | null;
  takenat: number | null;
  /** Null once that account was erased. */
  byid: string | null;
  createdat: number;
};
