import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { parseImageName } from './image-store.ts';

const ROUNDS = 20;
const WRITER = fileURLToPath(new URL('../../../tests/support/image-host/crash.ts', import.meta.url));

test('a process killed while it writes leaves no half picture and loses none that it acknowledged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'image-crash-'));
  let acknowledgedInAll = 0;
  let unfinishedInAll = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = spawn(process.execPath, [WRITER, folder], {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let printed = '';
      writer.stdout.on('data', (data) => {
        printed += data;
      });
      await once(writer.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 40));
      writer.kill('SIGKILL');
      await once(writer, 'close');

      const acknowledged = printed.split('\n').slice(0, -1);
      const files = (await readdir(folder)).filter((name) => name !== 'unfinished');
      for (const name of files) {
        const hash = createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex');
        expect(parseImageName(name)).toEqual({ hash });
      }
      expect(files).toEqual(expect.arrayContaining(acknowledged));
      acknowledgedInAll += acknowledged.length;
      unfinishedInAll += (await readdir(join(folder, 'unfinished'))).length;
      for (const name of files) await rm(join(folder, name));
    }
    // Otherwise nothing was tried.
    expect(acknowledgedInAll).toBeGreaterThan(ROUNDS);
    expect(unfinishedInAll).toBeGreaterThan(0);

    await openFolderStore(folder, () => Date.now() + 3_600_000);
    expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
