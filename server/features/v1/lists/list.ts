import type { ListNoun } from '#contract/endpoint.ts';
import type { V1Records } from '#contract/v1/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { AppError } from '#server/http/errors.ts';

/** Where a page ends: the values that its list is ordered by, of its last record. */
export type Position = readonly (string | number)[];

/** What of a list is asked for. */
export type Asked = {
  classid?: string | undefined;
  learnerid?: string | undefined;
  lessonid?: string | undefined;
  userid?: string | undefined;
  /** From when to before when, in epoch milliseconds, of lists that are read by days. */
  begin: number;
  end: number;
};

/** Ids of records that were found, in order, each with its position. */
export type Found = { id: string; at: Position };

/** A list for programs, as `/v1/<noun>` gives it. */
export type List<N extends ListNoun = ListNoun> = {
  /** Ids of records that exist, in a stable order, after a position. */
  find(db: Db, asked: Asked, page: { after: Position | null; limit: number }): Promise<Found[]>;
  /** Records by id, in any order; those that are gone are left out. */
  read(db: Db, ids: readonly string[]): Promise<V1Records[N][]>;
  /** Whether a record is of those that are asked for. */
  fits?(record: V1Records[N], asked: Asked): boolean;
};

/** The `cursor` of a position in a list, of which only the server knows what it says. */
export const cursorOf = (noun: string, at: Position): string =>
  Buffer.from(JSON.stringify([noun, ...at])).toString('base64url');

/** The position that a cursor of the list names. Throws `cursor-unknown`. */
export function positionOf(noun: string, cursor: string, kinds: readonly ('string' | 'number')[]): Position {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw new AppError('cursor-unknown', { cause });
  }
  const [of, ...at] = Array.isArray(parts) ? parts : [];
  const isKnown =
    of === noun &&
    at.length === kinds.length &&
    at.every((value, place) => typeof value === kinds[place] && isGiven(value));
  if (!isKnown) throw new AppError('cursor-unknown');
  return at;
}

/** Whether a list may have given a value: a program could have written one that PostgreSQL does not read. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'string' ? !value.includes('\0') : Number.isSafeInteger(value);
