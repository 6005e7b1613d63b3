import { Link } from 'react-router';
import { imageSources } from '#contract/images.ts';
import { useConfig } from '#web/lib/page/config.ts';

/**
 * The school's mark, a fermata: the sign over the note where a cadenza begins. Takes its colour from the text
 * around it.
 */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="3 17 58 34" className={className} aria-hidden="true">
      <path d="M5 47a27 27 0 0 1 54 0h-3.6a23.4 16.5 0 0 0-46.8 0z" fill="currentColor" />
      <circle cx="32" cy="41.5" r="7" className="fill-coral" />
    </svg>
  );
}

/** The school's logo, where it has one, before its name; else the mark. */
export function Sign({ className = '' }: { className?: string }) {
  const { logo } = useConfig().school;
  if (!logo) return <Mark className="size-8 shrink-0" />;
  const { src, srcset } = imageSources(logo);
  return (
    <img
      src={src}
      srcSet={srcset}
      sizes="7rem"
      alt=""
      className={`h-10 w-auto max-w-28 shrink-0 object-contain ${className}`}
    />
  );
}

/** Sign and name, as the way home. A long name takes two smaller lines. */
export function Brand() {
  const { name } = useConfig().school;
  const size = name.length > 18 ? 'text-lg leading-tight' : 'text-[min(1.5rem,7vw)]/8';
  return (
    <Link
      to="/"
      className={`flex min-w-0 items-center gap-2.5 font-display font-semibold tracking-tight ${size}`}
    >
      <Sign />
      <span className="wrap-anywhere line-clamp-2">{name}</span>
    </Link>
  );
}
