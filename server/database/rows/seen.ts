import { ensure } from '#server/http/errors.ts';

/**
 * The version of a row that the caller read before changing it; without one, the current version is taken.
 */
export type Seen = { version?: number | undefined };

/** Throws `changed-meanwhile` where a row has changed since it was read. */
export const ensureSeen = (row: { version: number }, { version }: Seen): void =>
  ensure(version === undefined || version === row.version, 'changed-meanwhile');
