import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Read } from './busy-thread.ts';
import type { Asked } from './read-times.ts';

const THREAD = join(import.meta.dirname, `busy-thread${extname(import.meta.filename)}`);
const TIME_MS = 10_000;
/** What the largest file that is taken needs several times over. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

type Ending = {
  signal?: AbortSignal | undefined;
  /** How long it may take, in milliseconds. */
  timeMs?: number;
};

let last: Promise<unknown> = Promise.resolve();

/**
 * What `readTimes` makes of a file, in a thread of its own that is ended after some seconds, and that has so
 * much memory and no more: a stranger wrote the file, and other calls are answered meanwhile. One at a time,
 * so that many files take no more of the machine than one. Never rejects.
 */
export function readInThread(asked: Asked, ending: Ending = {}): Promise<Read> {
  const read = last.then(() => readNow(asked, ending));
  last = read;
  return read;
}

async function readNow(asked: Asked, { signal, timeMs = TIME_MS }: Ending): Promise<Read> {
  const worker = new Worker(THREAD, { workerData: asked, resourceLimits: MEMORY });
  const { promise, resolve } = Promise.withResolvers<Read>();
  const tooMuch = () => resolve({ unreadable: 'too-much' });
  worker.once('message', resolve);
  // It had no memory left, or was ended with the process.
  worker.once('error', tooMuch);
  worker.once('exit', tooMuch);
  const timer = setTimeout(tooMuch, timeMs);
  signal?.addEventListener('abort', tooMuch);
  if (signal?.aborted) tooMuch();
  const read = await promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', tooMuch);
  await worker.terminate();
  return read;
}
