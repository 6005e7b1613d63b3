import { createHash } from 'node:crypto';
import type { Decoded } from '#embedded/image-host/decode/decode.ts';
import { Refusal } from '#embedded/image-host/errors.ts';
import {
  releaseSpace,
  reserveSpace,
  StrangersFull,
  type Uploader,
} from '#embedded/image-host/limits/quotas.ts';
import { imageName } from '#embedded/image-host/stores/image-store.ts';
import { type SweepOptions, sweepStrangers } from '#embedded/image-host/sweep.ts';

type KeepOptions = SweepOptions & { maxStoreBytes: number };

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/**
 * Returns a function that stores a picture in all its widths and gives its hash. A picture that is there
 * already takes no space. Throws what `reserveSpace` throws, and `store-unavailable` where the store fails.
 */
export function createKeep(options: KeepOptions) {
  const { db, store, maxStoreBytes, now } = options;

  async function reserve(picture: { hash: string; bytes: number }, uploader: Uploader): Promise<boolean> {
    const wanted = { ...picture, uploader, maxStoreBytes, now: now() };
    try {
      return await reserveSpace(db, wanted);
    } catch (error) {
      if (!(error instanceof StrangersFull)) throw error;
      await sweepStrangers(options);
      return reserveSpace(db, wanted);
    }
  }

  async function keep({ base, narrower }: Decoded, uploader: Uploader): Promise<string> {
    const hash = createHash('sha256').update(base.bytes).digest('hex');
    const bytes = [base, ...narrower].reduce((sum, rendition) => sum + rendition.bytes.length, 0);
    const isNew = await reserve({ hash, bytes }, uploader);
    try {
      if (!isNew && (await store.get(imageName({ hash })))) return hash;
      for (const { width, bytes } of narrower) await store.put(imageName({ hash, width }), bytes);
      // Last, so that a stored picture always has its widths.
      await store.put(imageName({ hash }), base.bytes);
    } catch (error) {
      if (isNew) await releaseSpace(db, hash);
      throw error;
    }
    return hash;
  }

  return async (picture: Decoded, uploader: Uploader): Promise<string> => {
    try {
      return await keep(picture, uploader);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      throw new Refusal(isFull(cause) ? 'store-full' : 'store-unavailable', { cause });
    }
  };
}
