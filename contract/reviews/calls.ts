import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A class or a post with what was written beside it, line by line. */
export type Review = z.input<typeof schema.Review>;
export type ReviewPart = z.input<typeof schema.ReviewPart>;
export type ReviewNote = z.input<typeof schema.ReviewNote>;
export type ReviewSummary = z.input<typeof schema.ReviewSummary>;
export type ReviewKind = (typeof REVIEW_KINDS)[number];
export type ReviewField = (typeof REVIEW_FIELDS)[ReviewKind][number];

export const REVIEW_KINDS = ['class', 'blog'] as const;

/** What is read of each kind, in the order of its form, the text last. */
export const REVIEW_FIELDS = {
  class: [
    'classname',
    'image',
    'instrumentids',
    'level',
    'group',
    'agefrom',
    'ageto',
    'price',
    'priceunit',
    'duetext',
    'availableseat',
    'description',
  ],
  blog: ['title', 'blog_description', 'category', 'image', 'blog'],
} as const;

/** The text of each kind, whose paragraphs are counted from 1. */
export const REVIEW_TEXT = { class: 'description', blog: 'blog' } as const;

/** What is made of words, so that others can be proposed. */
export const WORDED: ReadonlySet<string> = new Set([
  'classname',
  'duetext',
  'description',
  'title',
  'blog_description',
  'blog',
]);

export const NOTE_MAX = 2000;

/** Whose turn it is: the teacher's once something is written beside it, the school's once it is submitted again. */
export const REVIEW_TURNS = ['teacher', 'school'] as const;

/** To all others a review is not there; no API key reads one. */
const itsTeacher = { ...ownOfEveryRole('review'), admin: 'any' } as const;

export const reviewCalls = {
  listReviews: { method: 'GET', url: '/reviews', config: { access: { instructor: 'any', admin: 'any' } } },
  readReview: { method: 'GET', url: '/reviews/:kind/:id', config: { access: itsTeacher } },
  addReviewNote: { method: 'POST', url: '/reviews/:kind/:id', config: { access: itsTeacher } },
  answerReviewNote: {
    method: 'PUT',
    url: '/reviews/notes/:id',
    config: { access: ownOfEveryRole('reviewnote'), changes: ['classes', 'blogs'] },
  },
  deleteReviewNote: {
    method: 'DELETE',
    url: '/reviews/notes/:id',
    config: { access: ownOfEveryRole('writtennote') },
  },
} as const satisfies Calls;
