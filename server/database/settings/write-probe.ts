import type { Db } from '#server/database/schema.ts';
import { writeSetting } from './settings.ts';

const KEY = 'write-probe';
/** How long a successful write counts: load balancers ask often. */
const BELIEVED_MS = 3000;

/**
 * Writes a row of its own. Throws as the write does: the disk is full or read-only, the server only reads, or
 * it is away.
 */
export async function tryToWrite(db: Db, now: () => number): Promise<number> {
  const moment = now();
  await writeSetting(db, KEY, String(moment));
  return moment;
}

/**
 * Asks whether the database can be written, by a row of its own, at most every three seconds while it can;
 * those who ask at once share the answer. The function that it gives throws as the write does.
 */
export function writeProbe(db: Db, now: () => number): () => Promise<void> {
  let writtenAt = -Infinity;
  let writing: Promise<void> | undefined;

  async function write() {
    writtenAt = await tryToWrite(db, now);
  }

  return async () => {
    if (Math.abs(now() - writtenAt) < BELIEVED_MS) return;
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  };
}
