import type { ReactNode } from 'react';
import { t } from '#languages/t.ts';
import { Printer } from '#web/components/icons/printer.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { WeekLinks } from '#web/components/time/week-links.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';

type Props = {
  title: string;
  /** The Monday of the week that is shown. */
  monday: string;
  /** The day that it is at the school. */
  today: string;
  /** What stands above the way to other weeks. */
  lead?: ReactNode;
  children: ReactNode;
};

/** A page of one week, which fits one sheet of paper. */
export const WeekFrame = ({ title, monday, today, lead, children }: Props) => (
  <div className="one-sheet">
    <div className="flex flex-wrap items-end justify-between gap-4">
      <PageHeading title={title} />
      <button type="button" className="btn btn-outline btn-sm print:hidden" onClick={() => print()}>
        <Printer className="size-4" aria-hidden="true" />
        {t('common.print')}
      </button>
    </div>
    {lead}
    <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-3">
      <WeekLinks monday={monday} today={today} />
      <ZoneNote />
    </div>
    {children}
  </div>
);
