import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, ask } from './ask.ts';

/* What one server process costs; Linux only, since it reads /proc. */

const ROUNDS = 16;
/** Of these rounds the first are not counted: the compiler is still at work. */
const WARM_ROUNDS = 4;
const REQUESTS = 2500;
const IDLE_MS = 2000;

export type Server = { url: string; pid: number; stop(): Promise<unknown> };

/** Microseconds of CPU (user and system) that a process has used. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks * 1_000_000) / 100;
}

/** The same to the nanosecond, of the threads that it has now. */
function cpuOfThreads(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000;
}

/** Microseconds of CPU that a process uses in an idle second. */
export async function idleCpu(pid: number): Promise<number> {
  const before = cpuOfThreads(pid);
  await sleep(IDLE_MS);
  return ((cpuOfThreads(pid) - before) / IDLE_MS) * 1000;
}

/**
 * Microseconds of the server's CPU that one of these GETs cost in a round, less what it does anyway. Throws
 * if any is refused.
 */
async function costOfRound({ url, pid }: Server, asked: Asked, idle: number): Promise<number> {
  const [before, began] = [cpuOfThreads(pid), performance.now()];
  await ask(url, asked);
  const seconds = (performance.now() - began) / 1000;
  return (cpuOfThreads(pid) - before - idle * seconds) / asked.count;
}

export const medianOf = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Microseconds of CPU that one GET costs either server, and how often ours goes into theirs: medians of short
 * rounds in turn, since what else runs on the machine makes neighbouring rounds dearer alike.
 */
export async function compareCosts(
  ours: Server,
  reference: Server,
  paths: readonly string[],
  headers: Record<string, string> = {},
): Promise<{ ours: number; reference: number; ratio: number }> {
  const idle = { ours: await idleCpu(ours.pid), reference: await idleCpu(reference.pid) };
  const asked = { paths, headers, count: REQUESTS };
  const rounds: { ours: number; reference: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      reference: await costOfRound(reference, asked, idle.reference),
      ours: await costOfRound(ours, asked, idle.ours),
    });
  const counted = rounds.slice(WARM_ROUNDS);
  return {
    ours: medianOf(counted.map((round) => round.ours)),
    reference: medianOf(counted.map((round) => round.reference)),
    ratio: medianOf(counted.map((round) => round.reference / round.ours)),
  };
}
