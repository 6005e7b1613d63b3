import { leastCharge } from '#contract/protocols/least-charge.ts';

/**
 * What is left of a sum that is due once a trial lesson is taken off it, in currency units: as the school works
 * it out, for which what a card cannot be charged costs nothing.
 */
export function lessOff(due: number, off: number, currency: string): number {
  if (off === 0) return due;
  const cents = Math.round(due * 100) - Math.round(off * 100);
  return cents < leastCharge(currency) ? 0 : cents / 100;
}
