import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { PictureRefused, uploadImage } from './image-upload.ts';

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

/** What an upload that the host refuses is rejected with, in a language. */
function refusedFor(context: string, code: 'en' | 'de' = 'de') {
  class Refusing extends RecordedRequest {
    override responseText = JSON.stringify({
      status_code: 400,
      error: { message: 'Words of the host.', code: 310, context },
      status_txt: 'Bad Request',
    });
  }
  vi.stubGlobal('XMLHttpRequest', Refusing);
  const uploadUrl = `${location.origin}/images/1/upload?key=k`;
  return withLanguage(code, () => uploadImage(file, { uploadUrl, token }).catch((error: Error) => error));
}

test('what is wrong with a picture is said in the language of the page, and that it is the picture', async () => {
  expect(await refusedFor('not-an-image')).toEqual(
    new PictureRefused(
      'Diese Datei ist kein Bild im Format JPEG, PNG, WebP oder GIF. Wählen Sie eine andere.',
    ),
  );
  for (const name of ['two-faced', 'unreadable', 'too-large', 'too-many-pixels'])
    expect(await refusedFor(name), name).toBeInstanceOf(PictureRefused);
  for (const name of ['busy', 'too-many-uploads', 'store-full'])
    expect(await refusedFor(name), name).not.toBeInstanceOf(PictureRefused);
});

test('the words of another host are shown on English pages alone', async () => {
  expect(await refusedFor('theirs', 'en')).toEqual(new Error('Words of the host.'));
  expect(await refusedFor('theirs')).toEqual(
    new Error('Das Bild konnte nicht hochgeladen werden. Versuchen Sie es noch einmal.'),
  );
});
