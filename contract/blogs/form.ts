import * as z from 'zod/mini';
import { ImageUrl, requiredLine } from '#contract/fields.form.ts';
import { requiredMarkdown } from '#contract/markdown/form.ts';
import { LIST_VALUE_MAX } from '#contract/school/calls.ts';
import { BLOG_STATES, BLOG_TITLE_MAX, SUMMARY_MAX } from './calls.ts';

/** The fields of the post form; the publication date is chosen beside it. */
export const BlogDraft = z.object({
  title: requiredLine(BLOG_TITLE_MAX, 'common.enter_title'),
  blog_description: requiredLine(SUMMARY_MAX, 'blogs.enter_summary'),
  blog: requiredMarkdown('blogs.write_text'),
  image: ImageUrl,
  /** One of the school's categories. */
  category: requiredLine(LIST_VALUE_MAX, 'blogs.choose_category'),
  state: z.enum(BLOG_STATES),
});
export type BlogDraft = z.input<typeof BlogDraft>;
