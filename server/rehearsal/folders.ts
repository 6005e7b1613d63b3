import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REHEARSAL_MS } from '#contract/rehearsal/calls.ts';

/* A copy lives in a folder of its own among the system's temporary ones, which names the process that keeps it. */

const PREFIX = 'cadenza-rehearsal-';
const NAME = new RegExp(`^${PREFIX}(\\d+)-`);

/** Makes a folder for a copy that this process keeps, which its own user alone may read; gives its path. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** Deletes the folder of a copy, with all that is in it. */
export const deleteFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Deletes what copies have left whose school was killed together with them. Another school on this machine may
 * have one; no copy lives longer than two hours, whatever process has got its number since.
 */
export function sweepFolders(now: number = Date.now()): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined) continue;
    const folder = join(tmpdir(), name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    const isOver = now - found.birthtimeMs > REHEARSAL_MS + REHEARSAL_MS / 2;
    if (isOver || Number(pid) === process.pid || !isAlive(Number(pid))) deleteFolder(folder);
  }
}
