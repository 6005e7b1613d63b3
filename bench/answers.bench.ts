import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { cpuPerRequest, type Server } from './process.ts';
import type { Bench, Row } from './section.ts';

const CALLS = ['/api/classes/all', '/api/popularclasses', '/api/blog', '/api/instructor/all'];
const PAGES = ['/', '/classes', '/blogs'];
const FILES = ['/art/hero-1088.webp'];

/** A bare Fastify that sends from memory what the product answered once. */
async function startBaseline(from: string): Promise<Server> {
  const targets = [...CALLS, ...PAGES, ...FILES];
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baseline.ts'), from, ...targets], {
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
      const headers = { 'accept-encoding': coding };
      const bare = await cpuPerRequest(baseline, path, headers);
      const ours = await cpuPerRequest(product, path, headers);
      return {
        what: `\`${path}\`, ${coding}`,
        ours: `${ours.toFixed(0)} µs`,
        reference: `${bare.toFixed(0)} µs`,
        ratio: bare / ours,
        goal: `≥ ${goal}`,
        isMet: bare / ours >= goal,
        limitedBy: 'hooks and headers',
      };
    };
    const rows: Row[] = [];
    for (const path of CALLS) rows.push(await compare(path, 'identity', 0.85));
    for (const path of PAGES)
      for (const coding of ['identity', 'br']) rows.push(await compare(path, coding, 0.9));
    for (const path of FILES) rows.push(await compare(path, 'identity', 0.9));
    return {
      title: 'Public answers',
      method:
        'CPU of the server per request, against a bare Fastify route that sends the same bytes and headers from memory.',
      rows,
    };
  } finally {
    for (const { stop } of servers) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
export default bench;
