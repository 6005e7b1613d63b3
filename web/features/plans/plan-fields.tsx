import { useId } from 'react';
import type { Room } from '#contract/rooms/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
import { WEEKDAYS } from '#contract/time/weekdays.ts';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import { roomLabels } from '#web/lib/formats/room-labels.ts';
import { useSchoolTimeElsewhere } from '#web/lib/formats/school-time-elsewhere.ts';
import type { TypedPlan } from './typed-plan.ts';

const WEEKDAY_LABELS = Object.fromEntries(WEEKDAYS.map((name, at) => [String(at + 1), name]));
const HOW_OFTEN = { '1': 'Every week', '2': 'Every other week' };

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
          Time {at + 1}
        </h3>
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          aria-label={`Remove time ${at + 1}`}
          onClick={onRemove}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          Remove
        </button>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-6">
        <div className="col-span-2">
          <SelectField
            label="Weekday"
            options={Object.keys(WEEKDAY_LABELS)}
            optionLabels={WEEKDAY_LABELS}
            {...field('weekday')}
          />
        </div>
        <div className="sm:col-span-2">
          <TextField label="Starts at" hint={clock} {...field('starttime')} />
        </div>
        <div className="sm:col-span-2">
          <TextField label="Minutes" type="number" step={5} {...field('minutes')} />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <SelectField
            label="How often"
            options={Object.keys(HOW_OFTEN)}
            optionLabels={HOW_OFTEN}
            {...field('everyweeks')}
          />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <SelectField
            label="Room"
            options={['', ...rooms.map(({ _id }) => _id)]}
            optionLabels={{ '': 'No room yet', ...roomLabels(rooms) }}
            {...field('roomid')}
          />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <TextField label="First day" {...field('firstday')} />
        </div>
        <div className="col-span-2 sm:col-span-3">
          <TextField label="Last day" {...field('lastday')} />
        </div>
      </div>
      {terms.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-2 text-quiet text-sm">
          Use the dates of
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
