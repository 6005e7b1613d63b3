import type { Kysely } from 'kysely';
import { Refusal } from '#embedded/image-host/errors.ts';
import type { ImageDb, ImageRow, ImageTables } from '#embedded/image-host/tables.ts';

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a picture may lie here before something has to refer to it. */
export const UNREFERENCED_MS = DAY_MS;
/** Stored bytes that one person, one network of strangers and one network in all may add in a day. */
export const DAILY_BYTES = { person: 100 * MB, strangers: 25 * MB, network: 500 * MB };

/** Strangers have an eighth of the store, and 256 MB at most; what is left is for people. */
export const strangersBytes = (maxStoreBytes: number) => Math.min(256 * MB, Math.floor(maxStoreBytes / 8));

/**
 * Who uploads: a person the mounter knows, or a stranger (`person` null), from which network and which wider
 * network.
 */
export type Uploader = {
  person: string | null;
  network: string;
  site?: { id: string; times: number } | undefined;
};
type Wanted = { hash: string; bytes: number; uploader: Uploader; maxStoreBytes: number; now: number };

/** Thrown where the strangers' own part is used up, which the next sweep relieves. */
export class StrangersFull extends Refusal {
  constructor() {
    super('busy', { retryAfterSeconds: HOUR_MS / 1000 });
  }
}

/**
 * Holds the space for a picture before a byte of it is written; false where the picture is known and takes
 * none. Throws `too-many-uploads`, `store-full`, or `busy` while the same picture is being deleted.
 */
export async function reserveSpace(db: Kysely<ImageTables>, wanted: Wanted): Promise<boolean> {
  const { hash, bytes, uploader, now } = wanted;
  const isStranger = uploader.person === null;
  const checkat = now + UNREFERENCED_MS;
  return db.transaction().execute(async (tx) => {
    await tx.updateTable('images_lock').set({ id: 1 }).execute();
    const known = await tx
      .selectFrom('images')
      .select('deleting')
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (known?.deleting) throw new Refusal('busy', { retryAfterSeconds: 5 });
    if (known) {
      const change = { checkat, uploadedat: now, ...(!isStranger && { pool: 'people' as const }) };
      await tx.updateTable('images').set(change).where('hash', '=', hash).execute();
      return false;
    }
    await ensureSpace(tx, wanted);
    const { person: owner, network } = uploader;
    const pool = isStranger ? 'strangers' : 'people';
    const row: ImageRow = { hash, pool, owner, network, bytes, uploadedat: now, checkat, deleting: 0 };
    await tx.insertInto('images').values(row).execute();
    return true;
  });
}

/** Gives back the space of a picture that could not be written. */
export async function releaseSpace(db: ImageDb, hash: string): Promise<void> {
  await db.deleteFrom('images').where('hash', '=', hash).execute();
}

async function ensureSpace(tx: ImageDb, { bytes, uploader, maxStoreBytes, now }: Wanted): Promise<void> {
  const { person, network, site } = uploader;
  const today = now - DAY_MS;
  const quotas: { of: Of; most: number }[] = [
    { of: { network, today }, most: DAILY_BYTES.network },
    person === null
      ? { of: { pool: 'strangers', network, today }, most: DAILY_BYTES.strangers }
      : { of: { owner: person, today }, most: DAILY_BYTES.person },
  ];
  if (person === null && site)
    quotas.push({
      of: { pool: 'strangers', site: site.id, today },
      most: DAILY_BYTES.strangers * site.times,
    });
  for (const { of, most } of quotas) {
    if ((await sumBytes(tx, of)) + bytes > most)
      throw new Refusal('too-many-uploads', { retryAfterSeconds: HOUR_MS / 1000 });
  }
  const forStrangers = strangersBytes(maxStoreBytes);
  if (person === null) {
    if ((await sumBytes(tx, { pool: 'strangers' })) + bytes > forStrangers) throw new StrangersFull();
  } else if ((await sumBytes(tx, { pool: 'people' })) + bytes > maxStoreBytes - forStrangers) {
    throw new Refusal('store-full');
  }
}

type Of = { pool?: ImageRow['pool']; owner?: string; network?: string; site?: string; today?: number };

async function sumBytes(tx: ImageDb, { pool, owner, network, site, today }: Of): Promise<number> {
  let query = tx.selectFrom('images').select((eb) => eb.fn.sum<number>('bytes').as('total'));
  if (pool !== undefined) query = query.where('pool', '=', pool);
  if (owner !== undefined) query = query.where('owner', '=', owner);
  if (network !== undefined) query = query.where('network', '=', network);
  // `2001:db8:1::/48` has whatever begins with `2001:db8:1:`.
  if (site !== undefined) query = query.where('network', 'like', `${site.slice(0, site.indexOf('::') + 1)}%`);
  if (today !== undefined) query = query.where('uploadedat', '>', today);
  const { total } = await query.executeTakeFirstOrThrow();
  return Number(total ?? 0);
}
