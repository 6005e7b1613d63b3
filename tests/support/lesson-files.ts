import { crc32, deflateRawSync } from 'node:zlib';

/* Files as teachers add them to lessons, as short as they can be, and some that no teacher has. */

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** Two silent frames of MPEG-1 Layer III, 128 kbit/s at 44.1 kHz. */
export const MP3 = Buffer.concat(
  Array.from({ length: 4 }, () => Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])),
);

const box = (name: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8, name.padStart(8), 'latin1');
  head.writeUInt32BE(body.length + 8);
  return Buffer.concat([head, body]);
};
const handler = (kind: string) => box('hdlr', Buffer.alloc(8), Buffer.from(kind, 'latin1'), Buffer.alloc(13));
const track = (kind: string) => box('trak', box('mdia', box('mdhd', Buffer.alloc(24)), handler(kind)));

/** A file of boxes, of a brand, with these tracks. */
export const boxes = (brand: string, kinds: readonly string[]) =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mp42`, 'latin1')),
    box('mdat', Buffer.alloc(100)),
    box('moov', box('mvhd', Buffer.alloc(100)), ...kinds.map(track)),
  ]);
export const M4A = boxes('M4A ', ['soun']);

/** An empty score, after what may stand before its root. */
export const score = (before = '', root = 'score-partwise') =>
  Buffer.from(`${before}<${root} version="4.0"><part-list/></${root}>`);
export const DECLARED = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const MUSIC_XML = score(
  `${DECLARED}<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n<!-- By hand -->\n`,
);
/** One that reads a file of the reader who opens it. */
export const WITH_ENTITIES = score(
  `${DECLARED}<!DOCTYPE score-partwise [<!ENTITY secret SYSTEM "file:///etc/passwd">]>\n`,
);

type Entry = { name: string; content: Buffer; size?: number };

/** An archive of files, each packed; `size` is what it says to be unpacked. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, size = content.length } of entries) {
    const packed = deflateRawSync(content);
    const named = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(size, 18);
    about.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, named, packed]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, where, named]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const container = (root: string) => ({
  name: 'META-INF/container.xml',
  content: Buffer.from(
    `${DECLARED}<container><rootfiles><rootfile full-path="${root}" media-type="application/vnd.recordare.musicxml+xml"/></rootfiles></container>`,
  ),
});

/** Compressed MusicXML, with what its root holds and says to hold. */
export const mxlOf = (content: Buffer, size?: number) =>
  zipOf([container('score.xml'), { name: 'score.xml', content, ...(size && { size }) }]);
export const MXL = mxlOf(MUSIC_XML);
