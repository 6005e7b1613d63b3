import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isTextSlug, TEXT_TITLES, type TextSlug } from '#contract/texts/calls.ts';
import { textEndpoints } from '#contract/texts/schema.ts';
import { byLanguage, wordsIn } from '#contract/translations.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import type { RenderMarkdown } from '#server/markdown/render-markdown.ts';
import { findText, findWrittenTexts, writtenOf } from './queries.ts';
import { writeText } from './write-text.ts';

export type TextOptions = {
  db: Db;
  now: () => number;
  render: RenderMarkdown;
  readSchool: ReadSchool;
};

const titled = <T extends { slug: TextSlug }>(text: T) => ({ ...text, title: TEXT_TITLES[text.slug] });

export const textRoutes: FastifyPluginAsyncZod<TextOptions> = async (
  app,
  { db, now, render, readSchool },
) => {
  app.route({ ...textEndpoints.listTexts, handler: async () => (await findWrittenTexts(db)).map(titled) });

  app.route({
    ...textEndpoints.readText,
    handler: async ({ params: { slug }, query, caller }) => {
      ensure(isTextSlug(slug), 'text-not-found');
      const text = await findText(db, slug);
      const isAdmin = caller?.role === 'admin';
      ensure(text && (text.markdown || isAdmin), 'text-not-found');
      const { languages } = await readSchool();
      const written = writtenOf(text);
      const { language, words } = wordsIn(written, query.language, languages);
      const { [language]: _, ...translations } = byLanguage(written, languages);
      const shown = { ...titled(text), ...words, language, html: render(words.markdown) };
      return { ...shown, translations: isAdmin ? translations : undefined };
    },
  });

  app.route({
    ...textEndpoints.writeText,
    handler: async ({ params: { slug }, body, user }) => {
      ensure(isTextSlug(slug), 'text-not-found');
      const { languages } = await readSchool();
      return { version: await writeText(db, { slug, ...body, languages, author: user, now: now() }) };
    },
  });
};
