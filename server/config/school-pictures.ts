import type { Config } from './config.ts';

/**
 * Whether a picture lies with the school: on its own origin, or where the image host that it uploads to keeps
 * them.
 */
export type IsSchoolPicture = (url: string) => boolean;

/** A path of this origin: `//host` is none. */
const OWN_PATH = /^\/(?![/\\])/;

/** Any other address would be asked by each visitor's browser, wherever it leads. */
export function schoolPictures({ publicUrl, images }: Pick<Config, 'publicUrl' | 'images'>): IsSchoolPicture {
  const origins = new Set([...(publicUrl ? [new URL(publicUrl).origin] : []), ...images.origins]);
  return (url) => OWN_PATH.test(url) || origins.has(URL.parse(url)?.origin ?? '');
}
