import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { t } from '#languages/t.ts';
import { ChevronLeft } from '#web/components/icons/chevron-left.tsx';
import { ChevronRight } from '#web/components/icons/chevron-right.tsx';
import { useHours } from '#web/lib/formats/formats.ts';

type Props = {
  /** The Monday of the week that is shown. */
  monday: string;
  /** The day that it is at the school. */
  today: string;
};

/**
 * Leads to the week before, the one that it is and the one after (`from` in the address, which else stays as
 * it is).
 */
export function WeekLinks({ monday, today }: Props) {
  const { days } = useHours();
  const isNow = monday === mondayOf(today);
  return (
    <nav aria-label={t('common.weeks')} className="flex flex-wrap items-center gap-2">
      {/* In one line on a phone, too, where the days of two months take two. */}
      <div className="flex min-w-0 items-center gap-2">
        <WeekLink from={addDays(monday, -7)} label={t('common.previous_week')}>
          <ChevronLeft className="size-4" aria-hidden="true" />
        </WeekLink>
        <p className="min-w-0 sm:min-w-44 text-center font-semibold print:text-start">
          {days(monday, addDays(monday, 6))}
        </p>
        <WeekLink from={addDays(monday, 7)} label={t('common.next_week')}>
          <ChevronRight className="size-4" aria-hidden="true" />
        </WeekLink>
      </div>
      {!isNow && <WeekLink from={undefined}>{t('common.this_week')}</WeekLink>}
    </nav>
  );
}

function WeekLink({
  from,
  label,
  children,
}: {
  from: string | undefined;
  label?: string;
  children: ReactNode;
}) {
  const there = new URLSearchParams(useSearchParams()[0]);
  if (from) there.set('from', from);
  else there.delete('from');
  return (
    <Link
      to={`?${there}`}
      preventScrollReset
      aria-label={label}
      className="btn btn-outline btn-sm btn-paper print:hidden"
    >
      {children}
    </Link>
  );
}
