import type { Fact, FactKind } from '#contract/school.ts';

/** What the screens call the kinds of facts. */
export const FACT_WORDS: Record<FactKind, { plural: string; one: string; lead: string; none: string }> = {
  event: {
    plural: 'Events',
    one: 'an event',
    lead: 'Each is a wide part of the home page. One with a day leaves it when the day is over.',
    none: 'No events yet.',
  },
  voice: {
    plural: 'Voices',
    one: 'a voice',
    lead: 'What families and students say of you. The first three stand on the home page, the others take turns below the posts.',
    none: 'No quotes yet.',
  },
  number: {
    plural: 'Numbers',
    one: 'a number',
    lead: 'Students, Teachers and Programmes are counted by themselves. A number of the same name takes the place of a count.',
    none: 'Only what is counted is shown.',
  },
};

/** What a fact is called in a list. */
export const nameOf = ({ kind, title = '', words = '', byline = '' }: Omit<Fact, '_id'>) => {
  if (kind === 'number') return `${words} ${title}`;
  if (kind === 'event') return title;
  return byline || title || (words.length > 40 ? `${words.slice(0, 40)}…` : words);
};
