import { FAMILY_HOLDS_MIN } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { AppError } from '#server/http/errors.ts';

/**
 * How many places of a class with so many one family may have held at once; `percent` as the school is
 * configured.
 */
export const familyHolds = (capacity: number, percent: number): number =>
  Math.max(FAMILY_HOLDS_MIN, Math.floor((capacity * percent) / 100));

/** Says how many it may be. */
export function tooManyHeld(bound: number): AppError {
  return new AppError('too-many-held', { detail: () => t('errors.family_holds_at_most', { count: bound }) });
}
