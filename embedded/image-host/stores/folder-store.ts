import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from './object-store.ts';

/** Unfinished files older than this belong to no living process: writing one takes far less. */
const LEFTOVER_MS = 60_000;

/** Makes a rename in this folder survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder and writes its directory entries through by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const ifPresent = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

async function sweep(unfinished: string, now: () => number): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const found = await stat(path).catch(ifPresent);
    if (found && now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
  }
}

/**
 * Keeps objects as files of `folder`, which is made when missing; several processes may share it. Files left
 * unfinished by a crash are swept when the store is opened.
 */
export async function openFolderStore(folder: string, now: () => number = Date.now): Promise<ObjectStore> {
  const unfinished = join(folder, 'unfinished');
  await mkdir(unfinished, { recursive: true });
  await sweep(unfinished, now);

  return {
    async put(name, body) {
      const path = join(unfinished, randomUUID());
      try {
        const file = await open(path, 'wx');
        try {
          await file.writeFile(body instanceof Blob ? body.stream() : body);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(path, join(folder, name));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },

    get: (name) => readFile(join(folder, name)).catch(ifPresent),

    async open(name) {
      const file = await open(join(folder, name)).catch(ifPresent);
      return file?.createReadStream();
    },

    delete: (name) => rm(join(folder, name), { force: true }),

    async *list() {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const found = await stat(join(folder, entry.name)).catch(ifPresent);
        if (found) yield { name: entry.name, bytes: found.size };
      }
    },
  };
}
