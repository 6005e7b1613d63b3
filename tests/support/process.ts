import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The product as a process of its own, as `npm start` runs it. */
export type SchoolProcess = {
  process: ChildProcess;
  /** All that it has written so far, to both outputs. */
  printed(): string;
  /**
   * The address it says it listens at: PUBLIC_URL where that is set. Rejects with what it printed when it
   * ends instead.
   */
  listening: Promise<string>;
  exited: Promise<number | null>;
};

const ROOT = join(import.meta.dirname, '..', '..');

/** Starts the built product of `root` with this environment and nothing of the caller's but PATH. */
export function spawnSchool(env: Record<string, string>, root = ROOT): SchoolProcess {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  // The script gives its process to the product: its signals and figures are the product's.
  const child = spawn(process.execPath, [join('scripts', 'start.mjs')], {
    cwd: root,
    env: { PATH, PORT: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const listening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      const url = / is listening at (https?:\/\/\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`The school ended with code ${code}.\n${printed}`)));
  });
  listening.catch(() => {});
  return { process: child, printed: () => printed, listening, exited };
}

/** Asks it to stop as an operator would, and waits for the end. */
export async function stopSchool(school: SchoolProcess): Promise<number | null> {
  school.process.kill('SIGTERM');
  return school.exited;
}

/** Megabytes of memory that a process holds at this moment; Linux only. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/**
 * How many connections a process holds at this moment, those to its database and what it listens on among
 * them; Linux only.
 */
export const countConnections = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((file) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${file}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
