import type { Blog } from '#contract/blogs.ts';

/** A post without its article, as lists need it. */
export type BlogSummary = Omit<Blog, 'blog'>;

/** Leaves the article out, so that a page with a list does not carry nine of them. */
export const summarize = ({ blog: _, ...summary }: Blog): BlogSummary => summary;

const WORDS_A_MINUTE = 220;

/** How long an article takes to read, in whole minutes. */
export const readingMinutes = (text: string) =>
  Math.max(1, Math.round(text.split(/\s+/).length / WORDS_A_MINUTE));
