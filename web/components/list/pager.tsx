import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { t } from '#languages/t.ts';
import { ChevronLeft } from '#web/components/icons/chevron-left.tsx';
import { ChevronRight } from '#web/components/icons/chevron-right.tsx';

/**
 * Leads to the page before and the page after; where there is none, to nowhere. `previous` and `next` are the
 * server's.
 */
export function Pager({ previous, next }: { previous: string | null; next: string | null }) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={t('common.pages')} className="mt-5 flex justify-between gap-3">
      <PageLink place="before" id={previous}>
        <ChevronLeft className="size-4" aria-hidden="true" />
        {t('common.previous')}
      </PageLink>
      <PageLink place="after" id={next}>
        {t('common.next')}
        <ChevronRight className="size-4" aria-hidden="true" />
      </PageLink>
    </nav>
  );
}

function PageLink({
  place,
  id,
  children,
}: {
  place: 'before' | 'after';
  id: string | null;
  children: ReactNode;
}) {
  const [parameters] = useSearchParams();
  if (!id)
    return (
      <span aria-disabled="true" className="btn btn-disabled btn-sm">
        {children}
      </span>
    );
  const there = new URLSearchParams(parameters);
  there.delete('before');
  there.delete('after');
  there.set(place, id);
  return (
    <Link to={`?${there}`} rel={place === 'after' ? 'next' : 'prev'} className="btn btn-outline btn-sm">
      {children}
    </Link>
  );
}
