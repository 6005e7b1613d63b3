/** The lessons of a class that are left, and all of them. */
export type Lessons = { left: number; of: number };

/** The share of a sum (cents) for the lessons that are left, rounded half up. */
export const partOf = (sum: number, { left, of }: Lessons): number =>
  Math.floor((2 * sum * left + of) / (2 * of));
