/** What lasts from one minute of a day to another. */
export type Span = { from: number; to: number };

/** Where something stands beside what is at the same time: its place from 0, and of how many. */
export type Place = { place: number; of: number };

/**
 * Places for what overlaps, in order of beginning: each takes the first place that is free when it begins,
 * and all that hang together by overlaps have as many places as they need at once.
 */
export function sideBySide<T extends Span>(spans: readonly T[]): (T & Place)[] {
  const placed: (T & Place)[] = [];
  let group: (T & Place)[] = [];
  /** When what stands in each place of the group ends. */
  let ends: number[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (ends.every((end) => end <= span.from)) {
      group = [];
      ends = [];
    }
    const free = ends.findIndex((end) => end <= span.from);
    const place = free < 0 ? ends.length : free;
    ends[place] = span.to;
    const one = { ...span, place, of: 0 };
    group.push(one);
    placed.push(one);
    for (const other of group) other.of = ends.length;
  }
  return placed;
}
