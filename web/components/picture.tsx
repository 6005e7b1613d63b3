import { imageSources } from '#contract/images.ts';

const DRAWN = /^(\/art\/[a-z0-9-]+)-960\.webp$/;

/** The school's own drawings lie in two widths; uploaded pictures in those of the image host. */
function sourcesOf(url: string) {
  const drawn = DRAWN.exec(url)?.[1];
  return drawn ? { src: url, srcset: `${drawn}-480.webp 480w, ${url} 960w` } : imageSources(url);
}

/**
 * A picture of a class, a post or a banner that fills its box. `sizes` is how wide it is shown (as in `<img sizes>`); `isFirst`
 * is for the one that carries the first screen, all others load when they come near.
 */
export function Picture({
  url,
  alt,
  sizes,
  isFirst = false,
  className = '',
}: {
  url: string;
  alt: string;
  sizes: string;
  isFirst?: boolean;
  className?: string;
}) {
  const { src, srcset } = sourcesOf(url);
  return (
    <img
      src={src}
      srcSet={srcset}
      sizes={srcset && sizes}
      alt={alt}
      width={960}
      height={720}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className={`bg-mist object-cover ${className}`}
    />
  );
}
