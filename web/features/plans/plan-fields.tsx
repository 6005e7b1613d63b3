import { useId } from 'react';
import { WEEKDAY_NUMBERS } from '#contract/classes/calls.ts';
import { weekdayName } from '#contract/formats.ts';
import { capitalized } from '#contract/messages/meets-words.ts';
import type { Room } from '#contract/rooms/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import { roomLabels } from '#web/lib/formats/room-labels.ts';
import { useSchoolTimeElsewhere } from '#web/lib/formats/school-time-elsewhere.ts';
import type { TypedPlan } from './typed-plan.ts';

const HOW_OFTEN = {
  '1': 'plans.every_week',
  '2': 'plans.every_other_week',
} as const satisfies Record<string, PlainId>;

type Props = {
  typed: TypedPlan;
  /** Which of the times it is, from 0. */
  at: number;
  rooms: readonly Room[];
  /** Whose days may be taken over. */
  terms: readonly Term[];
  onType: (typed: TypedPlan, name: keyof TypedPlan) => void;
  onRemove: () => void;
};

/** One of the times at which a class meets. */
export function PlanFields({ typed, at, rooms, terms, onType, onRemove }: Props) {
  const field = (name: Exclude<keyof TypedPlan, 'key'>) => ({
    name: `plans.${at}.${name}`,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [name]: target.value }, name),
  });
  const id = useId();
  const clock = useSchoolTimeElsewhere();
  return (
    <fieldset aria-labelledby={id} className="panel min-w-0 p-5 sm:p-6">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h3 id={id} className="text-subheading">
          {t('plans.time_number', { number: at + 1 })}
        </h3>
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          aria-label={t('plans.remove_time', { number: at + 1 })}
          onClick={onRemove}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          {t('common.remove')}
        </button>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-6">
        <div className="col-span-2">
          <SelectField
            label={t('plans.weekday')}
            options={WEEKDAY_NUMBERS}
            optionLabels={Object.fromEntries(
              WEEKDAY_NUMBERS.map((at) => [at, capitalized(weekdayName(Number(at)))]),
            )}
            {...field('weekday')}
          />
        </div>
        <div className="sm:col-span-2">
          <TextField label={t('plans.starts_at')} hint={clock} {...field('starttime')} />
        </div>
        <div className="sm:col-span-2">
          <TextField label={t('plans.minutes')} type="number" step={5} {...field('minutes')} />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <SelectField
            label={t('plans.how_often')}
            options={Object.keys(HOW_OFTEN)}
            optionLabels={Object.fromEntries(Object.entries(HOW_OFTEN).map(([weeks, id]) => [weeks, t(id)]))}
            {...field('everyweeks')}
          />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <SelectField
            label={t('rooms.room')}
            options={['', ...rooms.map(({ _id }) => _id)]}
            optionLabels={{ '': t('plans.no_room_yet'), ...roomLabels(rooms) }}
            {...field('roomid')}
          />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <TextField label={t('common.first_day')} {...field('firstday')} />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <TextField label={t('common.last_day')} {...field('lastday')} />
        </div>
      </div>
      {terms.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-2 text-quiet text-sm">
          {t('plans.use_dates_of')}
          {terms.map(({ _id, name, firstday, lastday }) => (
            <button
              key={_id}
              type="button"
              className="btn btn-outline btn-xs h-auto min-h-7 border-base-300 py-1 aria-pressed:border-plum aria-pressed:bg-mist aria-pressed:text-plum"
              aria-pressed={typed.firstday === firstday && typed.lastday === lastday}
              onClick={() => onType({ ...typed, firstday, lastday }, 'lastday')}
            >
              {name}
            </button>
          ))}
        </p>
      )}
    </fieldset>
  );
}
