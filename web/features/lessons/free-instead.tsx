import type { FreeForLesson } from '#contract/lessons/calls.ts';
import { t } from '#languages/t.ts';
import { useHours } from '#web/lib/formats/formats.ts';

type Typed = { roomid?: string; day?: string; starttime?: string };

/** Rooms and times that are free, where what was wanted is not: a tap puts one into the form. */
export function FreeInstead({
  free: { rooms, times },
  onChoose,
}: {
  free: FreeForLesson;
  onChoose: (typed: Typed) => void;
}) {
  const { weekday, clock } = useHours();
  return (
    <section aria-label={t('lessons.free_instead')} className="space-y-3 rounded-field bg-honey p-4">
      {rooms.length + times.length === 0 && <p>{t('lessons.nothing_free')}</p>}
      {rooms.length > 0 && (
        <Choices
          words={t('lessons.rooms_free_then')}
          choices={rooms.map(({ _id, name }) => [name, { roomid: _id }])}
          onChoose={onChoose}
        />
      )}
      {times.length > 0 && (
        <Choices
          words={t('lessons.times_free')}
          choices={times.map((time) => [
            t('lessons.time_free', { day: weekday(time.day), time: clock(time.starttime) }),
            time,
          ])}
          onChoose={onChoose}
        />
      )}
    </section>
  );
}

type ChoicesProps = {
  words: string;
  choices: readonly (readonly [string, Typed])[];
  onChoose: (typed: Typed) => void;
};

const Choices = ({ words, choices, onChoose }: ChoicesProps) => (
  <div>
    <p className="font-semibold text-sm">{words}</p>
    <ul className="mt-2 flex flex-wrap gap-2">
      {choices.map(([said, typed]) => (
        <li key={said}>
          <button
            type="button"
            className="btn btn-outline btn-sm h-auto min-h-8 py-1"
            onClick={() => onChoose(typed)}
          >
            {said}
          </button>
        </li>
      ))}
    </ul>
  </div>
);
