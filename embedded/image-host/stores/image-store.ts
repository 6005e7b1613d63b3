import type { ObjectStore } from './object-store.ts';

/** Where pictures are kept, by names that are made from their content's hash. They are small enough to be read whole. */
export type ImageStore = Omit<ObjectStore, 'open'>;

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
