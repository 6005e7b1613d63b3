import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMAGE_LIMITS } from '#contract/protocols/image-sizes.ts';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';
import { type Nginx, startDeployedNginx } from '#tests/support/nginx.ts';
import { freePort } from '#tests/support/postgres.ts';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';

/*
 * deploy/nginx.conf, in front of two processes. They are two schools of the same kind: what is looked at here
 * is alike in both.
 */

/** How often all processes are replaced. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);

let folder: string;
let ports: [number, number];
let schools: SchoolProcess[];
/** A school that lets an address make 3000 calls a minute, and writes down who they are of. */
let strict: SchoolProcess;
const proxies: Nginx[] = [];

const start = (port: number, env: Record<string, string> = {}) =>
  spawnSchool({ PORT: String(port), DATA_DIR: join(folder, String(port)), TRUST_PROXY: '127.0.0.1', ...env });

async function startExample(upstreams: readonly [number, number]): Promise<Nginx> {
  const proxy = await startDeployedNginx(upstreams);
  proxies.push(proxy);
  return proxy;
}

type Asked = { path: string; method?: string; from?: string; headers?: Record<string, string> };

/**
 * Asks as somebody at another address of this machine would; gives the status, 0 where there was no answer.
 */
const ask = ({ url }: Nginx, { path, from = '127.0.0.1', ...options }: Asked, agent?: Agent) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve) => {
    const sent = request(url + path, { ...options, localAddress: from, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    sent.once('error', () => resolve({ status: 0, headers: {} }));
    sent.end(options.method === 'POST' ? '{}' : undefined);
  });

let proxy: Nginx;
let strictProxy: Nginx;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-behind-'));
  ports = [await freePort(), await freePort()];
  const strictPort = await freePort();
  schools = ports.map((port) => start(port));
  strict = start(strictPort, { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info' });
  await Promise.all([...schools, strict].map(({ listening }) => listening));
  proxy = await startExample(ports);
  strictProxy = await startExample([strictPort, strictPort]);
});
afterAll(async () => {
  for (const { stop } of proxies) await stop();
  await Promise.all([...schools, strict].map((school) => stopSchool(school)));
  rmSync(folder, { recursive: true, force: true });
});

test('pages and calls arrive as the school gives them', async () => {
  const page = await fetch(`${proxy.url}/classes`, { headers: { 'accept-encoding': 'br' } });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(await page.text()).toContain('<h1');
  const calls = await fetch(`${proxy.url}/api/classes/all`);
  expect(((await calls.json()) as unknown[]).length).toBeGreaterThan(0);
  const etag = page.headers.get('etag') ?? '';
  expect((await fetch(`${proxy.url}/classes`, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('the largest picture passes, and a larger body is refused before it is read', async () => {
  const picture = await bytesOf(noise(1670, 1670).png({ compressionLevel: 0 }));
  expect(picture.length).toBeLessThanOrEqual(IMAGE_LIMITS.bytes);
  expect(picture.length).toBeGreaterThan(0.99 * IMAGE_LIMITS.bytes);
  const upload = (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('image', new File([bytes], 'picture.png', { type: 'image/png' }));
    return fetch(`${proxy.url}/images/1/upload?key=cadenza-web`, { method: 'POST', body: form });
  };
  expect((await upload(picture)).status).toBe(200);
  expect((await upload(new Uint8Array(13 * 1024 * 1024))).status).toBe(413);
});

test('limits count who asks, whatever they say they are', async () => {
  const agent = new Agent({ keepAlive: true });
  const call = (from: string) =>
    ask(strictProxy, { path: '/api/classes/all', from, headers: { 'x-forwarded-for': '10.1.2.3' } }, agent);
  const statuses: number[] = [];
  const calling = Array.from({ length: 16 }, async () => {
    while (statuses.length < 3100) statuses.push((await call('127.0.0.2')).status);
  });
  await Promise.all(calling);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3000);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await call('127.0.0.3')).status).toBe(200);
  agent.destroy();
  await expect.poll(() => strict.printed()).toContain('"ip":"127.0.0.2"');
  expect(strict.printed()).not.toContain('10.1.2.3');
});

test('the name of a request is the proxy’s, in the log and in the answer', async () => {
  const { headers } = await ask(strictProxy, {
    path: '/healthz',
    headers: { 'x-request-id': 'said-by-a-client' },
  });
  expect(headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
  await expect.poll(() => strict.printed()).toContain(`"requestId":"${headers['x-request-id']}"`);
});

test('no log has the address of a calendar, whether the school answers or not', async () => {
  const nobody = await freePort();
  const alone = await startDeployedNginx([nobody, nobody], {
    inServer: 'error_log $folder/error.log error;',
  });
  proxies.push(alone);
  const paths = ['/api/calendar/cal_one-address.ics', '/nothing/cal_one-address?again=cal_one-address'];
  const answered = await Promise.all(paths.map((path) => ask(proxy, { path })));
  expect(answered.map(({ status }) => status)).toEqual([404, 404]);
  for (const path of ['/classes', ...paths]) expect((await ask(alone, { path })).status).toBe(502);
  const logged = ({ folder: of }: Nginx, name: string) => readFileSync(join(of, name), 'utf8');
  await expect.poll(() => logged(proxy, 'access.log')).toContain('"GET /api/calendar/cal_... HTTP/1.1" 404');
  expect(logged(alone, 'access.log')).toContain('"GET /classes HTTP/1.1" 502');
  expect(logged(alone, 'error.log')).toContain('"GET /classes HTTP/1.1"');
  const logs = [proxy, alone].map((one) => logged(one, 'access.log'));
  expect([...logs, logged(alone, 'error.log')].join()).not.toContain('one-address');
});

test.skipIf(process.platform !== 'linux')('connections to the school are kept', async () => {
  for (let n = 0; n < 60; n++) await ask(strictProxy, { path: '/healthz' });
  const port = Number(new URL(await strict.listening).port)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
  // Those that were closed stay in the list for a minute.
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const connections = lines.filter((line) => line.trim().split(/\s+/)[1] === `0100007F:${port}`);
  expect(connections.length).toBeLessThan(20);
});

test('while one process after the other is replaced, nobody notices', async () => {
  const counts = { answered: 0, failed: [] as string[] };
  let isOver = false;
  const agent = new Agent({ keepAlive: true });
  const visit = async (asked: Asked, expected: number) => {
    while (!isOver) {
      const { status } = await ask(proxy, asked, agent);
      counts.answered++;
      if (status !== expected) counts.failed.push(`${asked.method ?? 'GET'} ${status}`);
    }
  };
  const headers = { 'content-type': 'application/json' };
  const visitors = [
    ...[1, 2, 3, 4].map(() => visit({ path: '/classes' }, 200)),
    ...[1, 2].map(() => visit({ path: '/api/users', method: 'POST', headers }, 401)),
  ];
  for (let turn = 0; turn < ROUNDS * ports.length; turn++) {
    const at = turn % ports.length;
    const [old, port] = [schools[at], ports[at]];
    if (!old || !port) continue;
    expect(await stopSchool(old)).toBe(0);
    const next = start(port);
    schools[at] = next;
    await next.listening;
  }
  isOver = true;
  await Promise.all(visitors);
  agent.destroy();
  report({
    'times a process behind nginx was replaced': ROUNDS * ports.length,
    'visits and posts meanwhile': counts.answered,
    'of these failed': counts.failed.length,
  });
  expect(counts.answered).toBeGreaterThan(50);
  // What has been asked on a connection that ends at that moment nginx asks the other again, but for a POST.
  expect(counts.failed.filter((one) => one.startsWith('GET'))).toEqual([]);
  expect(counts.failed.length).toBeLessThanOrEqual(2 * ROUNDS);
});
