import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadImage } from './image-upload.ts';

/** What was sent: where to, and under which headers. */
let sent: { url: string; headers: Record<string, string> }[];

class RecordedRequest {
  upload = {};
  responseText = JSON.stringify({ data: { display_url: 'https://pictures.example/i/x.webp' } });
  onload?: () => void;
  onloadend?: () => void;
  #url = '';
  #headers: Record<string, string> = {};
  open(_method: string, url: string) {
    this.#url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  send() {
    sent.push({ url: this.#url, headers: this.#headers });
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal('XMLHttpRequest', RecordedRequest);
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no decoder here')));
});
afterEach(() => vi.unstubAllGlobals());

const file = new File(['x'], 'x.png', { type: 'image/png' });
const token = async () => 'opens-the-school';

test('an upload to the school’s own host says who is signed in', async () => {
  const uploadUrl = `${location.origin}/images/1/upload?key=k`;
  await uploadImage(file, { uploadUrl, token });
  expect(sent).toEqual([{ url: uploadUrl, headers: { authorization: 'Bearer opens-the-school' } }]);
});

test('a hosted one never gets the token, whatever its address looks like', async () => {
  const own = new URL(location.origin);
  for (const uploadUrl of [
    'https://api.imgbb.com/1/upload?key=k',
    `https://${own.hostname}.evil.example/1/upload`,
    `${own.protocol}//${own.hostname}:1${own.port}/1/upload`,
    `https://evil.example/?${location.origin}/images/1/upload`,
  ]) {
    await uploadImage(file, { uploadUrl, token });
  }
  expect(sent.map(({ headers }) => headers)).toEqual([{}, {}, {}, {}]);
});

test('a visitor, and one whose token cannot be had, uploads without', async () => {
  const uploadUrl = `${location.origin}/images/1/upload?key=k`;
  await uploadImage(file, { uploadUrl, token: async () => null });
  await uploadImage(file, { uploadUrl, token: () => Promise.reject(new Error('offline')) });
  expect(sent.map(({ headers }) => headers)).toEqual([{}, {}]);
});
