import type { Db } from '#server/database/schema.ts';
import { findLines, findOffersPassed, type LineRow, PASSED_MS } from './queries.ts';

/** One place in a line: an entry, or all who wait together. */
type Unit = { entries: readonly LineRow[]; families: readonly string[] };

/** Who is next for the seats of a class, and which families have an offer of it open. */
export type Turns = { turns: readonly Unit[]; offered: Set<string> };

const unitOf = ({ _id, groupid }: Pick<LineRow, '_id' | 'groupid'>) => groupid ?? _id;
const isWaiting = ({ state }: LineRow) => state === 'waiting' || state === 'kept';

/**
 * The lines of classes. A line counts families: an entry with one more of the same family in front of it, or
 * an offer of it open, or let one pass in the last thirty days, comes behind the first of every other family,
 * and so on; among equals the oldest entry comes first.
 */
export async function findTurns(
  db: Db,
  classids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Turns>> {
  if (classids.length === 0) return new Map();
  const lines = await findLines(db, classids);
  if (!lines.some(isWaiting)) return new Map();
  const passed = await findOffersPassed(db, { classids, since: now - PASSED_MS });
  const passedBy = Map.groupBy(passed, ({ classid }) => classid);
  return new Map(
    [...Map.groupBy(lines, ({ classid }) => classid)].map(([classid, line]) => [
      classid,
      turnsOf(line, passedBy.get(classid) ?? []),
    ]),
  );
}

/** As `findTurns`, of one class; undefined where its list is empty. */
export const findTurnsOf = async (db: Db, classid: string, now: number): Promise<Turns | undefined> =>
  (await findTurns(db, [classid], now)).get(classid);

function turnsOf(
  line: readonly LineRow[],
  passed: readonly Pick<LineRow, '_id' | 'groupid' | 'familyid'>[],
): Turns {
  /** By family, how many places it has had in front. */
  const before = new Map<string, number>();
  const count = (families: readonly string[]) => {
    for (const id of families) before.set(id, (before.get(id) ?? 0) + 1);
  };
  const units = [...Map.groupBy(line, unitOf).values()].map((entries) => ({
    entries,
    families: familiesOf(entries),
  }));
  const offers = units.filter(({ entries }) => !entries.some(isWaiting));
  for (const some of Map.groupBy(passed, unitOf).values()) count(familiesOf(some));
  for (const { families } of offers) count(families);
  const turns = units
    .filter(({ entries }) => entries.some(isWaiting))
    .map((unit) => {
      const rank = Math.max(0, ...unit.families.map((id) => before.get(id) ?? 0));
      count(unit.families);
      return { ...unit, rank };
    });
  turns.sort((one, other) => one.rank - other.rank);
  return { turns, offered: new Set(offers.flatMap(({ families }) => families)) };
}

const familiesOf = (entries: readonly Pick<LineRow, 'familyid'>[]) => [
  ...new Set(entries.flatMap(({ familyid }) => familyid ?? [])),
];

/** 1 is next; learners who wait together have a turn each, one after the other, and are shown the first. */
export function positionOf({ _id }: Pick<LineRow, '_id'>, line: Turns | undefined): number {
  let position = 1;
  for (const { entries } of line?.turns ?? []) {
    if (entries.some((entry) => entry._id === _id)) break;
    position += entries.length;
  }
  return position;
}
