import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type Blog = z.input<typeof schema.Blog>;
/** A post without its article, as lists show it. */
export type BlogSummary = z.input<typeof schema.BlogSummary>;
export type BlogArticle = z.input<typeof schema.BlogArticle>;
/** A post as its author and admins see it. */
export type OwnBlog = z.input<typeof schema.OwnBlog>;
export type OwnBlogSummary = z.input<typeof schema.OwnBlogSummary>;
/** What a post is saved with. */
export type BlogInput = z.input<typeof schema.BlogInput>;
export type Reaction = z.input<typeof schema.Reaction>;
/** Filters of the list of posts as query parameters, all optional. */
export type BlogFilter = z.input<typeof schema.BlogFilter>;

export const BLOG_CATEGORIES = ['Class', 'Learning', 'Study', 'Subject', 'Timing'] as const;
/** A post that waits is its author's and the admins', as a draft is, until an admin publishes it. */
export const BLOG_STATES = ['draft', 'waiting', 'published'] as const;

/** Posts on a page of the public list. */
export const BLOGS_PER_PAGE = 24;
export const BLOG_TITLE_MAX = 160;
export const SUMMARY_MAX = 400;

export type BlogCategory = (typeof BLOG_CATEGORIES)[number];
export type BlogState = (typeof BLOG_STATES)[number];

const authors = { instructor: 'any', admin: 'any' } as const;
const author = { instructor: { self: 'blog' }, admin: 'any' } as const;
const signedIn = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;
const changes = ['blogs'] as const;

export const blogCalls = {
  listBlogs: { method: 'GET', url: '/blog', config: { access: 'everyone', shows: 'blogs' } },
  browseBlogs: { method: 'GET', url: '/blog/page', config: { access: 'everyone', shows: 'blogs' } },
  /** Ids and dates of all posts, without their text: a small answer however many there are. */
  indexBlogs: { method: 'GET', url: '/blog/index', config: { access: 'everyone', shows: 'blogs' } },
  readBlog: { method: 'GET', url: '/blog/:id', config: { access: 'everyone', shows: 'blogs' } },
  listOwnBlogs: { method: 'GET', url: '/blogs/mine', config: { access: authors } },
  browseOwnBlogs: { method: 'GET', url: '/blogs/mine/page', config: { access: authors } },
  readOwnBlog: { method: 'GET', url: '/blogs/mine/:id', config: { access: author } },
  addBlog: { method: 'POST', url: '/blogs', config: { access: authors, changes } },
  updateBlog: { method: 'PUT', url: '/blogs/:id', config: { access: author, changes } },
  deleteBlog: { method: 'DELETE', url: '/blogs/:id', config: { access: author, changes } },
  readReaction: { method: 'GET', url: '/blogs/:id/reaction', config: { access: signedIn } },
  addReaction: { method: 'PUT', url: '/blogs/:id/reaction', config: { access: signedIn, changes } },
  deleteReaction: { method: 'DELETE', url: '/blogs/:id/reaction', config: { access: signedIn, changes } },
} as const satisfies Calls;
