import { Link } from 'react-router';
import { useConfig } from '#web/lib/config.ts';

/** The school's mark, a fermata: the sign over the note where a cadenza begins. Takes its colour from the text around it. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="3 17 58 34" className={className} aria-hidden="true">
      <path d="M5 47a27 27 0 0 1 54 0h-3.6a23.4 16.5 0 0 0-46.8 0z" fill="currentColor" />
      <circle cx="32" cy="41.5" r="7" className="fill-coral" />
    </svg>
  );
}

/** Mark and name, as the way home. */
export function Brand() {
  const { school } = useConfig();
  return (
    <Link to="/" className="flex items-center gap-2.5 font-display font-semibold text-2xl tracking-tight">
      <Mark className="size-8" />
      {school.name}
    </Link>
  );
}
