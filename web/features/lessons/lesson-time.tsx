import type { ClassLesson } from '#contract/timetable/calls.ts';
import { useHours } from '#web/lib/formats/formats.ts';

type Held = Pick<ClassLesson, 'day' | 'startsat' | 'endsat'>;

/** When a lesson is: its day and its hours, by the school's clocks (`ZoneNote`). */
export function LessonTime({ lesson: { day, startsat, endsat } }: { lesson: Held }) {
  const { weekday, hours } = useHours();
  return (
    <span className="block text-start @3xl:whitespace-nowrap">
      <span className="block font-semibold first-letter:uppercase">{weekday(day)}</span>
      <span className="block text-quiet tabular-nums">{hours(startsat, endsat)}</span>
    </span>
  );
}
