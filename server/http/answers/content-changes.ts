import type { PublicContent } from '#contract/endpoint.ts';

/**
 * What has changed of what everybody may read: the one door for every writer, and what kept answers are
 * compared with.
 */
export type ContentChanges = {
  /**
   * Says that what these contents show is different now. To be called after the commit and before anyone is
   * told of it. It promises that a request that arrives after it has returned is answered from records read
   * after the commit. It cannot fail, and calling it without need costs a look and changes nothing. Other
   * processes on the same database are told within a moment (`shared-changes.ts`).
   */
  changed(contents: readonly PublicContent[]): void;
  /**
   * Says at which moment (epoch milliseconds) a content will be another by itself: from then on it counts as
   * changed. A reader of what depends on the clock says so before, in every process that reads, so that
   * nothing has to happen at that moment and nothing can be late.
   */
  willChange(content: PublicContent, at: number): void;
  /** How often a content has changed: what was read at another count may be old. */
  countOf(content: PublicContent): number;
  /** How often any of them has. */
  total(): number;
};

/** Counts the changes of this process. */
export function contentChanges({ now }: { now: () => number }): ContentChanges {
  const counts = new Map<PublicContent, number>();
  let total = 0;
  /** When each content that changes by itself does so next, and when the first of them. */
  const due = new Map<PublicContent, number>();
  let nextDue = Number.POSITIVE_INFINITY;

  function changed(contents: Iterable<PublicContent>) {
    for (const content of contents) counts.set(content, (counts.get(content) ?? 0) + 1);
    total++;
  }

  function countDue() {
    const moment = now();
    if (moment < nextDue) return;
    const arrived = [...due].filter(([, at]) => at <= moment).map(([content]) => content);
    for (const content of arrived) due.delete(content);
    nextDue = Math.min(...due.values());
    changed(arrived);
  }

  return {
    changed,
    willChange(content, at) {
      due.set(content, Math.min(at, due.get(content) ?? at));
      nextDue = Math.min(nextDue, at);
    },
    countOf(content) {
      countDue();
      return counts.get(content) ?? 0;
    },
    total() {
      countDue();
      return total;
    },
  };
}
