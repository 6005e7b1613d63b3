import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/** More than a large screen shows of a list of cards. */
const FIRST_ITEMS = 12;

/**
 * What of a list stands in the first paint after a click: its beginning, and the rest right after. A page
 * that is opened by its address or that is gone back to comes whole, for machines and for the place at which
 * it was left.
 */
export function useFirstItems<T>(items: readonly T[]): readonly T[] {
  const isWhole = useNavigationType() === 'POP' || items.length <= FIRST_ITEMS;
  return useDeferredValue(items, isWhole ? items : items.slice(0, FIRST_ITEMS));
}
