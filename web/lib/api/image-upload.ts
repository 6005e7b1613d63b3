import type { ImageRefused, ImageUploaded } from '#contract/protocols/image-host.ts';
import { t } from '#languages/t.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { shrinkPicture } from './shrink-picture.ts';

export type UploadOptions = {
  /** Where to POST to, key included. */
  uploadUrl: string;
  /** Told how much is sent, from 0 to 1. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
  /** The school's token of the person who is signed in; replaced in tests. */
  token?: () => Promise<string | null>;
};

/**
 * The school's own host counts an upload to the person who is signed in. A hosted one never sees the token.
 */
async function authorizationFor(uploadUrl: string, token: () => Promise<string | null>) {
  if (new URL(uploadUrl, location.href).origin !== location.origin) return null;
  const bearer = await token().catch(() => null);
  return bearer && `Bearer ${bearer}`;
}

/**
 * A picture of this school's own host is kept as a path, so that it lives on when the school's address
 * changes.
 */
function withoutOwnOrigin(url: string): string {
  const own = `${location.origin}/`;
  return url.startsWith(own) ? url.slice(location.origin.length) : url;
}

function read(text: string): Partial<ImageUploaded & ImageRefused> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** The picture itself is refused: the same one is refused again, however often it is sent. */
export class PictureRefused extends Error {}

async function refusalOf(error?: Partial<ImageRefused['error']>): Promise<Error> {
  const words = await import('./image-refusals.ts').catch(() => undefined);
  if (!words) return new Error(t('common.picture_not_uploaded'));
  return words.isUnfit(error)
    ? new PictureRefused(words.refusalWords(error))
    : new Error(words.refusalWords(error));
}

/**
 * Uploads a picture to the image host, made smaller where it is too large for it, and answers its URL (the
 * vendor's `display_url`). Not one of the changes that a page's action makes: it says how far it is, and can
 * be called off. Rejects with an Error whose message is a sentence for the person; when aborted, with the
 * signal's reason.
 */
export async function uploadImage(
  file: File,
  { uploadUrl, onProgress, signal, token = accessToken }: UploadOptions,
): Promise<string> {
  const [picture, authorization] = await Promise.all([
    shrinkPicture(file),
    authorizationFor(uploadUrl, token),
  ]);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    // fetch does not tell how much of a body is sent.
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const { data, error } = read(request.responseText);
      // A refusal carries no `success`, and a hosted service may put one behind status 200.
      if (data?.display_url) resolve(withoutOwnOrigin(data.display_url));
      else void refusalOf(error).then(reject);
    };
    request.onerror = () => reject(new Error(t('common.picture_host_unreachable')));
    request.onabort = () => reject(signal?.reason ?? new Error(t('common.picture_not_uploaded')));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);

    const form = new FormData();
    form.set('image', picture);
    request.open('POST', uploadUrl);
    if (authorization) request.setRequestHeader('authorization', authorization);
    request.send(form);
  });
}
