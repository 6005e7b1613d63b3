import { bytesOf } from './parts.ts';

/*
 * ISO/IEC 14496-12: a file is boxes, each with its size and a name of four letters. `moov` says what tracks
 * there are, and the `hdlr` of a track what it is.
 */

type Box = { name: string; start: number; end: number };

const HEAD = 16;
/** What says where everything lies in hours of sound is smaller. */
const MOOV_MAX = 8 * 1024 * 1024;
const BOXES_MAX = 1000;
/** Those that boxes are read in. */
const NESTS = new Set(['trak', 'mdia']);

/** Whether a file of boxes has tracks of sound, and none of pictures. */
export async function hasSoundAlone(file: Blob): Promise<boolean> {
  const moov = await findMoov(file);
  if (!moov || moov.end - moov.start > MOOV_MAX) return false;
  const kinds = kindsIn(await bytesOf(file, moov.start, moov.end));
  return kinds.includes('soun') && !kinds.includes('vide');
}

async function findMoov(file: Blob): Promise<Box | undefined> {
  let at = 0;
  for (let count = 0; count < BOXES_MAX && at < file.size; count++) {
    const box = boxAt(await bytesOf(file, at, at + HEAD), 0, file.size - at);
    if (!box) return undefined;
    if (box.name === 'moov') return { ...box, start: at + box.start, end: at + box.end };
    at += box.end;
  }
  return undefined;
}

/** What the tracks in the content of a box are, by the four letters of their handlers. */
function kindsIn(bytes: Buffer): string[] {
  const kinds: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const box = boxAt(bytes, at, bytes.length);
    if (!box) return kinds;
    const content = bytes.subarray(box.start, box.end);
    if (NESTS.has(box.name)) kinds.push(...kindsIn(content));
    if (box.name === 'hdlr') kinds.push(content.toString('latin1', 8, 12));
    at = box.end;
  }
  return kinds;
}

/** The box at a place, its content from `start` to `end`; undefined where none fits before `limit`. */
function boxAt(bytes: Buffer, at: number, limit: number): Box | undefined {
  if (at + 8 > bytes.length) return undefined;
  const size = bytes.readUInt32BE(at);
  const isLong = size === 1 && at + HEAD <= bytes.length;
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? limit - at : size;
  const head = isLong ? HEAD : 8;
  const end = at + length;
  if (length < head || end > limit) return undefined;
  return { name: bytes.toString('latin1', at + 4, at + 8), start: at + head, end };
}
