import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leaveWhenIdle } from './leave-when-idle.ts';

/* A clock that the test moves; looks are a few real milliseconds apart. */

const IDLE_MS = 50;
let server: Server;
let moment: number;
let activity: { found: number; isWorking: boolean };
let left: number;
let end: () => void;

beforeEach(async () => {
  [moment, left, activity] = [0, 0, { found: 3, isWorking: false }];
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  end = leaveWhenIdle({
    server,
    jobs: { activity: () => activity },
    idleMs: IDLE_MS,
    now: () => moment,
    leave: () => {
      left += 1;
    },
  });
});
afterEach(() => {
  end();
  server.close();
});

/** Lets a time pass in which it is looked several times. */
async function pass(ms: number) {
  moment += ms;
  await sleep(IDLE_MS);
}

test('it leaves once, after so long without anything', async () => {
  await pass(IDLE_MS - 1);
  expect(left).toBe(0);
  await pass(1);
  expect(left).toBe(1);
  await pass(10 * IDLE_MS);
  expect(left).toBe(1);
});

test('it stays while a connection is open, and so long after it', async () => {
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  await pass(10 * IDLE_MS);
  expect(left).toBe(0);
  connection.destroy();
  await sleep(IDLE_MS);
  await pass(IDLE_MS - 1);
  expect(left).toBe(0);
  await pass(1);
  expect(left).toBe(1);
});

test('it stays while a job works, and so long after one has found something', async () => {
  activity = { found: 3, isWorking: true };
  await pass(10 * IDLE_MS);
  expect(left).toBe(0);
  activity = { found: 4, isWorking: false };
  await pass(10 * IDLE_MS);
  expect(left).toBe(0);
  await pass(IDLE_MS - 1);
  expect(left).toBe(0);
  await pass(1);
  expect(left).toBe(1);
});
