/** The longest search, in characters. */
export const SEARCH_WORDS_MAX = 100;
/** Rows on one page of a long list. */
export const PAGE_SIZE = 25;
/** The public lists count what is found up to here; beyond it they say "more than". */
export const FOUND_MAX = 1000;
/** What is found is counted up to here; beyond it a screen says "more than". */
export const COUNT_MAX = 10_000;

/** A column by which a list may be ordered; with a minus the other way round. */
export type Sort<Column extends string = string> = Column | `-${Column}`;
export const sortsBy = <Column extends string>(columns: readonly Column[]): Sort<Column>[] =>
  columns.flatMap((column): Sort<Column>[] => [column, `-${column}`]);
