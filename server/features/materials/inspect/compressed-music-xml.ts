import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { isMusicXml, PROLOG_BYTES } from './music-xml.ts';

const CONTAINER = 'META-INF/container.xml';
const ROOT_FILE = /<rootfile\s[^<>]*?\bfull-path\s*=\s*(?:"([^"<]+)"|'([^'<]+)')/;
const ENTRIES_MAX = 200;
/** Of all that is in it, as it says itself. */
const UNPACKED_MAX = 200 * 1024 * 1024;

/**
 * Whether an archive is compressed MusicXML: whether the file that its container names as its root is a score.
 * No more than the beginnings of the two are unpacked.
 */
export async function isCompressedMusicXml(file: Blob): Promise<boolean> {
  try {
    const zip = await fromRandomAccessReaderPromise(new BlobReader(file), file.size, {
      lazyEntries: true,
      autoClose: false,
    });
    const entries = await entriesOf(zip);
    const container = entries.get(CONTAINER);
    const [, one, other] = (container && ROOT_FILE.exec((await headOf(zip, container)).toString())) ?? [];
    const root = entries.get(one ?? other ?? '');
    return root !== undefined && isMusicXml(await headOf(zip, root));
  } catch {
    return false;
  }
}

/** Throws where there are too many, or would be too much of them. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    unpacked += entry.uncompressedSize;
    if (entries.size > ENTRIES_MAX || unpacked > UNPACKED_MAX) throw new Error('There is too much in it.');
  }
  return entries;
}

/** The first bytes of what an entry unpacks to. */
async function headOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let length = 0;
  // A loop that is left ends the stream.
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= PROLOG_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, PROLOG_BYTES);
}

/** Reads parts of a file that lies elsewhere. */
class BlobReader extends RandomAccessReader {
  readonly #file: Blob;

  constructor(file: Blob) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.fromWeb(this.#file.slice(start, end).stream());
  }
}
