import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { IMAGE_WIDTHS } from '#contract/protocols/image-sizes.ts';
import { UNREFERENCED_MS } from './limits/quotas.ts';
import { type ImageStore, imageName, parseImageName } from './stores/image-store.ts';
import type { ImageRow, ImageTables } from './tables.ts';

const AT_ONCE = 100;
const LEASE_MS = 10 * 60_000;
/** When the strangers' part of the store is used up, what nothing refers to goes after this. */
const CROWDED_MS = 60 * 60_000;

export type SweepOptions = {
  db: Kysely<ImageTables>;
  store: ImageStore;
  now: () => number;
  /** Whether anything outside refers to the picture `/i/<hash>.webp`. */
  isReferenced: (hash: string) => Promise<boolean>;
  /**
   * Whether stored pictures may be deleted now, which is asked after nothing was found to refer to them:
   * false while the mounter copies its records and the store. Always, when absent.
   */
  mayDelete?: () => Promise<boolean>;
};

/**
 * Deletes what nothing has referred to for a day; gives how many pictures it looked at. Safe to call
 * concurrently.
 */
export async function sweepImages(options: SweepOptions): Promise<number> {
  const due = await options.db
    .selectFrom('images')
    .selectAll()
    .where('checkat', '<=', options.now())
    .orderBy('checkat')
    .limit(AT_ONCE)
    .execute();
  await checkAll(options, due);
  return due.length;
}

/**
 * Makes space among the strangers' pictures: the oldest that nothing refers to go, those of the last hour
 * stay.
 */
export async function sweepStrangers(options: SweepOptions): Promise<void> {
  const old = await options.db
    .selectFrom('images')
    .selectAll()
    .where('pool', '=', 'strangers')
    .where('uploadedat', '<=', options.now() - CROWDED_MS)
    .where('deleting', '=', 0)
    .orderBy('uploadedat')
    .limit(AT_ONCE)
    .execute();
  await checkAll(options, old);
}

/**
 * Takes pictures into the table that lie in the store without one: those of an older version, or of a crash.
 */
export async function adoptImages({ db, store, now }: SweepOptions): Promise<void> {
  const sizes = new Map<string, number>();
  for await (const { name, bytes } of store.list()) {
    const hash = parseImageName(name)?.hash;
    if (hash) sizes.set(hash, (sizes.get(hash) ?? 0) + bytes);
  }
  for (const [hash, bytes] of sizes) {
    const uploadedat = now();
    await db
      .insertInto('images')
      .values({
        hash,
        pool: 'people',
        owner: null,
        network: null,
        bytes,
        uploadedat,
        checkat: uploadedat + UNREFERENCED_MS,
        deleting: 0,
      })
      .onConflict((c) => c.column('hash').doNothing())
      .execute();
    await nextTurn();
  }
}

/** One after the other; others are answered in between, since an embedded database never waits by itself. */
async function checkAll(options: SweepOptions, images: readonly ImageRow[]): Promise<void> {
  for (const image of images) {
    await check(options, image);
    await nextTurn();
  }
}

async function check(options: SweepOptions, image: ImageRow): Promise<void> {
  const { db, store, now, isReferenced, mayDelete } = options;
  const { hash, deleting } = image;
  const update = (change: Partial<ImageRow>, { checkat, deleting } = image) =>
    db
      .updateTable('images')
      .set(change)
      .where('hash', '=', hash)
      .where('checkat', '=', checkat)
      .where('deleting', '=', deleting)
      .executeTakeFirst();
  // What another process began to delete and did not finish is deleted whatever refers to it: part of it is
  // gone.
  if (!deleting && (await isReferenced(hash))) {
    await update({ pool: 'people', owner: null, network: null, checkat: now() + UNREFERENCED_MS });
    return;
  }
  // Uploads of the same picture wait from here on.
  const claimed = { ...image, deleting: 1 as const, checkat: now() + LEASE_MS };
  const { numUpdatedRows } = await update({ deleting: 1, checkat: claimed.checkat });
  if (numUpdatedRows === 0n) return;
  // Asked last: records that are copied from here on say that this one is being deleted.
  if (mayDelete && !(await mayDelete())) {
    await update({ deleting, checkat: now() }, claimed);
    return;
  }
  await store.delete(imageName({ hash }));
  for (const width of IMAGE_WIDTHS.slice(0, -1)) await store.delete(imageName({ hash, width }));
  await db.deleteFrom('images').where('hash', '=', hash).execute();
}
