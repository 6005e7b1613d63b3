import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Entry, packTar, unpackTar } from './tar.ts';

const LONG = `tables/${'a'.repeat(90)}/${'b'.repeat(50)}.ndjson`;
const FILES: Entry[] = [
  { name: LONG, bytes: Buffer.alloc(100_000, 7) },
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'of whole blocks', bytes: Buffer.alloc(1024, 1) },
];

async function allOf<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
const pack = async (files: Iterable<Entry>) => Buffer.concat(await allOf(packTar(files)));

test('files come out of an archive as they went in, and the same files give the same bytes', async () => {
  const archive = await pack(FILES);
  expect(await pack(FILES)).toEqual(archive);
  const cut = [archive.subarray(0, 700), archive.subarray(700)];
  expect(await allOf(unpackTar(Readable.from(cut)))).toEqual(FILES);
});

test.each([300, 700, 90_000])('an archive that ends after %d bytes is refused', async (length) => {
  const archive = await pack(FILES);
  await expect(allOf(unpackTar(Readable.from([archive.subarray(0, length)])))).rejects.toThrow();
});

test('what fails where files come from ends the archive', async () => {
  function* failing() {
    yield* FILES;
    throw new Error('The disk is gone.');
  }
  await expect(pack(failing())).rejects.toThrow('The disk is gone.');
});
