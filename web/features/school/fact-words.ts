import type { Fact, FactKind } from '#contract/school/calls.ts';

/** What the screens call the kinds of facts. */
export const FACT_WORDS: Record<FactKind, { plural: string; one: string; lead: string; none: string }> = {
  event: {
    plural: 'Events',
    one: 'an event',
    lead: 'Each is a wide section of the home page. An event with a day disappears when that day is over.',
    none: 'No events yet.',
  },
  voice: {
    plural: 'Quotes',
    one: 'a quote',
    lead: 'What families and students say about you. The first three are shown on the home page, the others in turn below the posts.',
    none: 'No quotes yet.',
  },
  number: {
    plural: 'Numbers',
    one: 'a number',
    lead: 'Students, Teachers and Programmes are counted automatically. A number of the same name replaces the count.',
    none: 'Only what is counted is shown.',
  },
};

/** What a fact is called in a list. */
export const nameOf = ({ kind, title = '', words = '', byline = '' }: Omit<Fact, '_id'>) => {
  if (kind === 'number') return `${words} ${title}`;
  if (kind === 'event') return title;
  return byline || title || (words.length > 40 ? `${words.slice(0, 40)}…` : words);
};
