import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { BlogFilter } from '#contract/blogs/calls.ts';
import { Blog, BlogMention, blogEndpoints, OwnBlog } from '#contract/blogs/schema.ts';
import { valuesOf } from '#contract/school/lists.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { IsSchoolPicture } from '#server/config/school-pictures.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { ResubmitReview } from '#server/features/classes/index.ts';
import { sendList } from '#server/http/answers/send-list.ts';
import { checkPicture } from '#server/http/check-picture.ts';
import { ensure } from '#server/http/errors.ts';
import { perMinute } from '#server/http/limits/limits.ts';
import type { RenderMarkdown } from '#server/markdown/render-markdown.ts';
import * as change from './change-blog.ts';
import * as queries from './queries.ts';
import { react, readReaction } from './react.ts';

export type BlogOptions = {
  db: Db;
  now: () => number;
  readSchool: ReadSchool;
  render: RenderMarkdown;
  isSchoolPicture: IsSchoolPicture;
  /** Is told at which moment (epoch milliseconds) the public posts will be others. */
  willChange: (at: number) => void;
  resubmitReview: ResubmitReview;
  rateLimitFactor: number;
};

/** One of the product's own drawings. */
const NO_PICTURE = '/art/group-adults-960.webp';

/** Each makes pages anew that show the count. */
const REACTIONS_PER_MINUTE = 60;

export const blogRoutes: FastifyPluginAsyncZod<BlogOptions> = async (app, options) => {
  const { db, now, render, readSchool, isSchoolPicture, willChange, rateLimitFactor } = options;
  const countReaction = perMinute<FastifyRequest>(REACTIONS_PER_MINUTE * rateLimitFactor, {
    key: ({ user }) => user._id,
  });

  const ensureSchoolPicture = (image: string) => checkPicture(isSchoolPicture, 'image', image);

  /** The moment for which public posts are read, after it was said until when what is read then holds. */
  async function readingMoment(): Promise<number> {
    const moment = now();
    const due = await queries.findNextDue(db, moment);
    if (due !== undefined) willChange(due);
    return moment;
  }

  /** A post with a picture on another host, stored by an earlier version, shows a drawing instead. */
  const shown = <P extends { image: string }>(post: P): P =>
    isSchoolPicture(post.image) ? post : { ...post, image: NO_PICTURE };
  async function* allShown<P extends { image: string }>(batches: AsyncGenerator<P[]>) {
    for await (const batch of batches) yield batch.map(shown);
  }
  const pageShown = <P extends { image: string }, T extends { items: P[] }>(page: T): T => ({
    ...page,
    items: page.items.map(shown),
  });

  /** A category that the school does not have is ignored. */
  async function knownFilter<F extends BlogFilter>({ category, ...filter }: F) {
    const known = valuesOf(await readSchool(), 'categories');
    return { ...filter, category: known.find((value) => value === category) };
  }

  app.route({
    ...blogEndpoints.listBlogs,
    handler: async ({ query }, reply) =>
      sendList(reply, Blog, allShown(queries.findBlogs(db, await knownFilter(query), await readingMoment()))),
  });

  app.route({
    ...blogEndpoints.browseBlogs,
    handler: async ({ query }) =>
      pageShown(await queries.browseBlogs(db, await knownFilter(query), await readingMoment())),
  });

  app.route({
    ...blogEndpoints.indexBlogs,
    handler: async (_request, reply) =>
      sendList(reply, BlogMention, queries.findBlogMentions(db, await readingMoment())),
  });

  app.route({
    ...blogEndpoints.readBlog,
    handler: async ({ params }) => {
      const found = await queries.findPublicBlog(db, params.id, await readingMoment());
      ensure(found, 'blog-not-found');
      return { ...shown(found), html: render(found.blog) };
    },
  });

  /** The author whose posts the caller may see; undefined for all. */
  const authorOf = ({ _id, role }: Caller) => (role === 'admin' ? undefined : _id);

  app.route({
    ...blogEndpoints.listOwnBlogs,
    handler: ({ user }, reply) =>
      sendList(reply, OwnBlog, allShown(queries.findOwnBlogs(db, authorOf(user)))),
  });

  app.route({
    ...blogEndpoints.browseOwnBlogs,
    handler: async ({ query, user }) =>
      pageShown(await queries.browseOwnBlogs(db, { ...query, authorid: authorOf(user) })),
  });

  app.route({
    ...blogEndpoints.readOwnBlog,
    handler: async ({ params }) => {
      const found = await queries.findBlog(db, params.id);
      ensure(found, 'blog-not-found');
      return isSchoolPicture(found.image) ? found : { ...found, image: '' };
    },
  });

  app.route({
    ...blogEndpoints.addBlog,
    handler: async ({ body, user }) => {
      ensureSchoolPicture(body.image);
      return { insertedId: await change.addBlog(db, body, { author: user, now: now() }) };
    },
  });

  app.route({
    ...blogEndpoints.updateBlog,
    handler: async ({ params, body, user }) => {
      ensureSchoolPicture(body.image);
      await change.updateBlog(options, body, { id: params.id, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...blogEndpoints.deleteBlog,
    handler: async ({ params, user }) => ({
      deletedCount: await change.deleteBlog(db, { id: params.id, actor: user, now: now() }),
    }),
  });

  const reactionOf = ({ params, user }: { params: { id: string }; user: Caller }) => ({
    blogid: params.id,
    userid: user._id,
    now: now(),
  });

  app.route({
    ...blogEndpoints.readReaction,
    handler: (request) => readReaction(db, reactionOf(request)),
  });

  app.route({
    ...blogEndpoints.addReaction,
    handler: async (request) => {
      countReaction(request);
      return react(db, { ...reactionOf(request), reacted: true });
    },
  });

  app.route({
    ...blogEndpoints.deleteReaction,
    handler: async (request) => {
      countReaction(request);
      return react(db, { ...reactionOf(request), reacted: false });
    },
  });
};
