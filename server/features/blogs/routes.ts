import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Blog, BlogMention, blogEndpoints } from '#contract/blogs.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { sendList } from '#server/http/send-list.ts';
import { renderMarkdown } from '#server/markdown/render-markdown.ts';
import * as queries from './queries.ts';

type Options = { db: Db };

export const blogRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.route({
    ...blogEndpoints.listBlogs,
    handler: ({ query }, reply) => sendList(reply, Blog, queries.findBlogs(db, query)),
  });

  app.route({ ...blogEndpoints.browseBlogs, handler: ({ query }) => queries.browseBlogs(db, query) });

  app.route({
    ...blogEndpoints.indexBlogs,
    handler: (_request, reply) => sendList(reply, BlogMention, queries.findBlogMentions(db)),
  });

  app.route({
    ...blogEndpoints.readBlog,
    handler: async ({ params }) => {
      const found = await queries.findBlog(db, params.id);
      ensure(found, 'blog-not-found');
      return { ...found, html: renderMarkdown(found.blog) };
    },
  });
};
