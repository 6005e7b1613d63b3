import { hash } from 'node:crypto';
import type { Value } from './whole-tables.ts';

const HEX_DIGITS = 32;
const BITS = 128;

/** How many rows there are, and a number that any other row would change, whatever order they came in. */
export type Digest = { rows: number; sum: string };

/**
 * Adds rows up, so that tables of two databases can be compared without sorting them alike: the sum of their
 * SHA-256, cut to 128 bits.
 */
export function openDigest() {
  let rows = 0;
  let sum = 0n;
  return {
    add(some: readonly Value[][]) {
      rows += some.length;
      for (const row of some) sum += BigInt(`0x${hash('sha256', JSON.stringify(row)).slice(0, HEX_DIGITS)}`);
    },
    read: (): Digest => ({ rows, sum: BigInt.asUintN(BITS, sum).toString(16) }),
  };
}
