import { useState } from 'react';
import type { AwayLesson } from '#contract/away/calls.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

type Choice = AwayLesson['choice'];
type Props = { lesson: AwayLesson; choice: Choice; onChoose: (choice: Choice) => void };

const ANOTHER_TIME = '?';

/** What a choice is called in the list of choices. */
const keyOf = ({ do: way, teacherid, roomid, day, starttime }: Choice): string =>
  [way, teacherid, roomid, day, starttime].filter(Boolean).join(' ');

/** What is to become of one lesson: what is proposed, what else there is, or a time that is typed. */
export function AwayLessonField({ lesson, choice, onChoose }: Props) {
  const { timezone } = useConfig().school;
  const { weekday, hours, clock } = useHours();
  const [isTyped, setIsTyped] = useState(false);
  const { classname, day, startsat, endsat, room, teachers, rooms, times, problem } = lesson;
  const choices: (readonly [Choice, string])[] = [
    ...teachers.map(
      ({ _id, name, busy }) =>
        [
          { do: 'cover', teacherid: _id } as const,
          busy ? t('busy.teaches_it', { name }) : t('away.teaches_it', { name }),
        ] as const,
    ),
    ...rooms.map(
      ({ _id, name }) => [{ do: 'move', roomid: _id } as const, t('away.in_room', { name })] as const,
    ),
    ...times.map(
      (time) =>
        [
          { do: 'move', ...time } as const,
          t('away.move_to', { day: weekday(time.day), time: clock(time.starttime) }),
        ] as const,
    ),
    [{ do: 'cancel' } as const, t('away.cancel_it')],
  ];
  const byKey = new Map(choices.map(([one, words]) => [keyOf(one), { one, words }]));
  // A teacher who was free a moment ago may have another lesson since.
  const [known] = useState(() => new Map<string, string>());
  for (const [key, { words }] of byKey) known.set(key, words);
  const key = keyOf(choice);
  const isOther = isTyped || (choice.day !== undefined && !byKey.has(key));
  const shown = isOther ? ANOTHER_TIME : key;
  const offered = [...byKey.keys(), ...(isOther || byKey.has(key) ? [] : [key]), ANOTHER_TIME];
  const own = wallTimeAt(Date.parse(startsat), timezone).slice(11);
  function choose(next: string) {
    setIsTyped(next === ANOTHER_TIME);
    const one = byKey.get(next)?.one;
    if (one) onChoose(one);
    else if (next === ANOTHER_TIME) onChoose({ do: 'move', day: times[0]?.day ?? day, starttime: own });
  }
  return (
    <div className="border-base-300 border-t pt-4">
      <SelectField
        label={t('away.lesson_named', {
          class: classname,
          day: weekday(day),
          hours: hours(startsat, endsat),
        })}
        hint={room ?? undefined}
        error={problem?.detail}
        value={shown}
        onChange={({ target }) => choose(target.value)}
        options={offered}
        optionLabels={{
          ...Object.fromEntries(offered.map((one) => [one, known.get(one) ?? ''])),
          [ANOTHER_TIME]: t('away.another_time'),
        }}
      />
      {isOther && (
        <div className="mt-3 grid grid-cols-2 gap-4">
          <TextField
            type="date"
            label={t('lessons.day')}
            value={choice.day ?? ''}
            onChange={({ target }) => onChoose({ ...choice, day: target.value })}
          />
          <TextField
            type="time"
            label={t('plans.starts_at')}
            value={choice.starttime ?? ''}
            onChange={({ target }) => onChoose({ ...choice, starttime: target.value })}
          />
        </div>
      )}
    </div>
  );
}
