import { t } from '#languages/t.ts';
import { refuseFile } from './refuse-file.ts';

/**
 * How workbooks and other archives begin (PKWARE's APPNOTE, local file header), and the workbooks of before
 * 2007 (MS-CFB).
 */
const NO_TEXT = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * The text of a file: by its byte order mark UTF-8 or UTF-16, else UTF-8 where it is valid, else
 * Windows-1252, in which older spreadsheets write. Refuses a workbook, and what is no text at all.
 */
export function decodeText(bytes: Uint8Array): string {
  if (NO_TEXT.some((start) => start.every((byte, at) => bytes[at] === byte)))
    refuseFile(() => t('imports.is_spreadsheet'));
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0')) refuseFile(() => t('imports.is_no_text'));
  return text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
