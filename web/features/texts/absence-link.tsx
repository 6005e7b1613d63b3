import { Link } from 'react-router';
import { textPath } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { CalendarCheck } from '#web/components/icons/calendar-check.tsx';
import { useWrittenTexts } from './written-texts.ts';

/** Leads to what becomes of a missed lesson; nothing where the school has not said. */
export function AbsenceLink() {
  const isWritten = useWrittenTexts().some(({ slug }) => slug === 'absence');
  if (!isWritten) return null;
  return (
    <Link
      to={textPath('absence')}
      className="link flex w-fit max-w-full items-center gap-2 font-medium text-plum text-sm print:hidden"
    >
      <CalendarCheck className="size-4" aria-hidden="true" />
      {textTitle('absence')}
    </Link>
  );
}
