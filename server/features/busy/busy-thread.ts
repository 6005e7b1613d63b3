import { parentPort, workerData } from 'node:worker_threads';
import { type Asked, readTimes, type Span, type Unreadable, UnreadableCalendar } from './read-times.ts';

/* Runs in a thread of its own, which ends with the one file that it reads. */

export type Read = { times: Span[] } | { unreadable: Unreadable };

function read(): Read {
  try {
    return { times: readTimes(workerData as Asked) };
  } catch (error) {
    if (error instanceof UnreadableCalendar) return { unreadable: error.why };
    throw error;
  }
}

parentPort?.postMessage(read());
