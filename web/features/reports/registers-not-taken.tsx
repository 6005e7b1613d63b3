import { Link } from 'react-router';
import { teacherName } from '#contract/former.ts';
import type { Today } from '#contract/reports/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';

/** Lessons that are over without a mark, each with who taught it, leading to its register; nothing where every register was taken. */
export function RegistersNotTaken({ lessons, more }: Today['registers']) {
  const { weekday, hours } = useHours();
  if (lessons.length === 0) return null;
  return (
    <section aria-labelledby="registers" className="panel mt-6 p-5">
      <h2 id="registers" className="text-subheading">
        {t('reports.registers_not_taken', { count: lessons.length })}
      </h2>
      <p className="mt-1 text-quiet">{t('reports.registers_not_taken_note')}</p>
      <ul className="mt-2 divide-y divide-base-300">
        {lessons.map(({ _id, classname, day, startsat, endsat, instructorname }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="min-w-0">
              <Link
                to={`/admin/registers/${_id}`}
                className="link wrap-anywhere inline-block min-h-6 font-semibold"
              >
                <OwnWords>{classname}</OwnWords>
              </Link>
              <span className="block text-quiet text-sm">
                <bdi>{teacherName(instructorname)}</bdi>
              </span>
            </span>
            <time dateTime={startsat} className="text-sm tabular-nums first-letter:uppercase">
              {rich('weeks.day_at', {
                day: weekday(day),
                hours: <span className="whitespace-nowrap">{hours(startsat, endsat)}</span>,
              })}
            </time>
          </li>
        ))}
      </ul>
      {more && <p className="mt-3 text-quiet">{t('reports.registers_more')}</p>}
    </section>
  );
}
