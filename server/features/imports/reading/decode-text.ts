import { isUtf8 } from 'node:buffer';
import { t } from '#languages/t.ts';
import { mapInTurns } from '#server/database/lists/turns.ts';
import { refuseFile } from './refuse-file.ts';

/**
 * How workbooks and other archives begin (PKWARE's APPNOTE, local file header), and the workbooks of before
 * 2007 (MS-CFB).
 */
const NO_TEXT = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** So much is decoded at a time, while other requests are answered. */
const SLICE_BYTES = 64 * 1024;

/**
 * The text of a file: by its byte order mark UTF-8 or UTF-16, else UTF-8 where it is valid, else
 * Windows-1252, in which older spreadsheets write. Refuses a workbook, and what is no text at all.
 */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  if (NO_TEXT.some((start) => start.every((byte, at) => bytes[at] === byte)))
    refuseFile(() => t('imports.is_spreadsheet'));
  const decoder = new TextDecoder(encodingOf(bytes));
  const starts = Array.from({ length: Math.ceil(bytes.length / SLICE_BYTES) }, (_, n) => n * SLICE_BYTES);
  const texts = await mapInTurns(starts, (at) => {
    const text = decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
    if (text.includes('\0')) refuseFile(() => t('imports.is_no_text'));
    return text;
  });
  // What a file that breaks off in the middle of a character ends with.
  return texts.join('') + decoder.decode();
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
