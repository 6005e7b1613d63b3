import { type TextSlug, textCalls } from '#contract/texts/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(textCalls);

type Writing = { slug: TextSlug; markdown: string; version: number };

/** What admins change of the school's texts. */
export const textChanges = {
  writeText: ({ slug, ...body }: Writing) =>
    announce(api.writeText({ params: { slug }, body }), {
      done: body.markdown.trim() ? 'Published: everyone can read it now.' : 'The page is taken down.',
    }),
};
