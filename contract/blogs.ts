import type * as z from 'zod';
import type * as schema from './blogs.schema.ts';
import type { Calls } from './endpoint.ts';

export type Blog = z.input<typeof schema.Blog>;
/** A post without its article, as lists show it. */
export type BlogSummary = z.input<typeof schema.BlogSummary>;
export type BlogArticle = z.input<typeof schema.BlogArticle>;
/** What narrows the list of posts, as it stands in an address; all of it may be left out. */
export type BlogFilter = z.input<typeof schema.BlogFilter>;

export const BLOG_CATEGORIES = ['Class', 'Learning', 'Study', 'Subject', 'Timing'] as const;

/** Posts on a page of the public list. */
export const BLOGS_PER_PAGE = 24;

export type BlogCategory = (typeof BLOG_CATEGORIES)[number];

export const blogCalls = {
  listBlogs: { method: 'GET', url: '/blog', config: { access: 'everyone', shows: 'blogs' } },
  browseBlogs: { method: 'GET', url: '/blog/page', config: { access: 'everyone', shows: 'blogs' } },
  /** Which posts there are, and nothing that is read in them: however many, it is little. */
  indexBlogs: { method: 'GET', url: '/blog/index', config: { access: 'everyone', shows: 'blogs' } },
  readBlog: { method: 'GET', url: '/blog/:id', config: { access: 'everyone', shows: 'blogs' } },
} as const satisfies Calls;
