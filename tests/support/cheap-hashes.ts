import crypto, { type argon2 } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Hashing a password is made to be slow, and tests of signing in hash some thousands. Here each takes the least that argon2 allows, under
 * the cost that the product names.
 */
const LEAST = { memory: 8, passes: 1, parallelism: 1 };
const derive = crypto.argon2;

/** How many hashes were made; of the worker, whose files share what hashes. */
const counted = globalThis as { hashesMade?: number };
export const hashesMade = (): number => counted.hashesMade ?? 0;

crypto.argon2 = ((algorithm, parameters, callback) => {
  counted.hashesMade = hashesMade() + 1;
  return derive(algorithm, { ...parameters, ...LEAST }, callback);
}) as typeof argon2;
syncBuiltinESMExports();
