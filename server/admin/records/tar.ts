/*
 * Plain files in the tar format of POSIX.1-1988 ("ustar"), for backups and releases. Sizes are known beforehand: nothing else of the format
 * is used.
 */

/** `mode`: who may read and run it, 0600 where it is not said. */
export type Entry = { name: string; bytes: Uint8Array; mode?: number };

const BLOCK = 512;
const [NAME_MAX, PREFIX_MAX] = [100, 155];
/** A header's fields: where each begins and how long it is. */
const NAME = [0, NAME_MAX] as const;
const MODE = [100, 8] as const;
const USER = [108, 8] as const;
const GROUP = [116, 8] as const;
const SIZE = [124, 12] as const;
const TIME = [136, 12] as const;
const SUM = [148, 8] as const;
const TYPE = 156;
const MAGIC = [257, 8] as const;
const PREFIX = [345, PREFIX_MAX] as const;
const USTAR = 'ustar\x0000';

/** The bytes are no archive, or not all of one. */
export class TarError extends Error {
  override name = 'TarError';
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** The sum of a header's bytes, with blanks in the place of the sum itself. */
function sumOf(header: Buffer): number {
  const blank = Buffer.from(header);
  blank.fill(' ', SUM[0], SUM[0] + SUM[1]);
  return blank.reduce((sum, byte) => sum + byte, 0);
}

/** A long name is cut at a slash, into what stands before it and after. */
function splitName(name: string): { prefix: string; rest: string } {
  const cut = Buffer.byteLength(name) <= NAME_MAX ? -1 : name.indexOf('/', name.length - NAME_MAX - 1);
  const [prefix, rest] = [name.slice(0, Math.max(cut, 0)), name.slice(cut + 1)];
  if (Buffer.byteLength(rest) > NAME_MAX || Buffer.byteLength(prefix) > PREFIX_MAX)
    throw new Error(`The name ${name} is too long for an archive.`);
  return { prefix, rest };
}

/** Of nobody in particular, at the moment `seconds` of the epoch. */
function headerOf({ name, bytes, mode = 0o600 }: Entry, seconds: number): Buffer {
  const { prefix, rest } = splitName(name);
  const header = Buffer.alloc(BLOCK);
  const set = ([at, length]: readonly [number, number], text: string) => header.write(text, at, length);
  set(NAME, rest);
  set(MODE, octal(mode, MODE[1]));
  for (const owner of [USER, GROUP]) set(owner, octal(0, owner[1]));
  set(SIZE, octal(bytes.length, SIZE[1]));
  set(TIME, octal(seconds, TIME[1]));
  header.write('0', TYPE);
  set(MAGIC, USTAR);
  set(PREFIX, prefix);
  set(SUM, `${octal(sumOf(header), SUM[1] - 1)} `);
  return header;
}

/** An archive of files, in pieces, each of the moment `seconds` of the epoch. The same files give the same bytes. */
export async function* packTar(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  { seconds = 0 } = {},
): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield headerOf(entry, seconds);
    yield entry.bytes;
    yield Buffer.alloc(paddingOf(entry.bytes.length));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The files of an archive, one after the other. Throws `TarError` where it is damaged or ends too early. */
export async function* unpackTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const take = takerOf(archive);
  for (;;) {
    const header = await take(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(header);
    const bytes = await take(size);
    await take(paddingOf(size));
    yield { name, bytes };
  }
  // What is left is read too: only at its end is what was compressed known to be whole.
  for (;;) if ((await take(BLOCK, { orLess: true })).length === 0) return;
}

function readHeader(header: Buffer): { name: string; size: number } {
  const get = ([at, length]: readonly [number, number]) =>
    header.toString('utf8', at, at + length).replace(/[\0 ]+$/, '');
  const sum = Number.parseInt(get(SUM), 8);
  const size = Number.parseInt(get(SIZE), 8);
  if (!get(MAGIC).startsWith('ustar') || sum !== sumOf(header) || !(size >= 0))
    throw new TarError('it is no archive, or a damaged one.');
  return { name: [get(PREFIX), get(NAME)].filter(Boolean).join('/'), size };
}

/** Takes so many bytes after those that were taken before. */
function takerOf(archive: AsyncIterable<Uint8Array>) {
  const pieces = archive[Symbol.asyncIterator]();
  let kept: Uint8Array[] = [];
  let length = 0;
  return async (size: number, { orLess = false } = {}): Promise<Buffer> => {
    while (length < size) {
      const { value, done } = await pieces.next();
      if (done && !orLess) throw new TarError('it ends too early.');
      if (done) break;
      kept.push(value);
      length += value.length;
    }
    const all = Buffer.concat(kept, length);
    const rest = all.subarray(size);
    kept = rest.length > 0 ? [rest] : [];
    length = rest.length;
    return all.subarray(0, size);
  };
}
