export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/**
 * The picture format that the first bytes announce; names and declared types are never asked (ASVS 5.2.2).
 */
export function sniffFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return undefined;
}

// Long enough that compressed pixels do not spell one by chance.
const MARKUP = /<script[\s/>]|<!doctype\s+html|<html[\s>]|<\?php\s|<iframe[\s/>]|<svg\s+(?:xmlns|onload)/i;
const PDF_WITHIN = 1024;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_MAX = 0xffff;

function isZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-(ZIP_END_BYTES + ZIP_COMMENT_MAX));
  const at = tail.lastIndexOf(ZIP_END);
  if (at < 0 || at + ZIP_END_BYTES > tail.length) return false;
  return tail.readUInt16LE(at + 20) === tail.length - at - ZIP_END_BYTES;
}

/**
 * Whether the bytes of a picture would also be taken for a page, a script, a PDF or an archive by a program
 * that looks for one. What phones append to a photograph (a second picture, a film) is none of these.
 */
export function isPolyglot(bytes: Buffer): boolean {
  const pdf = bytes.subarray(0, PDF_WITHIN).includes('%PDF-');
  return pdf || isZip(bytes) || MARKUP.test(bytes.toString('latin1'));
}
