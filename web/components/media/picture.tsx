import { imageSources } from '#contract/images.ts';
import { artSources, artUrl } from '#web/lib/page/art.ts';

const DRAWN = /^\/art\/([a-z0-9-]+)-(?:480|960)\.webp$/;

/**
 * Widths in `public/art/`: a card over a phone's width of 412 px has 663 to 995 device pixels, a scene 721 to
 * 1082.
 */
const CARD_WIDTHS = [480, 720, 960];
const SCENE_WIDTHS = [736, 1088, 1440, 1920];

/** The school's own drawings lie in widths of their own; uploaded pictures in those of the image host. */
function sourcesOf(url: string) {
  const drawn = DRAWN.exec(url)?.[1];
  if (!drawn) return imageSources(url);
  return { src: artUrl(drawn, 960), srcset: artSources(drawn, CARD_WIDTHS) };
}

/**
 * A picture of a class, a post or a banner that fills its box. `sizes` is how wide it is shown (as in `<img
 * sizes>`); `isFirst` is for the one that carries the first screen, all others load when they come near.
 */
export function Picture({
  url,
  alt,
  sizes,
  isFirst = false,
  className,
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
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      className={className ? `picture ${className}` : 'picture'}
    />
  );
}

/** One of the school's own scenes over the whole width of the window. */
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
      src={artUrl(scene, 1920)}
      srcSet={artSources(scene, SCENE_WIDTHS)}
      sizes="100vw"
      alt=""
      width={1920}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      className={className}
    />
  );
}
