import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Refusal } from '#embedded/image-host/errors.ts';
import type { ImageDb, ImageTables } from '#embedded/image-host/tables.ts';

const MINUTE_MS = 60_000;

/** How many uploads in a window that opens with the first. */
const LIMITS = {
  /** All uploads of one network, before the uploader is looked up. */
  'network, minute': { max: 100, windowMs: MINUTE_MS },
  'uploader, minute': { max: 10, windowMs: MINUTE_MS },
  'uploader, hour': { max: 60, windowMs: 60 * MINUTE_MS },
} as const;

/**
 * Counts an upload of a caller with the limit `times` before any of it is read; throws `too-many-uploads`,
 * with the time to retry.
 */
export type CountUpload = (limit: keyof typeof LIMITS, whose: string, times: number) => Promise<void>;

/** Counts in the database, which every process shares; `factor` multiplies each limit. */
export function uploadLimits(db: Kysely<ImageTables>, now: () => number, factor: number): CountUpload {
  return async (limit, whose, times) => {
    const { max, windowMs } = LIMITS[limit];
    const at = now();
    const key = createHash('sha256').update(`${limit} ${whose}`).digest('base64url');
    const { count, until } = await db
      .insertInto('images_attempts')
      .values({ key, count: 1, until: at + windowMs })
      .onConflict((c) =>
        c.column('key').doUpdateSet((eb) => {
          const isOver = eb('images_attempts.until', '<=', at);
          return {
            count: eb
              .case()
              .when(isOver)
              .then(1)
              .else(eb('images_attempts.count', '+', 1))
              .end(),
            until: eb
              .case()
              .when(isOver)
              .then(at + windowMs)
              .else(eb.ref('images_attempts.until'))
              .end(),
          };
        }),
      )
      .returning(['count', 'until'])
      .executeTakeFirstOrThrow();
    if (count <= max * times * factor) return;
    throw new Refusal('too-many-uploads', { retryAfterSeconds: Math.ceil((until - at) / 1000) });
  };
}

/** Deletes windows that are over. */
export async function deleteOldAttempts(db: ImageDb, now: number): Promise<void> {
  await db.deleteFrom('images_attempts').where('until', '<=', now).execute();
}
