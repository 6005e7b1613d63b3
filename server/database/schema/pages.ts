import type { Generated } from 'kysely';
import type { BlogCategory, BlogState } from '#contract/blogs/calls.ts';
import type { FactKind } from '#contract/school/calls.ts';
import type { TextSlug } from '#contract/texts/calls.ts';

/* What the school’s pages say, and what accounts agree to and like. */

/**
 * What the school is called, charges and shows: one row, whose id is `school`. Null is what is not filled in.
 */
export type SchoolRow = {
  _id: 'school';
  name: string;
  tagline: string | null;
  street: string | null;
  postcode: string | null;
  town: string | null;
  country: string | null;
  phone: string | null;
  email: string | null;
  hours: string | null;
  /** As IANA calls it. */
  timezone: string | null;
  /** Stays what it is once there is an order. */
  currency: string;
  /** Of the flat fee; null where each class has its own price. */
  enrolmentprice: number | null;
  /** How long after enrolling a student may cancel, in milliseconds. */
  cancelwithin: number;
  /** From when that counts: from enrolling, or from the first lesson after it. */
  cancelfrom: Generated<'enrolling' | 'first-lesson'>;
  logo: string | null;
  /** The name of a palette or two colours, as JSON. */
  palette: string | null;
  /** What the first page says before anything else, as JSON. */
  welcome: string | null;
  /** Rises with every change. */
  version: number;
};

/**
 * What the school says of itself beside its classes; a number has its label in `title` and its digits in
 * `words`.
 */
export type FactRow = {
  _id: string;
  kind: FactKind;
  title: string | null;
  words: string | null;
  byline: string | null;
  /** ISO 8601, without a time. */
  day: string | null;
  /** Among those of its kind, from 0. */
  position: number;
};

export type BlogRow = {
  _id: string;
  title: string;
  blog_description: string;
  blog: string;
  image: string;
  /** From when a published post is public, which may be still to come; when a draft was last saved. */
  time: number;
  /** What is shown, as the author was called when the post was added. */
  authorname: string;
  /** The account that wrote it; null for the posts of before, and once the account was erased. */
  authorid: Generated<string | null>;
  /** How many like it: rows of `reactions`, on top of what it began with. */
  reactionscount: number;
  category: BlogCategory;
  state: Generated<BlogState>;
  /** Rises with every change of what is written, not with reactions. */
  version: Generated<number>;
};

/**
 * A version of one of the school's own texts; the latest counts, and the ones before tell what was accepted.
 * One without a word is not shown.
 */
export type TextRow = {
  slug: TextSlug;
  version: number;
  markdown: string;
  /** The admin who wrote it; null once that account was erased. */
  authorid: string | null;
  updatedat: number;
};

/** Which version of a text an account accepted at registration, and when. */
export type ConsentRow = { userid: string; slug: TextSlug; version: number; createdat: number };
/** That a person likes a post. */

export type ReactionRow = { blogid: string; userid: string; createdat: number };
