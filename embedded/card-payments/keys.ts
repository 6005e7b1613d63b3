import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './errors.ts';
import type { Service } from './options.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

const unauthorized = (message: string) => new Refusal(401, { type: 'invalid_request_error', message });

/** The API key of a request: bearer token (the SDK), or the parameter `key` (stripe.js). */
export function keyOf(authorization: string | undefined, parameter: string | undefined): string | undefined {
  const [scheme = '', value = ''] = authorization?.split(' ') ?? [];
  return scheme.toLowerCase() === 'bearer' ? value : parameter;
}

export type Surface = 'public' | 'secret' | 'both';

/** Which of this surface's keys it is. Throws 401 when it is none of them. */
export function checkKey(
  key: string | undefined,
  service: Service,
  surface: Surface,
): 'publishable' | 'secret' {
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. Send it in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (surface !== 'secret' && same(key, service.publishableKey)) return 'publishable';
  if (surface !== 'public' && same(key, service.secretKey)) return 'secret';
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(12).slice(-4)}`);
}

/** The refusal of a call that only the shop's server may make: 403. */
export const secretKeyRequired = () =>
  new Refusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
