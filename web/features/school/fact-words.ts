import type { Fact, FactKind } from '#contract/school/calls.ts';
import type { PlainId } from '#languages/t.ts';

type Words = { plural: PlainId; add: PlainId; lead: PlainId; none: PlainId };

/** What the screens call the kinds of facts. */
export const FACT_WORDS: Readonly<Record<FactKind, Words>> = {
  event: {
    plural: 'school.events',
    add: 'school.add_event',
    lead: 'school.events_lead',
    none: 'school.no_events',
  },
  voice: {
    plural: 'school.quotes',
    add: 'school.add_quote',
    lead: 'school.quotes_lead',
    none: 'school.no_quotes',
  },
  number: {
    plural: 'school.numbers',
    add: 'school.add_number',
    lead: 'school.numbers_lead',
    none: 'school.no_numbers',
  },
};

/** What a fact is called in a list. */
export const nameOf = ({ kind, title = '', words = '', byline = '' }: Omit<Fact, '_id'>) => {
  if (kind === 'number') return `${words} ${title}`;
  if (kind === 'event') return title;
  return byline || title || (words.length > 40 ? `${words.slice(0, 40)}…` : words);
};
