/** How long the words of a search may be. */
export const SEARCH_WORDS_MAX = 100;
/** Rows on one page of a long list. */
export const PAGE_SIZE = 25;
/** What is found is counted up to here; beyond it a screen says "more than". */
export const COUNT_MAX = 10_000;
