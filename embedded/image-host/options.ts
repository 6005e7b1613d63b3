import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ImageStore } from './stores/image-store.ts';
import type { ImageTables } from './tables.ts';

export type ImageHostOptions = {
  /** Must have been migrated with `imageTables`. */
  db: Kysely<ImageTables>;
  store: ImageStore;
  /** The id of the uploader, where the mounter knows the person; null for a stranger. */
  personOf: (request: FastifyRequest) => Promise<string | null>;
  /** Whether anything outside refers to the picture `/i/<hash>.webp`. */
  isReferenced: (hash: string) => Promise<boolean>;
  /**
   * Whether stored pictures may be deleted now: false while the mounter copies its records and the store.
   * Always, when absent.
   */
  mayDelete?: () => Promise<boolean>;
  /** What uploads must bring as `key`. It is no secret: every page that uploads carries it. */
  apiKey: string;
  /** Scheme and host that the answers' URLs begin with, without a slash at the end. */
  originOf: (request: FastifyRequest) => string;
  /** Epoch milliseconds. */
  now: () => number;
  /**
   * Uploads that would make the store larger than this are refused; strangers have a part of it for
   * themselves.
   */
  maxStoreBytes: number;
  /** Multiplies the uploads a minute and an hour that a person or a network has; 1 when absent. */
  rateLimitFactor?: number;
  /** How long a body may take to come in, in milliseconds; a minute when absent. */
  bodyMs?: number;
};
