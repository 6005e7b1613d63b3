import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';

/** A plain file in an archive. `mode`: who may read and run it, 0600 where it is not said. */
export type Entry = { name: string; bytes: Uint8Array; mode?: number };

/**
 * An archive of files, in pieces, each of the moment `seconds` of the epoch. The same files give the same
 * bytes.
 */
export async function* packTar(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  { seconds = 0 } = {},
): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const mtime = new Date(seconds * 1000);
  const add = ({ name, bytes, mode = 0o600 }: Entry) =>
    new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode, mtime }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  async function addAll() {
    for await (const entry of entries) await add(entry);
    archive.finalize();
  }
  // Is thrown where the archive is read.
  addAll().catch((error) => archive.destroy(error));
  yield* archive as AsyncIterable<Uint8Array>;
}

/** The files of an archive, one after the other. Throws where it is damaged or ends too early. */
export async function* unpackTar(archive: Readable): AsyncGenerator<Entry> {
  const files = extract();
  archive.on('error', (error) => files.destroy(error));
  archive.pipe(files);
  for await (const file of files) yield { name: file.header.name, bytes: await buffer(file) };
}
