import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

/* What one server process costs; Linux only, since it reads /proc. */

const ROUNDS = 4;
const SECONDS = 1;
const IDLE_MS = 2000;
const CONNECTIONS = 8;

export type Server = { url: string; pid: number; stop(): Promise<unknown> };

/** Microseconds of CPU (user and system) that a process has used. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks * 1_000_000) / 100;
}

/** Microseconds of CPU that a process uses in a second in which nobody asks it for anything. */
export async function idleCpu(pid: number): Promise<number> {
  const before = cpuMicroseconds(pid);
  await sleep(IDLE_MS);
  return ((cpuMicroseconds(pid) - before) / IDLE_MS) * 1000;
}

/** Microseconds of the server's CPU that one of so many GETs cost in a round, less what it does anyway. Throws if any is refused. */
async function costOfRound(
  { url, pid }: Server,
  { paths, headers, idle }: { paths: readonly string[]; headers: Record<string, string>; idle: number },
): Promise<number> {
  const [before, began] = [cpuMicroseconds(pid), performance.now()];
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((path) => ({ path, headers })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${paths} answered badly under load.`);
  const seconds = (performance.now() - began) / 1000;
  return (cpuMicroseconds(pid) - before - idle * seconds) / result.requests.total;
}

/**
 * Microseconds of CPU that one GET costs either server: the best of some short rounds, in turn, since what else runs on the machine
 * makes both dearer.
 */
export async function compareCosts(
  ours: Server,
  reference: Server,
  paths: readonly string[],
  headers: Record<string, string> = {},
): Promise<{ ours: number; reference: number }> {
  const idle = [await idleCpu(ours.pid), await idleCpu(reference.pid)];
  const costs: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, server] of [reference, ours].entries()) {
      const which = at === 0 ? 1 : 0;
      const cost = await costOfRound(server, { paths, headers, idle: idle[which] ?? 0 });
      costs[which] = Math.min(costs[which], cost);
    }
  }
  return { ours: costs[0], reference: costs[1] };
}

/** Microseconds of CPU that one GET costs a server alone, the best of some short rounds. */
export async function cpuPerRequest(
  server: Server,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const idle = await idleCpu(server.pid);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    costs.push(await costOfRound(server, { paths: [path], headers, idle }));
  return Math.min(...costs);
}
