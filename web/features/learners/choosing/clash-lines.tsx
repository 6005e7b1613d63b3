import type { ClassClash } from '#contract/selections/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** What a learner has at the time: which class, on what day and from when to when. */
export function Clashes({ clashes }: { clashes: readonly ClassClash[] }) {
  const { weekday, hours } = useFormats();
  if (clashes.length === 0) return null;
  const timeOf = ({ with: other, day, startsat, endsat }: ClassClash) => ({
    other,
    weekday: weekday(day),
    hours: hours(startsat, endsat),
  });
  return (
    <ul className="mt-1 space-y-1 ps-4 font-medium text-error text-sm">
      {clashes.map((clash) => (
        <li key={clash.with}>
          {clash.days > 1
            ? t('learners.has_at_same_times', { ...timeOf(clash), count: clash.days - 1 })
            : t('learners.has_at_same_time', timeOf(clash))}
        </li>
      ))}
    </ul>
  );
}
