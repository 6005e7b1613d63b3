import { SEARCH_WORDS_MAX } from '#contract/pages.ts';

const ID_MAX = 200;

/**
 * Which page of a list an address names, by the row that it comes after or before; the first where it names
 * none.
 */
export const placeIn = (address: URLSearchParams): { after?: string; before?: string } => ({
  after: idIn(address, 'after'),
  before: idIn(address, 'before'),
});

/** The id that an address names; undefined where there is none that can be one. */
export function idIn(address: URLSearchParams, name: string): string | undefined {
  const id = address.get(name);
  return id && id.length <= ID_MAX ? id : undefined;
}

/** The words to look for that an address names under `name`; what no search takes counts as nothing. */
export function searchWords(address: URLSearchParams, name: string): string | undefined {
  const words = address.get(name)?.trim();
  return words && words.length <= SEARCH_WORDS_MAX ? words : undefined;
}

/** The one of `values` that an address names under `name`; any other value is ignored. */
export function chosen<T extends string>(
  address: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  return values.find((value) => value === address.get(name));
}

const DAY = /^(19|2\d)\d\d-\d\d-\d\d$/;

/**
 * The day that an address names under `name`, `2026-11-24`; undefined where there is none, or one out of
 * range.
 */
export function dayIn(address: URLSearchParams, name: string): string | undefined {
  const day = address.get(name) ?? '';
  return DAY.test(day) && isCalendarDay(day) ? day : undefined;
}

/** 30 February is the second of March to some browsers. */
const isCalendarDay = (day: string) =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
