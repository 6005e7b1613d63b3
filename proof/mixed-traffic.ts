import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askMixed } from '#tests/support/mixed-requests.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { residentMegabytes, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';

/*
 * An hour’s requests, ten a second, as fast as they are answered: what the process holds in memory stays
 * level.
 */

const REQUESTS = 3600 * 10 * Number(process.env.FAULT_ROUNDS ?? 1);
const MOMENTS = 12;
/** How much more may be held in the second half than in the first: V8 gives memory back when it likes. */
const LEVEL = 1.15;

async function prove(database: string, env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-traffic-'));
  const school = spawnSchool({ DATA_DIR: folder, ...env });
  const levels: number[] = [];
  const look = () => levels.push(residentMegabytes(school.process.pid ?? 0));
  await askMixed(await school.listening, REQUESTS, (asked) => {
    if (asked > 0 && asked % (REQUESTS / MOMENTS) === 0) look();
  });
  look();
  await stopSchool(school);
  rmSync(folder, { recursive: true, force: true });
  report({ 'mixed requests': REQUESTS, [`megabytes held on ${database}, in turn`]: levels.join(', ') });
  const [first, second] = [levels.slice(0, MOMENTS / 2), levels.slice(MOMENTS / 2)];
  assert.equal(levels.length, MOMENTS);
  assert.ok(Math.max(...second) <= LEVEL * Math.max(...first), `Memory is not level: ${levels}`);
}

await prove('SQLite', {});
const cluster = await startCluster({ durable: true });
await prove('PostgreSQL', { DATABASE_URL: `${cluster.url}/postgres` }).finally(() => cluster.stop());
