import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/*
 * Another person at the school, who asks for little, again and again, from a thread of their own: what is asked
 * for meanwhile delays them in the school alone.
 */

/** Where the school is, and a student's access token. */
type Watched = { origin: string; token: string };

const EVERY_MS = 5;
const SMALL_CALL = '/api/account/sessions';

export type Watch = {
  /** How long each answer took that came since it was asked last, in milliseconds. */
  take(): Promise<number[]>;
  close(): Promise<unknown>;
};

/** Lets another person ask until it is closed. */
export async function watch(watched: Watched): Promise<Watch> {
  const thread = new Worker(new URL(import.meta.url), { workerData: watched });
  await once(thread, 'online');
  return {
    async take() {
      thread.postMessage('take');
      const [took] = await once(thread, 'message');
      return took;
    },
    close: () => thread.terminate(),
  };
}

async function keepAsking({ origin, token }: Watched): Promise<never> {
  let took: number[] = [];
  parentPort?.on('message', () => {
    parentPort?.postMessage(took);
    took = [];
  });
  for (;;) {
    const began = performance.now();
    const answer = await fetch(origin + SMALL_CALL, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${SMALL_CALL} answered ${answer.status}.`);
    took.push(performance.now() - began);
    await sleep(EVERY_MS);
  }
}

if (parentPort && workerData) await keepAsking(workerData);
