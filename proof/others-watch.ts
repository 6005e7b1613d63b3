import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * The people who wait: a monitor, a student, and an account that signs in. They run in a thread of their own,
 * so that the requests of `others-wait.ts` delay them in the school alone.
 */

/**
 * What the thread is told: where the school is, a student's access token, the password of
 * `other@test.example`.
 */
export type WatchedSchool = { origin: string; token: string; password: string };

/** How long each answer took, in milliseconds, the shortest first. */
export type Waits = Record<'health' | 'calls' | 'signIns', number[]>;

const HEALTH_EVERY_MS = 10;
const CALL_EVERY_MS = 200;

const { origin, token, password }: WatchedSchool = workerData;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});

async function keepAsking(everyMs: number, path: string, init: RequestInit = {}): Promise<number[]> {
  const took: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const answer = await fetch(origin + path, init);
    await answer.arrayBuffer();
    took.push(performance.now() - began);
    assert.equal(answer.status, 200, `${path} was refused.`);
    await sleep(everyMs);
  }
  return took.sort((one, other) => one - other);
}

const [health, calls, signIns] = await Promise.all([
  keepAsking(HEALTH_EVERY_MS, '/healthz'),
  keepAsking(CALL_EVERY_MS, '/api/account/sessions', { headers: { authorization: `Bearer ${token}` } }),
  keepAsking(
    CALL_EVERY_MS,
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: 'other@test.example', password, returnSecureToken: true }),
    },
  ),
]);
parentPort?.postMessage({ health, calls, signIns } satisfies Waits);
