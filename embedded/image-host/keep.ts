import { createHash } from 'node:crypto';
import type { Decoded } from './decode.ts';
import { Refusal } from './errors.ts';
import { type ImageStore, imageName } from './image-store.ts';

/** How long a count of the store is believed; other processes may write to it too. */
const COUNT_MS = 10 * 60_000;

type KeepOptions = { store: ImageStore; maxStoreBytes: number; now: () => number };

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/**
 * Answers a function that stores a picture in all its widths and gives its hash. A picture that is there already takes
 * no room. Throws `store-full` where it would pass `maxStoreBytes` and `store-unavailable` where the store fails.
 */
export function createKeep({ store, maxStoreBytes, now }: KeepOptions) {
  let countedAt = Number.NEGATIVE_INFINITY;
  let counted = Promise.resolve(0);
  let written = 0;
  let reserved = 0;

  async function recount(): Promise<number> {
    if (now() - countedAt > COUNT_MS) {
      countedAt = now();
      written = 0;
      counted = store.totalBytes();
      // A count that failed is not kept.
      counted.catch(() => {
        countedAt = Number.NEGATIVE_INFINITY;
      });
    }
    return counted;
  }

  /** Holds the room before a byte is written, so that uploads that race cannot pass the ceiling together. */
  async function withRoom(bytes: number, write: () => Promise<void>): Promise<void> {
    const before = await recount();
    // No await from here to the reservation, or two could find the same room.
    if (before + written + reserved + bytes > maxStoreBytes) throw new Refusal('store-full');
    reserved += bytes;
    try {
      await write();
      written += bytes;
    } finally {
      reserved -= bytes;
    }
  }

  async function keep({ base, narrower }: Decoded): Promise<string> {
    const hash = createHash('sha256').update(base.bytes).digest('hex');
    if (await store.get(imageName({ hash }))) return hash;
    const room = [base, ...narrower].reduce((sum, { bytes }) => sum + bytes.length, 0);
    await withRoom(room, async () => {
      for (const { width, bytes } of narrower) await store.put(imageName({ hash, width }), bytes);
      // Last: where the picture is, its widths are.
      await store.put(imageName({ hash }), base.bytes);
    });
    return hash;
  }

  return async (picture: Decoded): Promise<string> => {
    try {
      return await keep(picture);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      throw new Refusal(isFull(cause) ? 'store-full' : 'store-unavailable', { cause });
    }
  };
}
