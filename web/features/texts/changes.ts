import { type TextSlug, textCalls } from '#contract/texts/calls.ts';
import type { WordsByLanguage } from '#contract/translations.ts';
import type { Shipped } from '#languages/languages.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(textCalls);

type Translations = WordsByLanguage<{ markdown: string }>;
type Writing = {
  slug: TextSlug;
  markdown: string;
  version: number;
  language?: Shipped;
  translations?: Translations;
  was?: Translations;
};

/** What admins change of the school's texts. */
export const textChanges = {
  writeText: ({ slug, ...body }: Writing) =>
    announce(api.writeText({ params: { slug }, body }), {
      done: body.markdown.trim() ? t('texts.published') : t('texts.taken_down'),
    }),
};
