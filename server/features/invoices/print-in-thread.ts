import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Asked, Made } from './print-thread.ts';
import type { Sheet } from './printed.ts';

const THREAD = join(import.meta.dirname, `print-thread${extname(import.meta.filename)}`);
/** A thread that has printed nothing for so long ends, and with it what it keeps in memory. */
const IDLE_MS = 60_000;

type Waiting = { resolve: (bytes: Buffer) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined };

let thread: Thread | undefined;
let last = 0;

/**
 * An invoice or a statement as PDF, made in a thread of its own, one after the other; the same bytes whenever it
 * is made. The thread begins with the first and keeps no process alive. Where it dies, those that wait for it
 * fail, and the next one begins another.
 */
export const printInThread = (printed: Sheet): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    thread ??= startThread();
    const { worker, waiting, idle } = thread;
    clearTimeout(idle);
    const id = ++last;
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, printed } satisfies Asked);
  });

function startThread(): Thread {
  const started: Thread = { worker: new Worker(THREAD), waiting: new Map(), idle: undefined };
  const { worker, waiting } = started;
  const end = (error: unknown) => {
    if (thread === started) thread = undefined;
    clearTimeout(started.idle);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (made: Made) => {
    const one = waiting.get(made.id);
    waiting.delete(made.id);
    if (waiting.size === 0) {
      worker.unref();
      started.idle = setTimeout(() => {
        // What is asked for while it ends begins another.
        if (thread === started) thread = undefined;
        void worker.terminate();
      }, IDLE_MS).unref();
    }
    if ('error' in made) one?.reject(made.error);
    else one?.resolve(Buffer.from(made.bytes.buffer, made.bytes.byteOffset, made.bytes.byteLength));
  });
  worker.once('error', end);
  worker.once('exit', (code) => end(new Error(`The thread of prints has ended with ${code}.`)));
  return started;
}
