import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isTextSlug, TEXT_TITLES, type TextSlug } from '#contract/texts/calls.ts';
import { textEndpoints } from '#contract/texts/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import type { RenderMarkdown } from '#server/markdown/render-markdown.ts';
import { findText, findWrittenTexts } from './queries.ts';
import { writeText } from './write-text.ts';

export type TextOptions = { db: Db; now: () => number; render: RenderMarkdown };

const titled = <T extends { slug: TextSlug }>(text: T) => ({ ...text, title: TEXT_TITLES[text.slug] });

export const textRoutes: FastifyPluginAsyncZod<TextOptions> = async (app, { db, now, render }) => {
  app.route({ ...textEndpoints.listTexts, handler: async () => (await findWrittenTexts(db)).map(titled) });

  app.route({
    ...textEndpoints.readText,
    handler: async ({ params: { slug }, caller }) => {
      ensure(isTextSlug(slug), 'text-not-found');
      const text = await findText(db, slug);
      ensure(text && (text.markdown || caller?.role === 'admin'), 'text-not-found');
      return { ...titled(text), html: render(text.markdown) };
    },
  });

  app.route({
    ...textEndpoints.writeText,
    handler: async ({ params: { slug }, body, user }) => {
      ensure(isTextSlug(slug), 'text-not-found');
      return { version: await writeText(db, { slug, ...body, author: user, now: now() }) };
    },
  });
};
