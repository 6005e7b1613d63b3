import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFromDebian } from '#tests/support/debian.ts';
import { untilOpen } from '#tests/support/nginx.ts';
import { freePort } from '#tests/support/postgres.ts';

/* deploy/Caddyfile, run by Debian's Caddy in front of what answers as a school does, and of nothing. */

const DEPLOYED = join(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile');

let folder: string;
let school: Server;
let upstream: number;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-caddy-'));
  upstream = await freePort();
  school = createServer(({ headers }, answer) => answer.end(JSON.stringify(headers)));
  school.listen(upstream, '127.0.0.1');
  await once(school, 'listening');
});
afterAll(async () => {
  for (const child of started) {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
  school.close();
  rmSync(folder, { recursive: true });
});

/**
 * Starts Caddy in front of a port, with lines for each request in its log; nobody administers it, and it does
 * not try for long.
 */
async function startCaddy(behind: number) {
  const port = await freePort();
  const file = join(folder, `Caddyfile-${port}`);
  const deployed = readFileSync(DEPLOYED, 'utf8')
    .replace(/^\{$/m, '{\n\tadmin off')
    .replace(/^(\{\$SCHOOL_HOST.*)$/m, '$1\n\tlog')
    .replace('lb_try_duration 5s', 'lb_try_duration 0s');
  writeFileSync(file, deployed);
  const child = spawn(bringFromDebian('caddy').program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      HOME: folder,
      SCHOOL_HOST: `http://127.0.0.1:${port}`,
      SCHOOL_UPSTREAMS: `127.0.0.1:${behind}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  await untilOpen(port, child);
  return { url: `http://127.0.0.1:${port}`, log: () => log };
}

test('what a client says of itself is replaced, and a request has Caddy’s name', async () => {
  const { url } = await startCaddy(upstream);
  const headers = { 'x-forwarded-for': '10.1.2.3', 'x-request-id': 'said-by-a-client' };
  const answer = await fetch(`${url}/classes`, { headers });
  const heard = (await answer.json()) as Record<string, string>;
  expect(heard).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  expect(heard['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

test('no log has the address of a calendar, whether the school answers or not', async () => {
  for (const behind of [upstream, await freePort()]) {
    const { url, log } = await startCaddy(behind);
    for (const path of ['/api/calendar/cal_one-address.ics?again=cal_one-address', '/classes'])
      await fetch(url + path);
    await expect.poll(log).toContain('"uri":"/classes"');
    expect(log()).toContain('"uri":"/api/calendar/cal_…"');
    expect(log()).not.toContain('one-address');
  }
});
