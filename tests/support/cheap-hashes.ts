import crypto, { type argon2 } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Hashing a password is made to be slow, and tests of signing in hash some thousands. Here each takes the least that argon2 allows, under
 * the cost that the product names.
 */
const LEAST = { memory: 8, passes: 1, parallelism: 1 };
const derive = crypto.argon2;

crypto.argon2 = ((algorithm, parameters, callback) =>
  derive(algorithm, { ...parameters, ...LEAST }, callback)) as typeof argon2;
syncBuiltinESMExports();
