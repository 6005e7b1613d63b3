import type { Kysely, Transaction } from 'kysely';
import type { MigrationProvider } from 'kysely/migration';
import * as images from './migrations/001-images.ts';
import * as attempts from './migrations/002-attempts.ts';

/* The service's own tables. Moments are epoch milliseconds, yes and no are 1 and 0. */

/** A stored picture with its narrower widths. */
export type ImageRow = {
  hash: string;
  /**
   * Whose part of the store it takes up. A stranger's picture moves to the people's once something refers to
   * it.
   */
  pool: 'strangers' | 'people';
  /** Who uploaded it; null for a stranger, and once something refers to it. */
  owner: string | null;
  /** Where it was uploaded from; null once something refers to it. */
  network: string | null;
  bytes: number;
  uploadedat: number;
  /** When to look whether anything refers to it. */
  checkat: number;
  deleting: 0 | 1;
};

/** How often a person or network has uploaded in a window that ends at `until`; `key` is a hash. */
export type AttemptRow = { key: string; count: number; until: number };

export type ImageTables = { images: ImageRow; images_lock: { id: number }; images_attempts: AttemptRow };
export type ImageDb = Kysely<ImageTables> | Transaction<ImageTables>;

/** What the mounter hands to its migrator before the service starts. */
export const imageTables = {
  name: 'images',
  migrations: {
    getMigrations: async () => ({ '001-images': images, '002-attempts': attempts }),
  } satisfies MigrationProvider,
};
