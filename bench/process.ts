import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/* What one server process costs; Linux only, since it reads /proc. */

const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 8;

export type Server = { url: string; pid: number; stop(): Promise<unknown> };

/** Microseconds of CPU (user and system) that a process has used. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks * 1_000_000) / 100;
}

/** Megabytes of memory that a process holds at this moment. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/**
 * Microseconds of the server's CPU that one GET costs, the best of some short rounds: wall time on a shared machine says little.
 * Throws if an answer is refused or a connection breaks.
 */
export async function cpuPerRequest(
  { url, pid }: Server,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuMicroseconds(pid);
    const result = await autocannon({
      url: url + path,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path} answered badly under load.`);
    costs.push((cpuMicroseconds(pid) - before) / result.requests.total);
  }
  return Math.min(...costs);
}
