import { chmodSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files of the data folder that hold records, keys or what operators did, and folders with mails, pictures
 * and the files of lessons.
 */
const FILES = ['cadenza.sqlite', 'cadenza.sqlite-wal', 'cadenza.sqlite-shm', 'cadenza.lock', 'admin.log'];
const FOLDERS = ['outbox', 'images', 'files', 'uploads'];
/** Files that a process of the school makes are readable by its own user alone. */
export const UMASK = 0o077;

const OWNED = [
  ...FILES.map((name) => ({ name, mode: 0o600 })),
  ...FOLDERS.map((name) => ({ name, mode: 0o700 })),
];

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/**
 * What of the school's in its data folder others than its user may open; nothing on Windows, which has no
 * such rights.
 */
export function findWide(dataDir: string): { path: string; mode: number }[] {
  if (process.platform === 'win32') return [];
  return OWNED.map(({ name, mode }) => ({ path: join(dataDir, name), mode })).filter(({ path }) => {
    const { mode = 0 } = statOf(path) ?? {};
    return (mode & UMASK) !== 0;
  });
}

/**
 * Removes other users' access to files that an earlier version, or a copy by hand, left open. Files of
 * another user stay as they are.
 */
export function narrowFiles(dataDir: string): void {
  for (const { path, mode } of findWide(dataDir)) {
    try {
      chmodSync(path, mode);
    } catch {
      // `doctor` says so.
    }
  }
}
