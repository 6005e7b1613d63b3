import * as z from 'zod';
import { BLOG_CATEGORIES, blogCalls } from './blogs.ts';
import { withSchemas } from './endpoint.ts';
import { ById, FoundTotal, Id, lenient, Moment, Place, pageOf, SearchWords } from './primitives.schema.ts';

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
    category: z.enum(BLOG_CATEGORIES),
  })
  .meta({ id: 'Blog' });

/** A post without its article, as lists show it. */
export const BlogSummary = Blog.omit({ blog: true }).meta({ id: 'BlogSummary' });

/** That a post is there, and since when. */
export const BlogMention = Blog.pick({ _id: true, time: true }).meta({ id: 'BlogMention' });

/** One post with its article ready to be shown: HTML made from the Markdown, in which no HTML of the author's survives. */
export const BlogArticle = Blog.extend({ html: z.string() }).meta({ id: 'BlogArticle' });

/** Narrows the list of posts; what makes no sense is left out. */
export const BlogFilter = z.object({ q: SearchWords, category: lenient(z.enum(BLOG_CATEGORIES)) });

export const blogEndpoints = withSchemas(blogCalls, {
  listBlogs: {
    summary: 'Every post, the newest first.',
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
    response: { 200: z.array(BlogMention) },
  },
  readBlog: {
    summary: 'One post with its article.',
    refusals: ['blog-not-found'],
    params: ById,
    response: { 200: BlogArticle },
  },
});
