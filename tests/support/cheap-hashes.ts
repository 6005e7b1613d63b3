import crypto, { type argon2 } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/*
 * Hashing a password is made to be slow, and tests of signing in hash some thousands. Here each takes the
 * least that argon2 allows, under the cost that the product names.
 */
const LEAST = { memory: 8, passes: 1, parallelism: 1 };
const derive = crypto.argon2;

/** What tests know of hashing and say of it; of the worker, whose files share what hashes. */
const shared = globalThis as { hashesMade?: number; hashesHeld?: Promise<void> };
export const hashesMade = (): number => shared.hashesMade ?? 0;

/**
 * Lets hashes begin and none be done before the answer is called, so that a test decides what comes before
 * it.
 */
export function holdHashes(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  shared.hashesHeld = promise;
  const letGo = () => {
    shared.hashesHeld = undefined;
    resolve();
  };
  // A test that fails before it lets go does not hold the next one's.
  onTestFinished(letGo);
  return letGo;
}

crypto.argon2 = ((algorithm, parameters, callback) => {
  shared.hashesMade = hashesMade() + 1;
  void (shared.hashesHeld ?? Promise.resolve()).then(() =>
    derive(algorithm, { ...parameters, ...LEAST }, callback),
  );
}) as typeof argon2;
syncBuiltinESMExports();
