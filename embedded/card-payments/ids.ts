import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 24;

/** Unguessable letters and digits, about six bits each. */
export const randomText = (length = ID_LENGTH) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A new id in Stripe's form, such as `pi_3f…`. */
export const newId = (prefix: string) => `${prefix}_${randomText()}`;
