import { fileTypeFromBlob } from 'file-type';
import type { FileKind } from '#contract/materials/calls.ts';
import { isCompressedMusicXml } from './compressed-music-xml.ts';
import { hasSoundAlone } from './mpeg-4.ts';
import { isMusicXml, PROLOG_BYTES } from './music-xml.ts';
import { bytesOf } from './parts.ts';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** The last part of every PNG, which has nothing in it. */
const PNG_END = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1');

/**
 * What a file is, by its content; its name and declared type are not asked. Undefined where it is none of the
 * kinds, is damaged, or holds more than it says. Only parts of it are read.
 */
export async function findKind(file: Blob): Promise<FileKind | undefined> {
  const head = await bytesOf(file, 0, PROLOG_BYTES);
  if (head.subarray(0, ZIP.length).equals(ZIP)) return (await isCompressedMusicXml(file)) ? 'mxl' : undefined;
  if (isMusicXml(head)) return 'musicxml';
  const found = await fileTypeFromBlob(file).catch(() => undefined);
  switch (found?.mime) {
    case 'application/pdf':
      return 'pdf';
    case 'audio/mpeg':
      return found.ext === 'mp3' ? 'mp3' : undefined;
    case 'audio/x-m4a':
    case 'audio/mp4':
    case 'video/mp4':
      // Telephones say of a recording that it could be a film.
      return (await hasSoundAlone(file)) ? 'm4a' : undefined;
    case 'image/jpeg':
      return 'jpeg';
    case 'image/png':
    case 'image/apng':
      return (await endsAsPng(file)) ? 'png' : undefined;
    default:
      return undefined;
  }
}

/** Nothing may follow a picture, such as a page. What telephones append to a JPEG is let through. */
const endsAsPng = async (file: Blob): Promise<boolean> =>
  (await bytesOf(file, file.size - PNG_END.length)).equals(PNG_END);
