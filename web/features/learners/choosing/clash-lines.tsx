import type { ClassClash } from '#contract/selections/calls.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** What a learner has at the time: which class, on what day and from when to when. */
export function Clashes({ clashes }: { clashes: readonly ClassClash[] }) {
  const { weekday, hours } = useFormats();
  if (clashes.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1 ps-4 font-medium text-error text-sm">
      {clashes.map(({ with: other, day, startsat, endsat, days }) => (
        <li key={other}>
          Has {other} at the same time: {weekday(day)}, {hours(startsat, endsat)}
          {days > 1 && `, and ${days - 1} more ${days === 2 ? 'lesson' : 'lessons'}`}.
        </li>
      ))}
    </ul>
  );
}
