import { LEFT_OUT, NEAR_CLASSES } from '#contract/classes/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { browseClasses, type KnownFilter } from './queries.ts';

type Part = (typeof LEFT_OUT)[number];

/** The query parameters that make up each part of a search. */
const FIELDS: Readonly<Record<Part, readonly (keyof KnownFilter)[]>> = {
  hours: ['from', 'until', 'time'],
  weekday: ['weekday'],
  term: ['term'],
  level: ['level'],
  group: ['group'],
  q: ['q'],
  age: ['age'],
  instrument: ['instrument'],
};

/**
 * Classes with free places where a search has no results: one part of it is left out, what is most easily
 * changed first, else ever more of them; nothing where that is of no use.
 */
export async function findNearClasses(db: Db, filter: KnownFilter) {
  const parts = LEFT_OUT.filter((part) => FIELDS[part].some((field) => filter[field] !== undefined));
  const several = parts.map((_, at) => parts.slice(0, at + 1)).slice(1);
  for (const without of [...parts.map((part) => [part]), ...several]) {
    const left = { ...filter, open: '1' as const };
    for (const field of without.flatMap((part) => FIELDS[part])) delete left[field];
    const { items, total } = await browseClasses(db, left);
    if (items.length > 0) return { without, items: items.slice(0, NEAR_CLASSES), total };
  }
  return { without: [], items: [], total: 0 };
}
