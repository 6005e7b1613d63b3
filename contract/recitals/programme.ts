/*
 * The order of a recital's pieces: when each begins, what to look at, and which order is better. Pure, so that
 * the browser says while pieces are moved what the server says once they are saved.
 */

/** Of a piece what its place in the programme depends on; times in minutes. */
export type Placed = {
  _id: string;
  learnerids: readonly string[];
  minutes: number;
  setupminutes: number;
  instrument: string;
  accompanistid: string | null;
  turnerid: string | null;
  turnsself: boolean;
  needs: readonly string[];
  young: boolean;
};

/**
 * `twice`: a performer plays again within ten minutes; `turner`: an accompanist has no page turner;
 * `setup`: the stage goes back to what stood on it before the piece in between; `late`: a young child plays
 * after 19:00.
 */
export const WARNING_KINDS = ['twice', 'turner', 'setup', 'late'] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** What to look at, by the ids of a piece and of another before it. */
export type Warning = { kind: WarningKind; piece: string; with?: string };

/** For children below this age it is late after `LATE`. */
export const YOUNG_BELOW = 9;
/** In minutes of the day: 19:00. */
const LATE = 19 * 60;
/** A performer has so many minutes between two pieces, at least. */
const REST = 10;

/** In minutes of the day. */
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** How long pieces take, the changes of the stage before them counted. */
export const runningTime = (pieces: readonly Pick<Placed, 'minutes' | 'setupminutes'>[]): number =>
  pieces.reduce((sum, { minutes, setupminutes }) => sum + setupminutes + minutes, 0);

/** When each piece begins and ends, in minutes of the day of an evening that begins at `starttime`. */
export function timesOf<P extends Pick<Placed, 'minutes' | 'setupminutes'>>(
  pieces: readonly P[],
  starttime: string,
): { piece: P; begins: number; ends: number }[] {
  let at = minutesOf(starttime);
  return pieces.map((piece) => {
    const begins = at + piece.setupminutes;
    at = begins + piece.minutes;
    return { piece, begins, ends: at };
  });
}

/** A minute of the day as clocks show it: `19:05`. */
export const clockOf = (minute: number): string =>
  [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** What stands on the stage for a piece, however it was written; empty where it takes the stage as it is. */
const stageOf = ({ needs }: Pick<Placed, 'needs'>): string =>
  [...new Set(needs.map((need) => need.trim().toLowerCase()))].sort().join('\n');

/** What to look at in pieces in this order, in the order of the pieces. */
export function warningsOf(pieces: readonly Placed[], starttime: string): Warning[] {
  const times = timesOf(pieces, starttime);
  const staged = pieces.filter((piece) => stageOf(piece) !== '');
  const changes = staged.filter(
    (piece, at) => at === 0 || stageOf(piece) !== stageOf(staged[at - 1] ?? piece),
  );
  const backTo = new Map(
    changes.flatMap((piece, at) => {
      const before = changes[at - 2];
      return before && stageOf(before) === stageOf(piece) ? [[piece._id, before._id] as const] : [];
    }),
  );
  const warnings: Warning[] = [];
  for (const [at, { piece, begins, ends }] of times.entries()) {
    const again = times
      .slice(0, at)
      .findLast(
        (other) =>
          begins - other.ends < REST && other.piece.learnerids.some((id) => piece.learnerids.includes(id)),
      );
    if (again) warnings.push({ kind: 'twice', piece: piece._id, with: again.piece._id });
    if (piece.accompanistid !== null && piece.turnerid === null && !piece.turnsself)
      warnings.push({ kind: 'turner', piece: piece._id });
    const back = backTo.get(piece._id);
    if (back !== undefined) warnings.push({ kind: 'setup', piece: piece._id, with: back });
    if (piece.young && ends > LATE) warnings.push({ kind: 'late', piece: piece._id });
  }
  return warnings;
}

/** How many times the stage is set up anew. */
export function stageChanges(pieces: readonly Pick<Placed, 'needs'>[]): number {
  const stages = pieces.map(stageOf).filter((stage) => stage !== '');
  return stages.filter((stage, at) => stage !== stages[at - 1]).length;
}

/** What is less in a better order, the weightiest first. */
export type Cost = readonly [warnings: number, changes: number, sameInstruments: number, youngLater: number];

/** What an order of pieces costs; `ages` in years, by the ids of pieces, where they are known. */
export function costOf(
  pieces: readonly Placed[],
  { starttime, ages }: { starttime: string; ages: ReadonlyMap<string, number> },
): Cost {
  const alike = pieces.filter(
    ({ instrument }, at) =>
      instrument !== '' && instrument.toLowerCase() === pieces[at - 1]?.instrument.toLowerCase(),
  );
  let youngLater = 0;
  let oldest = 0;
  for (const { _id } of pieces) {
    const age = ages.get(_id);
    if (age === undefined) continue;
    if (age < oldest) youngLater += oldest - age;
    oldest = Math.max(oldest, age);
  }
  return [warningsOf(pieces, starttime).length, stageChanges(pieces), alike.length, youngLater];
}

/** Below 0 where one cost is less than another. */
export function compareCosts(one: Cost, other: Cost): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** So many times all pieces are tried elsewhere; an evening of forty is settled in five. */
const ROUNDS = 8;

/**
 * An order of the pieces that costs no more than the one that they are in, which is given back where none is
 * found that costs less. The same pieces give the same order.
 */
export function suggestOrder<P extends Placed>(
  pieces: readonly P[],
  of: { starttime: string; ages: ReadonlyMap<string, number> },
): P[] {
  const age = ({ _id }: P) => of.ages.get(_id) ?? Infinity;
  const byAge = pieces.toSorted((one, other) => (age(one) === age(other) ? 0 : age(one) - age(other)));
  const byStage = [...Map.groupBy(byAge, stageOf).values()].flat();
  let best = [...pieces];
  let cost = costOf(best, of);
  const take = (order: P[]): boolean => {
    const other = costOf(order, of);
    if (compareCosts(other, cost) >= 0) return false;
    [best, cost] = [order, other];
    return true;
  };
  for (const start of [byAge, byStage]) take(start);
  for (let round = 0; round < ROUNDS; round++) {
    let isBetter = false;
    for (let from = 0; from < best.length; from++)
      for (let to = 0; to < best.length; to++) {
        const moved = best[from];
        if (from === to || !moved) continue;
        if (take(best.toSpliced(from, 1).toSpliced(to, 0, moved))) isBetter = true;
      }
    if (!isBetter) break;
  }
  return best;
}
