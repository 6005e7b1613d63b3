import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import type { TimetableWeek } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { SelectField } from '#web/components/form/field.tsx';
import { idIn } from '#web/lib/address/address.ts';

/** What the address of the timetable names: a day of the week, a room, a teacher. */
export type WeekFilter = { of?: string; room?: string; teacher?: string };

const DAY = /^\d{4}-\d\d-\d\d$/;

export function weekFilterOf(url: string): WeekFilter {
  const { searchParams } = new URL(url);
  const of = searchParams.get('of') ?? '';
  return {
    of: DAY.test(of) ? of : undefined,
    room: idIn(searchParams, 'room'),
    teacher: idIn(searchParams, 'teacher'),
  };
}

const given = (filter: WeekFilter) =>
  Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));

/** The address of a week, of the same room and teacher. */
export function weekPath(filter: WeekFilter): string {
  const query = new URLSearchParams(given(filter));
  return query.size > 0 ? `/timetable?${query}` : '/timetable';
}

type Choices = Pick<TimetableWeek, 'rooms' | 'teachers'>;

const CHOICES = ['room', 'teacher'] as const;

/** Keeps the fields and the address in step. */
function useWeekForm(filter: WeekFilter) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(filter);
  const fieldOf = (name: (typeof CHOICES)[number]) =>
    form.current?.elements.namedItem(name) as HTMLSelectElement;
  function apply() {
    const typed = [...new FormData(form.current ?? undefined)] as [string, string][];
    void submit(new URLSearchParams(typed.filter(([, value]) => value)), {
      action: '/timetable',
      preventScrollReset: true,
    });
  }
  // A visitor may be faster than the page's scripts: their choice counts.
  const takeOver = useEffectEvent(() => {
    if (CHOICES.some((name) => fieldOf(name).value !== (filter[name] ?? ''))) apply();
  });
  useEffect(() => takeOver(), []);
  // Going back shows the choices of then.
  const showChoices = useEffectEvent(() => {
    for (const name of CHOICES) fieldOf(name).value = filter[name] ?? '';
  });
  useEffect(() => {
    if (shown.current === filter) return;
    shown.current = filter;
    showChoices();
  }, [filter]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  return { ref: form, onChange: apply, onSubmit };
}

/**
 * Narrows the week to a room or a teacher: a plain form without scripts, applied at each choice with them.
 */
export function WeekFilterForm({ filter, rooms, teachers }: Choices & { filter: WeekFilter }) {
  const form = useWeekForm(filter);
  return (
    <Form
      {...form}
      method="get"
      action="/timetable"
      role="search"
      aria-label={t('timetable.timetable')}
      className="grid grid-cols-2 items-end gap-4 max-sm:w-full sm:flex sm:flex-wrap"
    >
      {filter.of && <input type="hidden" name="of" value={filter.of} />}
      <Choice label={t('rooms.room')} name="room" choices={rooms} chosen={filter.room} />
      <Choice label={t('lessons.teacher')} name="teacher" choices={teachers} chosen={filter.teacher} />
      <button type="submit" className="btn btn-primary max-sm:col-span-2">
        {t('common.show')}
      </button>
      {(filter.room || filter.teacher) && (
        <Link
          to={weekPath({ of: filter.of })}
          preventScrollReset
          className="link py-2.5 font-medium text-plum text-sm max-sm:col-span-2"
        >
          {t('timetable.show_whole_school')}
        </Link>
      )}
    </Form>
  );
}

function Choice({
  label,
  name,
  choices,
  chosen = '',
}: {
  label: string;
  name: string;
  choices: Choices['rooms'];
  chosen: string | undefined;
}) {
  const labels = {
    '': t('timetable.all'),
    ...Object.fromEntries(choices.map((choice) => [choice._id, choice.name])),
  };
  return (
    <div className="sm:w-52">
      <SelectField
        label={label}
        name={name}
        defaultValue={chosen}
        options={Object.keys(labels)}
        optionLabels={labels}
      />
    </div>
  );
}
