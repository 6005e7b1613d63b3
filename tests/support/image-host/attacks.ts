import { crc32, deflateSync } from 'node:zlib';

/** One chunk of a PNG file with its checksum (PNG 3rd edition, section 5.3). */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

type Png = {
  width: number;
  height: number;
  bits?: number;
  /** Rows of grey pixels, a filter byte before each. */
  pixels?: Uint8Array;
  /** The rows already compressed. */
  data?: Uint8Array;
  chunks?: Uint8Array[];
};

/** A grey PNG put together by hand, as no encoder would make it. */
export function pngOf({ width, height, bits = 8, pixels, data, chunks = [] }: Png): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bits, 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      ...chunks,
      chunk('IDAT', data ?? deflateSync(pixels ?? new Uint8Array())),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

/** A GIF of one frame that announces a size and brings hardly a pixel of it. */
export function gifHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const gif = Buffer.from(
    'GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff\x2c\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0\x3b',
    'latin1',
  );
  for (const at of [6, 24]) {
    gif.writeUInt16LE(width, at);
    gif.writeUInt16LE(height, at + 2);
  }
  return new Uint8Array(gif);
}
