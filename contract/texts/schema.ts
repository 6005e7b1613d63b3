import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { LanguageCode } from '#contract/fields.form.ts';
import { Markdown } from '#contract/markdown/form.ts';
import { Id, lenient, Moment } from '#contract/primitives.schema.ts';
import { TEXT_SLUGS, textCalls } from './calls.ts';

/** The version of a text; 0 for one that was never written. */
const Version = z.int().min(0);

export const Text = z
  .object({
    slug: z.enum(TEXT_SLUGS),
    title: z.string(),
    markdown: z.string(),
    /** Made from the Markdown; no HTML of the author's survives in it. */
    html: z.string(),
    /** The language that it is written in. */
    language: LanguageCode,
    /** What it says in other languages, for admins. */
    translations: z.partialRecord(LanguageCode, z.object({ markdown: z.string() })).optional(),
    version: Version,
    updatedat: Moment,
  })
  .meta({ id: 'Text' });

export const TextMention = Text.omit({
  markdown: true,
  html: true,
  language: true,
  translations: true,
}).meta({ id: 'TextMention' });

/** The accepted versions of texts that ask for consent. */
export const Consent = z.object({ terms: Version, privacy: Version }).partial().meta({ id: 'Consent' });

const Translations = z.partialRecord(LanguageCode, z.object({ markdown: Markdown }));

const BySlug = z.object({ slug: Id });

export const textEndpoints = withSchemas(textCalls, {
  listTexts: {
    summary: 'Which of the school’s texts are written, and when each was changed last.',
    response: { 200: z.array(TextMention) },
  },
  readText: {
    summary:
      'One of the school’s texts: `about`, `privacy`, `terms`, `cookies`, `child-protection` or `absence`. One that was emptied only admins see. In `language` where it is translated, else in the school’s default; the answer says which.',
    refusals: ['text-not-found'],
    params: BySlug,
    querystring: z.object({ language: lenient(LanguageCode) }),
    response: { 200: Text },
  },
  writeText: {
    summary:
      'Writes one of the school’s texts anew; nothing in it takes its page away. Answers its version: the next, or the same where nothing but translations was added.',
    refusals: ['text-not-found', 'changed-meanwhile'],
    params: BySlug,
    body: z.object({
      markdown: Markdown,
      /** The language of `markdown`; where it is absent the one that readers are shown who ask for none. */
      language: z.optional(LanguageCode),
      /** The same in other languages; those that are absent stay, and an empty one goes. */
      translations: Translations.optional(),
      /** Translations as the caller read them; compared where they are sent. */
      was: Translations.optional(),
      /** The version that was read; 0 where it was never written. */
      version: Version,
    }),
    response: { 200: z.object({ version: Version }) },
  },
});
