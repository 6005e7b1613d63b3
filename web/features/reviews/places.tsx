import type { ReactNode } from 'react';
import { BLOG_CATEGORIES } from '#contract/blogs/calls.ts';
import { categoryLabel } from '#contract/blogs/labels.ts';
import type { PriceUnit } from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { unitWords } from '#contract/messages/price-words.ts';
import type { ReviewField, ReviewPart } from '#contract/reviews/calls.ts';
import { valuesOf } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Picture } from '#web/components/media/picture.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

const FIELDS = {
  classname: 'classes.class_name',
  image: 'common.picture',
  instrumentids: 'instruments.of_class',
  level: 'classes.level',
  group: 'classes.group',
  agefrom: 'classes.youngest_age',
  ageto: 'classes.oldest_age',
  price: 'classes.price_label',
  priceunit: 'classes.price_is',
  duetext: 'classes.when_how_due',
  // All of them, as the server gives it.
  availableseat: 'classes.places_in_all',
  description: 'common.description',
  title: 'common.title',
  blog_description: 'blogs.summary',
  category: 'blogs.category',
  blog: 'blogs.text',
} as const satisfies Record<ReviewField, PlainId>;

/** A place as it is called: its field, and which paragraph of the text. */
export const placeName = ({ field, paragraph }: Pick<ReviewPart, 'field' | 'paragraph'>): string =>
  paragraph === null
    ? t(FIELDS[field])
    : t('reviews.paragraph', { field: t(FIELDS[field]), count: paragraph });

/** The start of words, for a name of what they are. */
export const shortly = (words: string) => (words.length > 80 ? `${words.slice(0, 79)}…` : words);

/** What stands in a field, as pages show it. */
export function FieldWords({ field, words }: { field: ReviewField; words: string }): ReactNode {
  const { school } = useConfig();
  const { money } = useFormats();
  const lang = useOwnLanguage();
  if (words.trim() === '') return <span className="text-quiet italic">{t('reviews.empty')}</span>;
  switch (field) {
    case 'image':
      return <Picture url={words} alt="" sizes="160px" className="aspect-video w-40 rounded-field" />;
    case 'price':
      return money(Number(words));
    case 'priceunit':
      return unitWords(words as PriceUnit);
    case 'level':
      return levelLabel(school, words);
    case 'group':
      return groupLabel(school, words);
    case 'category':
      return [...BLOG_CATEGORIES, ...valuesOf(school, 'categories')].includes(words)
        ? categoryLabel(school, words)
        : words;
    default:
      return <span lang={lang}>{words}</span>;
  }
}
