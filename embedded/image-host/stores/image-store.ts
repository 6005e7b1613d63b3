/**
 * Where pictures are kept. Names are made from the content's hash, so an object never changes: putting a name
 * again writes the same bytes. `put` answers when a crash can no longer lose the object, and a crash before
 * that leaves none of it.
 */
export interface ImageStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  /** What was never put is deleted already. */
  delete(name: string): Promise<void>;
  /** Every object with its size. */
  list(): AsyncIterable<{ name: string; bytes: number }>;
}

export type ImageName = { hash: string; width?: number };

const NAME = /^([0-9a-f]{64})(?:-(400|800))?\.webp$/;

/** The stored name of a picture, or of one of its narrower widths. */
export function imageName({ hash, width }: ImageName): string {
  return width === undefined ? `${hash}.webp` : `${hash}-${width}.webp`;
}

/** Reads a stored name; anything that `imageName` could not have made is undefined. */
export function parseImageName(text: string): ImageName | undefined {
  const match = NAME.exec(text);
  if (!match?.[1]) return undefined;
  return match[2] === undefined ? { hash: match[1] } : { hash: match[1], width: Number(match[2]) };
}
