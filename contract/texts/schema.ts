import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Markdown } from '#contract/markdown/form.ts';
import { Id, Moment } from '#contract/primitives.schema.ts';
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
    version: Version,
    updatedat: Moment,
  })
  .meta({ id: 'Text' });

export const TextMention = Text.omit({ markdown: true, html: true }).meta({ id: 'TextMention' });

/** The accepted versions of texts that ask for consent. */
export const Consent = z.object({ terms: Version, privacy: Version }).partial().meta({ id: 'Consent' });

const BySlug = z.object({ slug: Id });

export const textEndpoints = withSchemas(textCalls, {
  listTexts: {
    summary: 'Which of the school’s texts are written, and when each was changed last.',
    response: { 200: z.array(TextMention) },
  },
  readText: {
    summary:
      'One of the school’s texts: `about`, `privacy`, `terms`, `cookies`, `child-protection` or `absence`. One that was emptied only admins see.',
    refusals: ['text-not-found'],
    params: BySlug,
    response: { 200: Text },
  },
  writeText: {
    summary:
      'Writes one of the school’s texts anew; nothing in it takes its page away. Answers its new version.',
    refusals: ['text-not-found', 'changed-meanwhile'],
    params: BySlug,
    body: z.object({
      markdown: Markdown,
      /** The version that was read; 0 where it was never written. */
      version: Version,
    }),
    response: { 200: z.object({ version: Version }) },
  },
});
