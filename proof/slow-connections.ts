import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countConnections, residentMegabytes, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';

/*
 * 900 connections that take as long as they can. Meanwhile others are served and memory stays bounded, and in
 * the end the school has ended each of the 900.
 */

const OF_EACH = 300;
const PAUSE_MS = 2000;
/**
 * More than the school gives a request (75 s) or a reader who stands still (60 s), and itself to look (30 s).
 */
const END_MS = 180_000;
const MORE_MEGABYTES = 250;
const PATIENCE_MS = 30_000;
const ASKED = ['/', '/classes', '/api/blog', '/readyz'];

const HOST = 'Host: school.test\r\n';
const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web';

type Slow = { first: string; goesOn?: string };
const KINDS: readonly Slow[] = [
  // A head that comes a line at a time.
  { first: `GET /classes HTTP/1.1\r\n${HOST}`, goesOn: 'X-Slow: 1\r\n' },
  // A body that comes a byte at a time.
  {
    first: `POST ${SIGN_IN} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"`,
    goesOn: 'a',
  },
  // A reader who asks for much and reads nothing.
  { first: `GET /classes HTTP/1.1\r\n${HOST}\r\n`.repeat(100) },
];

/** Opens a connection, and goes on with it for as long as it is open. */
async function openSlow(url: string, { first, goesOn }: Slow): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(first);
  if (goesOn) {
    socket.resume();
    const timer = setInterval(() => socket.write(goesOn), PAUSE_MS);
    socket.once('close', () => clearInterval(timer));
  }
  return socket;
}

/** Asks on a connection of its own; gives the status, 0 where there was no answer in time. */
const ask = (url: string) =>
  new Promise<number>((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    request(url, { agent: false, signal }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', () => resolve(0));
    })
      .once('error', () => resolve(0))
      .end();
  });

const folder = mkdtempSync(join(tmpdir(), 'cadenza-slow-'));
const school = spawnSchool({ DATA_DIR: folder });
const url = await school.listening;
const pid = school.process.pid ?? 0;
for (const path of ASKED) await ask(url + path);
// Until those are gone on the school’s side too.
await sleep(2000);
const before = { connections: countConnections(pid), megabytes: residentMegabytes(pid) };

const slow: Socket[] = [];
for (const kind of KINDS) for (let at = 0; at < OF_EACH; at++) slow.push(await openSlow(url, kind));
await ask(url);
const held = countConnections(pid) - before.connections;

const statuses: number[] = [];
let most = 0;
let left = held;
for (const began = performance.now(); left > 0 && performance.now() - began < END_MS; ) {
  for (const path of ASKED) statuses.push(await ask(url + path));
  most = Math.max(most, residentMegabytes(pid));
  await sleep(500);
  left = Math.max(0, countConnections(pid) - before.connections);
}
for (const socket of slow) socket.destroy();
await stopSchool(school);
rmSync(folder, { recursive: true, force: true });

const unserved = statuses.filter((status) => status !== 200).length;
report({
  'slow connections held at once': held,
  'of them not ended by the school': left,
  'requests of others meanwhile': statuses.length,
  'of these not answered with 200': unserved,
  'megabytes held before': before.megabytes,
  'megabytes held at most': most,
});
assert.equal(held, slow.length);
assert.equal(left, 0);
assert.equal(unserved, 0);
assert.ok(most < before.megabytes + MORE_MEGABYTES, `${most} MB`);
