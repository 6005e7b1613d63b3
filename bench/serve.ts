import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';

/*
 * How close each public answer comes to a bare Fastify route that sends the same bytes from memory, in one run on one machine:
 * ratios, not rates. CPU time of the server per request, since wall time on a shared machine says little.
 */

const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 8;
const TARGETS = [
  '/api/classes/all',
  '/api/popularclasses',
  '/api/blog',
  '/',
  '/classes',
  '/blogs',
  '/art/hero-1280.webp',
];

type Server = { url: string; pid: number; stop(): Promise<unknown> };

/** Microseconds of CPU (user and system) that a process has used; Linux only. */
function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks * 1_000_000) / 100;
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

async function measure({ url, pid }: Server, path: string, encoding: string): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuMicroseconds(pid);
    const result = await autocannon({
      url: url + path,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { 'accept-encoding': encoding },
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path} answered badly under load.`);
    costs.push((cpuMicroseconds(pid) - before) / result.requests.total);
  }
  return Math.min(...costs);
}

async function startBaseline(from: string): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baseline.ts'), from, ...TARGETS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url: String(line).trim(), pid: child.pid ?? 0, stop };
}

const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
const school = spawnSchool({ DATA_DIR: dataDir });
const servers: Server[] = [];
try {
  const url = await school.listening;
  const product: Server = { url, pid: school.process.pid ?? 0, stop: () => stopSchool(school) };
  servers.push(product);
  const baseline = await startBaseline(url);
  servers.push(baseline);

  console.log(
    '| answer | coding | µs CPU a request | bare Fastify, same bytes | ratio |\n|---|---|---|---|---|',
  );
  for (const path of TARGETS) {
    for (const encoding of path.startsWith('/api') || path.endsWith('.webp')
      ? ['identity']
      : ['identity', 'br']) {
      const bare = await measure(baseline, path, encoding);
      const ours = await measure(product, path, encoding);
      console.log(
        `| ${path} | ${encoding} | ${ours.toFixed(0)} | ${bare.toFixed(0)} | ${(bare / ours).toFixed(2)} |`,
      );
    }
  }
  console.log(`\nMemory after the run: ${residentMegabytes(product.pid)} MB.`);
} finally {
  for (const { stop } of servers) await stop();
  rmSync(dataDir, { recursive: true, force: true });
}
