import { createHash, randomBytes } from 'node:crypto';
import { openFolderStore } from '#embedded/image-host/stores/folder-store.ts';
import { imageName } from '#embedded/image-host/stores/image-store.ts';

// The process that the crash test kills: stores picture after picture in the folder of its argument and
// prints the name of each that `put` has acknowledged.
const store = await openFolderStore(process.argv[2] ?? '');
for (;;) {
  const bytes = randomBytes(300_000);
  const name = imageName({ hash: createHash('sha256').update(bytes).digest('hex') });
  await store.put(name, bytes);
  process.stdout.write(`${name}\n`);
}
