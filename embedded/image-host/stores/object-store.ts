import type { Readable } from 'node:stream';

/**
 * Where objects are kept by name, which never change: putting a name again writes the same bytes. `put`
 * answers when a crash can no longer lose the object, and a crash before that leaves none of it.
 */
export interface ObjectStore {
  /** A blob is written as it is read, and is never in memory as a whole. */
  put(name: string, body: Uint8Array | Blob): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  /** The same as it comes, for what is large. */
  open(name: string): Promise<Readable | undefined>;
  /** What was never put is deleted already. */
  delete(name: string): Promise<void>;
  /** Every object with its size. */
  list(): AsyncIterable<{ name: string; bytes: number }>;
}
