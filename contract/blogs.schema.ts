import * as z from 'zod';
import { BLOG_CATEGORIES, blogCalls } from './blogs.ts';
import { withSchemas } from './endpoint.ts';
import { ById, Id, Moment } from './primitives.schema.ts';

export const Blog = z.object({
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
});

export const blogEndpoints = withSchemas(blogCalls, {
  listBlogs: { response: { 200: z.array(Blog) } },
  readBlog: { params: ById, response: { 200: Blog } },
});
