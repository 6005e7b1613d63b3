import { imageSources } from '#contract/images.ts';

const DRAWN = /^(\/art\/[a-z0-9-]+)-(?:480|960)\.webp$/;

/** The school's own drawings lie in two widths; uploaded pictures in those of the image host. */
function sourcesOf(url: string) {
  const drawn = DRAWN.exec(url)?.[1];
  if (!drawn) return imageSources(url);
  return { src: `${drawn}-960.webp`, srcset: `${drawn}-480.webp 480w, ${drawn}-960.webp 960w` };
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

/** One of the school's own scenes (`/art/<scene>-640.webp` to `-1920.webp`) over the whole width of the window. */
export function WidePicture({
  scene,
  height,
  isFirst = false,
  className,
}: {
  scene: string;
  /** Of the drawing that is 1920 pixels wide. */
  height: number;
  isFirst?: boolean;
  className: string;
}) {
  return (
    <img
      src={`/art/${scene}-1920.webp`}
      srcSet={`/art/${scene}-640.webp 640w, /art/${scene}-1280.webp 1280w, /art/${scene}-1920.webp 1920w`}
      sizes="100vw"
      alt=""
      width={1920}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className={className}
    />
  );
}
