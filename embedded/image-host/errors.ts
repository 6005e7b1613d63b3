import { STATUS_CODES } from 'node:http';
import type { ImageRefused } from '#contract/protocols/image-host.ts';

/**
 * Every refusal: HTTP status, the vendor's code, and the sentence that the user reads. 100, 130, 310 and 313
 * are the vendor's own; where it has none the code repeats the status.
 */
export const refusals = {
  'invalid-key': [400, 100, 'Invalid API v1 key.'],
  'empty-source': [400, 130, 'No picture was sent. Choose one and try again.'],
  'bad-form': [400, 130, 'The upload could not be read. Send the picture as the form field “image”.'],
  'url-source': [400, 310, 'Pictures are not fetched from other addresses. Upload the picture itself.'],
  'not-an-image': [400, 313, 'This file is not a JPEG, PNG, WebP or GIF picture. Choose another one.'],
  'two-faced': [
    400,
    310,
    'This file holds more than a picture. Save it again as JPEG or PNG and try once more.',
  ],
  unreadable: [400, 310, 'This picture is damaged or incomplete. Choose another one.'],
  'too-large': [400, 400, 'This picture is larger than 8 MB. Choose a smaller one.'],
  'too-many-pixels': [
    400,
    400,
    'This picture has more than 25 megapixels or a side longer than 8000 pixels. Make it smaller and try again.',
  ],
  'too-slow': [408, 408, 'The upload took too long. Check your connection and try again.'],
  'not-found': [404, 404, 'There is no such picture.'],
  'too-many-uploads': [429, 429, 'Too many pictures were uploaded from here. Wait a while and try again.'],
  busy: [503, 503, 'Many pictures are being uploaded right now. Try again in a moment.'],
  'store-unavailable': [503, 503, 'Pictures cannot be stored or shown right now. Try again in a moment.'],
  'store-full': [507, 507, 'There is no room left for more pictures. Ask the school to make some.'],
  internal: [500, 500, 'Something went wrong on our side. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, code: number, message: string]>;

export type RefusalName = keyof typeof refusals;

/** A refused upload, by its name in `refusals`; `retryAfterSeconds` becomes the header `Retry-After`. */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: RefusalName, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(refusals[refusal][2], { cause: options.cause });
    this.refusal = refusal;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A refusal in the vendor's form. */
export function refusalBody(name: RefusalName): ImageRefused {
  const [status, code, message] = refusals[name];
  return {
    status_code: status,
    error: { message, code, context: name },
    status_txt: STATUS_CODES[status] ?? 'Error',
  };
}
