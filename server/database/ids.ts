import { randomUUID } from 'node:crypto';

/** A new id: UUID version 7 (RFC 9562, section 5.7), so that ids sort by the moment they were made. */
export function newId(now: number = Date.now()): string {
  const time = timeOf(now);
  // The random bits and the variant are where version 4 has them.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const timeOf = (moment: number) => Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0');

/** A bound that sorts before every id made from a moment on, and after every earlier id. */
export function firstIdAt(moment: number): string {
  const time = timeOf(moment);
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
