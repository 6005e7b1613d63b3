import { t } from '#languages/t.ts';
import type { More } from './use-more.ts';

/** Reads the next part of a list, below what is shown of it; nothing where that is all. */
export function MoreButton({
  more: { hasMore, state, readOn },
  children,
}: {
  more: Omit<More<unknown>, 'rows'>;
  /** What there is more of, in words. */
  children: string;
}) {
  if (!hasMore) return null;
  return (
    <div className="mt-4 text-center print:hidden">
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-disabled={state === 'loading'}
        onClick={readOn}
      >
        {children}
      </button>
      <p role="status" className="mt-2 text-quiet text-sm empty:hidden">
        {state === 'loading' ? t('common.loading') : state === 'failed' ? t('common.more_not_loaded') : ''}
      </p>
    </div>
  );
}
