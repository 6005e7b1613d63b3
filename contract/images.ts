/** Widths, in pixels, that this school's own image host keeps of every picture; the widest is the picture itself. */
export const IMAGE_WIDTHS = [400, 800, 1600] as const;

/** What the school's own image host takes: larger pictures are made smaller before they are sent. */
export const IMAGE_LIMITS = { bytes: 8 * 1024 * 1024, pixels: 25_000_000, side: 8000 } as const;

const OWN_IMAGE = /^((?:https?:\/\/[^/?#\s]+)?\/i\/[0-9a-f]{64})\.webp$/;

export type ImageSources = { src: string; srcset?: string };

/**
 * What an `<img>` needs to show a stored picture: `srcset` too where the picture lies on this school's own image host
 * (`/i/<hash>.webp`, as a path or an absolute URL), `src` alone for any other URL.
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
