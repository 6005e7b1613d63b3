import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 24;

/** Bytes from here on would make the first letters likelier than the others. */
const EVEN_BELOW = 256 - (256 % ALPHABET.length);

/** Unguessable letters and digits, about six bits each. */
export function randomText(length = ID_LENGTH): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length - text.length))
      if (byte < EVEN_BELOW) text += ALPHABET[byte % ALPHABET.length];
  return text;
}

/** A new id in Stripe's form, such as `pi_3f…`. */
export const newId = (prefix: string) => `${prefix}_${randomText()}`;
