import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

/** Its characters lie across each border at which a file is divided, in UTF-8 and UTF-16 alike. */
const LONG = 'aä€𝄞'.repeat(30_000);

test.each([
  ['UTF-8', Buffer.from(LONG)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${LONG}`)],
  ['UTF-16', Buffer.from(`\uFEFF${LONG}`, 'utf16le')],
])('a long file in %s is the text that was written', async (_, bytes) => {
  expect((await decodeText(bytes)) === LONG).toBe(true);
});

test('a long file that is no UTF-8 is read as Windows-1252', async () => {
  const latin = 'Größe;Öl '.repeat(20_000);
  expect((await decodeText(Buffer.from(latin, 'latin1'))) === latin).toBe(true);
});

test('a file without a byte is empty, and one that ends within a character says so', async () => {
  expect(await decodeText(new Uint8Array())).toBe('');
  expect(await decodeText(Buffer.from('\uFEFFab', 'utf16le').subarray(0, -1))).toBe('a\uFFFD');
});

test('a file with the character NUL, far behind, is no text', async () => {
  await expect(decodeText(Buffer.from(`${LONG}\0`))).rejects.toMatchObject({ code: 'invalid-input' });
});
