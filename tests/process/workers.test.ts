import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { type Cluster, freePort, startCluster } from '#tests/support/postgres.ts';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';

/* WORKERS=n: several processes behind one address, on one PostgreSQL. */

const WAIT = { timeout: 60_000, interval: 50 };
const CALLERS = 16;
/** How often all are replaced. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);

let cluster: Cluster;
let folder: string;
let school: SchoolProcess;
let url: string;
let database: string;
let metricsPort: number;

async function start() {
  const env = { DATA_DIR: folder, DATABASE_URL: database, METRICS_PORT: String(metricsPort) };
  school = spawnSchool({ ...env, WORKERS: '2', LOG_LEVEL: 'silent' });
  url = await school.listening;
}

beforeAll(async () => {
  cluster = await startCluster();
  metricsPort = await freePort();
  folder = mkdtempSync(join(tmpdir(), 'cadenza-workers-'));
  database = await makePostgresDatabase(cluster.url);
  await start();
});
afterAll(async () => {
  school.process.kill('SIGKILL');
  await school.exited;
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Those that serve, by their process ids. */
function workers(): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(school.process.pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * One GET after the other on a connection that is kept, for as long as `isOver` says no; tells how each
 * ended.
 */
async function askOn(isOver: () => boolean, ended: (outcome: string) => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!isOver()) {
    const outcome = await new Promise<string>((resolve) => {
      request(`${url}/api/blog`, { agent }, (answer) => {
        answer.resume().once('end', () => resolve(String(answer.statusCode)));
      })
        .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''))
        .end();
    });
    ended(outcome);
  }
  agent.destroy();
}

/** Asks without a pause while `work` is done; gives how often and how many were not answered. */
async function underLoad(work: () => Promise<void>) {
  let isOver = false;
  let asked = 0;
  const lost: string[] = [];
  const callers = Array.from({ length: CALLERS }, () =>
    askOn(
      () => isOver,
      (outcome) => {
        asked++;
        if (outcome !== '200') lost.push(outcome);
      },
    ),
  );
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(callers);
  return { asked, lost };
}

test('what they count is told as one: requests are added up, and what is in the records is told once', async () => {
  const connections = Array.from({ length: 12 }, () => new Agent({ keepAlive: true }));
  await Promise.all(
    connections.map(
      (agent) =>
        new Promise((resolve) =>
          request(`${url}/api/class/none`, { agent }, (answer) => answer.resume().once('end', resolve)).end(),
        ),
    ),
  );
  for (const agent of connections) agent.destroy();
  const told = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(told).toMatch(
    /^http_request_duration_seconds_count\{.*route="\/api\/class\/:id",status="404"\} 12$/m,
  );
  const admins = (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).match(
    /^cadenza_users\{role="admin"\} (\d+)$/m,
  );
  expect(admins?.[1]).toBe('1');
  expect(told).toMatch(/^cadenza_database_up 1$/m);
});

test('two processes open one school and say so once', () => {
  expect(workers()).toHaveLength(2);
  expect(school.printed().match(/is listening at/g)).toHaveLength(1);
  expect(school.printed()).toContain('admin@cadenza.example');
});

test('a process that is killed is replaced, while the other answers', async () => {
  const [victim = 0] = workers();
  const { asked, lost } = await underLoad(async () => {
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(() => expect(workers().filter((pid) => pid !== victim)).toHaveLength(2), WAIT);
  });
  report({ 'requests while a process was killed and replaced': asked, 'of these lost': lost.length });
  expect(asked).toBeGreaterThan(CALLERS);
  // What it was answering at that moment, and what was on its way to it.
  expect(lost.filter((outcome) => outcome !== 'ECONNRESET')).toEqual([]);
  expect(lost.length).toBeLessThanOrEqual(CALLERS);
});

test('SIGUSR2 replaces every process under load, and at most two requests of all are lost', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const before = workers();
    const { asked, lost } = await underLoad(async () => {
      school.process.kill('SIGUSR2');
      await vi.waitFor(() => {
        expect(workers()).toHaveLength(2);
        expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
      }, WAIT);
    });
    report({ 'times SIGUSR2 replaced both': 1, 'requests meanwhile': asked, 'of them lost': lost.length });
    expect(asked).toBeGreaterThan(CALLERS);
    expect(lost.length).toBeLessThanOrEqual(2);
  }
});

test('the embedded database serves one process', async () => {
  const refused = spawnSchool({ DATA_DIR: folder, WORKERS: '2' });
  expect(await refused.exited).toBe(1);
  expect(refused.printed().trim()).toBe(
    'WORKERS=2 needs PostgreSQL: set DATABASE_URL. The embedded database serves one process.',
  );
});

test('what cannot start says so once', async () => {
  const refused = spawnSchool({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    WORKERS: '2',
  });
  expect(await refused.exited).toBe(1);
  expect(refused.printed().trim()).toBe('The database at DATABASE_URL cannot be reached (ECONNREFUSED).');
});

test('SIGTERM ends them all with code 0, and no process outlives the one that started it', async () => {
  // A terminal tells every process, and npm once more.
  school.process.kill('SIGTERM');
  expect(await stopSchool(school)).toBe(0);
  await start();
  const left = workers();
  expect(left).toHaveLength(2);
  school.process.kill('SIGKILL');
  await school.exited;
  await vi.waitFor(() => {
    for (const pid of left) expect(() => process.kill(pid, 0)).toThrow();
  }, WAIT);
});
