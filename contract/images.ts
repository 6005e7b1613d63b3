import { IMAGE_WIDTHS } from './protocols/image-sizes.ts';

const OWN_IMAGE = /^((?:https?:\/\/[^/?#\s]+)?\/i\/[0-9a-f]{64})\.webp$/;

export type ImageSources = { src: string; srcset?: string };

/**
 * What an `<img>` needs to show a stored picture: `srcset` too where the picture lies on this school's own
 * image host (`/i/<hash>.webp`, as a path or an absolute URL), `src` alone for any other URL.
 */
export function imageSources(url: string): ImageSources {
  const base = OWN_IMAGE.exec(url)?.[1];
  if (!base) return { src: url };
  const widest = IMAGE_WIDTHS.at(-1);
  const candidates = IMAGE_WIDTHS.map((width) =>
    width === widest ? `${url} ${width}w` : `${base}-${width}.webp ${width}w`,
  );
  return { src: url, srcset: candidates.join(', ') };
}
