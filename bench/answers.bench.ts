import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { nginxRows } from './measure/nginx-rows.ts';
import { compareCosts, cpuMicroseconds, idleCpu, type Server } from './measure/process.ts';
import type { Bench, Row } from './measure/section.ts';
import { writingRow } from './measure/writing-row.ts';

const CALLS = ['/api/classes/all', '/api/popularclasses', '/api/blog', '/api/instructor/all'];
const PAGES = ['/', '/classes', '/blogs', '/de/classes', '/fr/classes'];
const FILES = ['/art/hero-1088.webp'];
const RENDERS = 300;
/** As `scripts/start.mjs` has them. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** A bare Fastify that sends from memory what the product answered once. */
async function startBaseline(from: string): Promise<Server> {
  const targets = [...CALLS, ...PAGES, ...FILES];
  const script = join(import.meta.dirname, 'measure', 'baseline.ts');
  const child = spawn(process.execPath, [...FLAGS, script, from, ...targets], {
    env: { ...process.env, ...ALLOCATOR },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url: String(line).trim(), pid: child.pid ?? 0, stop };
}

const bench: Bench = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const school = spawnSchool({ DATA_DIR: dataDir });
  const servers: Server[] = [];
  try {
    const url = await school.listening;
    const product: Server = { url, pid: school.process.pid ?? 0, stop: () => stopSchool(school) };
    servers.push(product);
    const baseline = await startBaseline(url);
    servers.push(baseline);

    const compare = async (path: string, coding: string, goal: number): Promise<Row> => {
      const cost = await compareCosts(product, baseline, [path], { 'accept-encoding': coding });
      const { ratio } = cost;
      return {
        what: `\`${path}\`, ${coding}`,
        ours: `${cost.ours.toFixed(0)} µs`,
        reference: `${cost.reference.toFixed(0)} µs`,
        ratio,
        goal: `≥ ${goal}`,
        isMet: ratio >= goal,
        limitedBy:
          'reading the request and writing the answer, which Node and the system do alike for both: seven tenths of what it costs',
      };
    };
    const rows: Row[] = [];
    for (const path of CALLS) rows.push(await compare(path, 'identity', 0.75));
    for (const path of PAGES)
      for (const coding of ['identity', 'br']) rows.push(await compare(path, coding, 0.85));
    for (const path of FILES) rows.push(await compare(path, 'identity', 0.75));
    rows.push(await renderRow(product), await writingRow(product), ...(await nginxRows(product, PAGES)));
    return {
      title: 'Public answers',
      method:
        'CPU of the server per request, less what it uses while idle, the median of twelve rounds in turn with a bare Fastify route that sends the same bytes and headers from memory, as a process with the same settings and the same patience with slow clients.',
      rows,
    };
  } finally {
    for (const { stop } of servers) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
export default bench;

/** The home page under a host name that is new: without PUBLIC_URL each has a page of its own. */
async function renderRow({ url, pid }: Server): Promise<Row> {
  const render = async (port: number) => {
    const sent = request(url, { headers: { host: `127.0.0.1:${port}` } }).end();
    const [answer] = await once(sent, 'response');
    await once(answer.resume(), 'end');
  };
  for (let port = 1; port <= RENDERS; port++) await render(port);
  const idle = await idleCpu(pid);
  const [before, began] = [cpuMicroseconds(pid), performance.now()];
  for (let port = RENDERS + 1; port <= 2 * RENDERS; port++) await render(port);
  const spent = cpuMicroseconds(pid) - before - idle * ((performance.now() - began) / 1000);
  const ms = spent / RENDERS / 1000;
  return {
    what: 'the home page rendered afresh',
    ours: `${ms.toFixed(1)} ms`,
    reference: '4 ms',
    goal: '≤ 4 ms',
    isMet: ms <= 4,
    limitedBy:
      'React and the router, half each with bringing 174 kB to the wire: what the page shows is read from kept answers',
  };
}
