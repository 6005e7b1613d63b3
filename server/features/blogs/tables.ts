import type { Generated } from 'kysely';
import type { BlogState } from '#contract/blogs/calls.ts';

export type BlogRow = {
  _id: string;
  title: string;
  blog_description: string;
  blog: string;
  image: string;
  /** From when a published post is public, which may be still to come; when one that is not was last saved. */
  time: number;
  /** What is shown, as the author was called when the post was added. */
  authorname: string;
  /** The account that wrote it; null for the posts of before, and once the account was erased. */
  authorid: Generated<string | null>;
  /** How many like it: rows of `reactions`, on top of what it began with. */
  reactionscount: number;
  /** One of the school's categories. */
  category: string;
  state: Generated<BlogState>;
  /** Rises with every change of what is written, not with reactions. */
  version: Generated<number>;
};

/** That a person likes a post. */
export type ReactionRow = { blogid: string; userid: string; createdat: number };
