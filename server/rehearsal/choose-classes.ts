import type { Row } from '#server/database/schema.ts';
import type { Program } from '#server/database/seed/fill-copy.ts';

/** How many places invented families fill at most: each is paid for as a family would. */
const PLACES_MAX = 80;

/** The classes that the scenes are of: one that sells out, one whose lessons are billed; the program has both so. */
export type Chosen = { sold: Row<'classes'> | undefined; billed: Row<'classes'> | undefined };

/**
 * Chooses the smallest class to sell out that has lessons ahead and runs in any case, and another one whose
 * lessons are billed at the end of the term: by the month, since what a family pays for a place at first is for
 * the rest of the month, and for all of the term where it is billed by that. Gives the program as the copy has it.
 */
export function chooseClasses(program: Program, now: number): { program: Program; chosen: Chosen } {
  const ahead = new Set(
    program.lessons
      .filter(({ startsat, state }) => startsat > now + DAY_MS && state !== 'cancelled')
      .map(({ classid }) => classid),
  );
  const fitting = program.classes
    .filter(({ _id, capacity, runsfrom }) => ahead.has(_id) && capacity >= 2 && runsfrom === null)
    .toSorted((one, other) => one.capacity - other.capacity || (one._id < other._id ? -1 : 1));
  const sold = fitting.find(
    ({ capacity, price, billing }) => capacity <= PLACES_MAX && price > 0 && billing === 'once',
  );
  const others = fitting.filter(({ _id, price }) => _id !== sold?._id && price > 0);
  const billedBy = (way: Row<'classes'>['billing']) => others.find(({ billing }) => billing === way);
  const found = billedBy('month') ?? billedBy('once') ?? billedBy('term');
  const billed = found && { ...found, billing: 'month' as const };
  const classes = program.classes.map((item) => (item._id === billed?._id ? billed : item));
  return { program: { ...program, classes }, chosen: { sold, billed } };
}

const DAY_MS = 86_400_000;
