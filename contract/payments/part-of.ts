/** How many lessons of a class are left, and of how many. */
export type Lessons = { left: number; of: number };

/** The part of a sum (cents) that so many lessons are of all, halves of a cent up. */
export const partOf = (sum: number, { left, of }: Lessons): number =>
  Math.floor((2 * sum * left + of) / (2 * of));
