import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ArticleHtml } from '#contract/markdown/schema.ts';
import {
  ById,
  Deleted,
  FoundTotal,
  Id,
  Inserted,
  ListValue,
  lenient,
  Moment,
  Place,
  pageOf,
  SearchWords,
  Updated,
} from '#contract/primitives.schema.ts';
import { BLOG_STATES, blogCalls } from './calls.ts';
import { BlogDraft } from './form.ts';

export const Blog = z
  .object({
    _id: Id,
    title: z.string(),
    blog_description: z.string(),
    /** The article, as Markdown. */
    blog: z.string(),
    image: z.string(),
    time: Moment,
    authorname: z.string(),
    reactionscount: z.int(),
    /** One of the school's categories, as in `GET /school`. */
    category: z.string(),
  })
  .meta({ id: 'Blog' });

/** A post without its article, as lists show it. */
export const BlogSummary = Blog.omit({ blog: true }).meta({ id: 'BlogSummary' });

/** The id of a post and the date of its publication. */
export const BlogMention = Blog.pick({ _id: true, time: true }).meta({ id: 'BlogMention' });

/** One post with its article as HTML made from the Markdown, in which no HTML of the author's survives. */
export const BlogArticle = Blog.extend({ html: ArticleHtml }).meta({ id: 'BlogArticle' });

/** A post as its author and admins see it. */
export const OwnBlog = Blog.extend({
  state: z.enum(BLOG_STATES),
  /** When it becomes or became public; null for a draft. */
  publishat: Moment.nullable(),
  /**
   * Rises with every change of the text; send it back with an update, so that nothing newer is overwritten
   * unseen.
   */
  version: z.int(),
}).meta({ id: 'OwnBlog' });

export const OwnBlogSummary = OwnBlog.omit({ blog: true }).meta({ id: 'OwnBlogSummary' });

/**
 * The body of saving a post. Without `publishat` a published post is public at once, or keeps the date that
 * it has.
 */
export const BlogInput = z.object({
  ...BlogDraft.shape,
  publishat: Moment.nullable().default(null),
});

/** The number of likes, and whether the caller likes the post. */
export const Reaction = z.object({ reactionscount: z.int(), reacted: z.boolean() }).meta({ id: 'Reaction' });

/** Filters of the list of posts; values that make no sense are ignored. */
export const BlogFilter = z.object({ q: SearchWords, category: lenient(ListValue) });

export const blogEndpoints = withSchemas(blogCalls, {
  listBlogs: {
    summary: 'Every post, the newest first.',
    pagedBy: blogCalls.browseBlogs,
    querystring: BlogFilter,
    response: { 200: z.array(Blog) },
  },
  browseBlogs: {
    summary: 'One page of the posts without their articles, the newest first.',
    querystring: BlogFilter.extend(Place.shape),
    response: { 200: pageOf(BlogSummary).extend({ total: FoundTotal }) },
  },
  indexBlogs: {
    summary: 'Which posts there are, the newest first, without what is read in them.',
    pagedBy: blogCalls.browseBlogs,
    response: { 200: z.array(BlogMention) },
  },
  readBlog: {
    summary: 'One post with its article.',
    refusals: ['blog-not-found'],
    params: ById,
    response: { 200: BlogArticle },
  },
  listOwnBlogs: {
    summary: 'Every post of the caller’s, drafts too, the newest first; for an admin, those of all authors.',
    pagedBy: blogCalls.browseOwnBlogs,
    response: { 200: z.array(OwnBlog) },
  },
  browseOwnBlogs: {
    summary: 'One page of the same, without their articles.',
    querystring: Place,
    response: { 200: pageOf(OwnBlogSummary) },
  },
  readOwnBlog: {
    summary: 'One post of the caller’s; for an admin, of any author.',
    refusals: ['blog-not-found'],
    params: ById,
    response: { 200: OwnBlog },
  },
  addBlog: {
    summary: 'Adds a post of the caller’s: a draft, or published now or at a moment to come.',
    body: BlogInput,
    response: { 200: Inserted },
  },
  updateBlog: {
    summary: 'Changes a post, if it has not changed since `version`.',
    refusals: ['blog-not-found', 'changed-meanwhile'],
    params: ById,
    body: BlogInput.extend({ version: z.int() }),
    response: { 200: Updated },
  },
  deleteBlog: {
    summary: 'Deletes a post and who likes it.',
    refusals: ['blog-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
  readReaction: {
    summary: 'How many like a post, and whether the caller does.',
    refusals: ['blog-not-found'],
    params: ById,
    response: { 200: Reaction },
  },
  addReaction: {
    summary: 'Says that the caller likes a post, once however often it is said.',
    unlogged: 'A like.',
    refusals: ['blog-not-found'],
    params: ById,
    response: { 200: Reaction },
  },
  deleteReaction: {
    summary: 'Takes that back.',
    unlogged: 'A like.',
    refusals: ['blog-not-found'],
    params: ById,
    response: { 200: Reaction },
  },
});
