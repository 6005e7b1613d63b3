import type { Generated } from 'kysely';

/** Families and children that came from another system; `rows` counts what was taken in. */
export type ImportRow = {
  _id: string;
  actorid: string | null;
  actorname: string;
  rows: number;
  /** How many lines the file has below its headings, and how many of them have been looked at. */
  lines: number;
  linesdone: Generated<number>;
  createdat: number;
  /** When it last got further. */
  changedat: number;
  undoneat: number | null;
};
