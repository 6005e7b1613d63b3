import type { PublicContent } from '#contract/endpoint.ts';

/** What has changed of what everybody may read: the one door for every writer, and what kept answers are compared with. */
export type ContentChanges = {
  /**
   * Says that what these contents show is different now. To be called after the commit and before anyone is told of it. It promises that
   * a request that arrives after it has returned is answered from records read after the commit. It cannot fail, and calling it without
   * need costs a look and changes nothing. Other processes on the same database are told within a moment (`shared-changes.ts`).
   */
  changed(contents: readonly PublicContent[]): void;
  /** How often a content has changed: what was read at another count may be old. */
  countOf(content: PublicContent): number;
  /** How often any of them has. */
  total(): number;
};

/** Counts the changes of this process. */
export function contentChanges(): ContentChanges {
  const counts = new Map<PublicContent, number>();
  let total = 0;
  const countOf = (content: PublicContent) => counts.get(content) ?? 0;
  return {
    changed(contents) {
      for (const content of contents) counts.set(content, countOf(content) + 1);
      total++;
    },
    countOf,
    total: () => total,
  };
}
