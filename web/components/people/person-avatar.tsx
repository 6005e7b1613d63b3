import { useState } from 'react';
import { imageSources } from '#contract/images.ts';

const TONES = ['bg-mist', 'bg-blush', 'bg-mint', 'bg-honey'];

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0])
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase();

/**
 * A person's picture in a circle of `size` CSS pixels; initials where there is none or it does not load.
 * Their name stands beside it.
 */
export function PersonAvatar({
  name,
  photoURL,
  size = 40,
}: {
  name: string;
  photoURL: string | null;
  size?: number;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const tone = TONES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONES.length];
  const box = { width: size, height: size, fontSize: size * 0.38 };
  if (!photoURL || photoURL === broken) {
    return (
      <span
        aria-hidden="true"
        style={box}
        className={`inline-grid shrink-0 place-items-center rounded-full font-semibold text-plum ${tone}`}
      >
        {initialsOf(name)}
      </span>
    );
  }
  const { src, srcset } = imageSources(photoURL);
  return (
    <img
      src={src}
      srcSet={srcset}
      sizes={`${size}px`}
      alt=""
      width={size}
      height={size}
      style={box}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(photoURL)}
      className={`shrink-0 rounded-full object-cover ${tone}`}
    />
  );
}
