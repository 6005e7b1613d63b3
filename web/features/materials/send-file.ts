import type { Problem } from '#contract/errors.ts';
import { FILE_BYTES_MAX } from '#contract/materials/calls.ts';
import { language, t } from '#languages/t.ts';
import { accessToken } from '#web/lib/session/access-token.ts';

type Sending = {
  /** Told how much is sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** The file itself is refused: the same one is refused again, however often it is sent. */
export class FileRefused extends Error {}

/**
 * Adds a file to a lesson. Not one of the changes that a page's action makes: it says how far it is, and can
 * be called off. Rejects with an Error whose message is a sentence for the person.
 */
export async function sendFile(lessonid: string, file: File, { onProgress, signal }: Sending): Promise<void> {
  if (file.size > FILE_BYTES_MAX) throw new FileRefused(t('materials.file_too_large'));
  const token = await accessToken();
  return new Promise((resolve, reject) => {
    // fetch does not tell how much of a body is sent.
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      if (request.status < 300) return resolve();
      const { code, detail = t('materials.not_uploaded') } = problemIn(request.responseText);
      reject(code === 'file-unfit' ? new FileRefused(detail) : new Error(detail));
    };
    request.onerror = () => reject(new Error(t('common.school_unreachable')));
    request.onabort = () => reject(new Error(t('materials.not_uploaded')));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);

    const form = new FormData();
    form.set('file', file);
    request.open('POST', `/api/lessons/${encodeURIComponent(lessonid)}/files`);
    request.setRequestHeader('accept-language', language());
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(form);
  });
}
