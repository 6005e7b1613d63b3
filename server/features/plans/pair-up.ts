/** By which two of different kinds are alike; undefined where one of them is not to be paired so. */
type Rule<L, S> = readonly [(lesson: L) => string | undefined, (slot: S) => string | undefined];

/**
 * Gives each one a partner that is like it by the first rule, those that are left one by the next, and so on;
 * among alike ones in order.
 */
export function pairUp<L, S>(
  lessons: readonly L[],
  slots: readonly S[],
  rules: readonly Rule<L, S>[],
): { slotOf: Map<L, S>; free: S[] } {
  const slotOf = new Map<L, S>();
  const free = new Set(slots);
  for (const [keyOfLesson, keyOfSlot] of rules) {
    const alike = Map.groupBy(free, keyOfSlot);
    for (const lesson of lessons) {
      if (slotOf.has(lesson)) continue;
      const key = keyOfLesson(lesson);
      const slot = key === undefined ? undefined : alike.get(key)?.shift();
      if (slot === undefined) continue;
      slotOf.set(lesson, slot);
      free.delete(slot);
    }
  }
  return { slotOf, free: [...free] };
}
