import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE = '4g';
const SHRINK_TRIES = 50;

/** Where a school keeps its data, on a disk that may be full for a while. */
export type Disk = {
  folder: string;
  /** In words, how it is made full. */
  by: string;
  /** From now on nothing more fits, for these processes; gives what ends that. */
  fill(pids: readonly number[]): () => void;
  remove(): void;
};

/**
 * A disk in memory of its own where this user may mount one: it is made as small as what lies on it. Where not,
 * the processes are not let write files longer than the longest that lies there (`RLIMIT_FSIZE`), which the
 * system says by another error than that of a full disk. Linux alone.
 */
export function openDisk(): Disk {
  const place = mkdtempSync(join(tmpdir(), 'cadenza-soak-'));
  const folder = join(place, 'data');
  mkdirSync(folder);
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'cadenza-soak', folder], { stdio: 'ignore' });
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    mount(`size=${SIZE}`);
  } catch {
    return { folder, by: 'no file may grow', fill: (pids) => limitFiles(folder, pids), remove };
  }
  return {
    folder,
    by: 'a disk of its own is full',
    fill: () => {
      shrink(folder, (size) => mount(`remount,size=${size}`));
      return () => mount(`remount,size=${SIZE}`);
    },
    remove: () => {
      execFileSync('umount', [folder]);
      remove();
    },
  };
}

/** Makes a disk as small as what lies on it; where more was written since that was looked up, it is looked up again. */
function shrink(folder: string, resize: (size: number) => void): void {
  for (let left = SHRINK_TRIES; ; left--) {
    const { blocks, bfree, bsize } = statfsSync(folder);
    try {
      // A size of nothing would be one without end.
      resize(Math.max(1, blocks - bfree) * bsize);
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

function limitFiles(folder: string, pids: readonly number[]): () => void {
  const longest = statSync(join(folder, 'cadenza.sqlite'), { throwIfNoEntry: false })?.size ?? 0;
  const limit = (bytes: string) => {
    for (const pid of pids)
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`], { stdio: 'ignore' });
  };
  limit(String(longest));
  return () => limit('unlimited');
}
