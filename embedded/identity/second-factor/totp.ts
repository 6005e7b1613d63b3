import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * RFC 6238, "TOTP: Time-Based One-Time Password Algorithm", with what every authenticator app understands:
 * SHA-1, six digits, a step of 30 seconds.
 */

export const NUMBER_DIGITS = 6;
export const STEP_S = 30;
/** Steps that a clock may be before or after ours. */
const DRIFT = 1;
/** RFC 4226, section 4: as long as SHA-1's output. */
const SECRET_BYTES = 20;
/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret in base32, without padding. */
export function newSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => BASE32.charAt(Number.parseInt(five, 2)));
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** The number of a step, counted from the epoch's beginning. */
export function numberOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 10 ** NUMBER_DIGITS).padStart(NUMBER_DIGITS, '0');
}

/** The step of a moment in epoch milliseconds. */
export const stepAt = (now: number) => Math.floor(now / 1000 / STEP_S);

/** The step after `laststep` whose number this is, of those that a clock may show now; undefined for none. */
export function stepOf(
  number: string,
  { secret, laststep, now }: { secret: string; laststep: number; now: number },
): number | undefined {
  if (!/^\d+$/.test(number) || number.length !== NUMBER_DIGITS) return undefined;
  const given = Buffer.from(number);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, at) => stepAt(now) - DRIFT + at);
  return steps.find((step) => step > laststep && timingSafeEqual(Buffer.from(numberOf(secret, step)), given));
}
