import { useRef, useState } from 'react';
import { type ClassFilter, HOURS, WEEKDAY_NUMBERS } from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { weekdayName } from '#contract/formats.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import { valuesOf } from '#contract/school/lists.ts';
import type { WishDraft } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { FormContext, SelectField } from '#web/components/form/field.tsx';
import { Check } from '#web/components/icons/check.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { wishingChanges } from './wishing.ts';

/** One of the family for whom it may be wished. */
export type Wisher = { _id: string; name: string; self: boolean };

type Props = {
  /** What was searched for, which the fields begin with. */
  filter: ClassFilter;
  instruments: readonly Pick<Instrument, '_id' | 'name'>[];
  wishers: readonly Wisher[];
};

const anyOf = (values: readonly string[], label: (value: string) => string) => ({
  '': t('classes.any'),
  ...Object.fromEntries(values.map((value) => [value, label(value)])),
});

/** Says what would suit: the search as it stands, to be changed, and one tap for each of the family. */
export function WishPanel({ filter, instruments, wishers }: Props) {
  const { school } = useConfig();
  const { clock } = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  const [done, setDone] = useState<readonly string[]>([]);
  const [levels, groups] = [valuesOf(school, 'levels'), valuesOf(school, 'groups')];
  const hourLabels = anyOf(HOURS, clock);

  /** What is wished for, by the fields; undefined, and said beside its field, where that is nothing yet. */
  function drafted(learnerid: string): WishDraft | undefined {
    const typed = new FormData(form.current ?? undefined);
    const text = (name: string) => String(typed.get(name) ?? '');
    const days = typed.getAll('days').map(Number);
    const [from, to] = [text('from'), text('to')] as [
      WishDraft['hours'][number]['from'],
      (typeof HOURS)[number],
    ];
    const missing = !text('instrument')
      ? 'instrument'
      : days.length === 0
        ? 'days'
        : from >= to
          ? 'to'
          : undefined;
    setFault(missing);
    if (missing) form.current?.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
    if (missing) return undefined;
    return {
      learnerid,
      instrument: text('instrument'),
      level: text('level') || null,
      group: text('group') || null,
      hours: days.map((weekday) => ({ weekday, from, to })),
    };
  }
  const faults: Readonly<Record<string, string>> = {
    instrument: t('wishes.choose_instrument'),
    days: t('wishes.choose_hours'),
    to: t('wishes.hours_crossed'),
  };
  return (
    <FormContext value={(name) => (name === fault ? { error: faults[name] ?? '' } : {})}>
      <form
        ref={form}
        onSubmit={(event) => event.preventDefault()}
        // What is wished for is another then.
        onChange={() => {
          setDone([]);
          setFault(undefined);
        }}
        className="mt-5 grid grid-cols-2 gap-4 lg:grid-cols-5"
      >
        <SelectField
          label={t('instruments.instrument')}
          name="instrument"
          defaultValue={filter.instrument ?? (instruments.length === 1 ? instruments[0]?._id : '')}
          options={['', ...instruments.map(({ _id }) => _id)]}
          optionLabels={{
            '': t('wishes.choose'),
            ...Object.fromEntries(instruments.map(({ _id, name }) => [_id, name])),
          }}
        />
        <SelectField
          label={t('classes.level')}
          name="level"
          defaultValue={filter.level}
          options={['', ...levels]}
          optionLabels={anyOf(levels, (level) => levelLabel(school, level))}
        />
        <SelectField
          label={t('classes.group')}
          name="group"
          defaultValue={filter.group}
          options={['', ...groups]}
          optionLabels={anyOf(groups, (group) => groupLabel(school, group))}
        />
        <SelectField
          label={t('wishes.not_before')}
          name="from"
          defaultValue={filter.from ?? HOURS[0]}
          options={HOURS.slice(0, -1)}
          optionLabels={hourLabels}
        />
        <SelectField
          label={t('wishes.over_by')}
          name="to"
          defaultValue={filter.until ?? HOURS.at(-1)}
          options={HOURS.slice(1)}
          optionLabels={hourLabels}
        />
        <div className="col-span-2 lg:col-span-5">
          <CheckboxGroup
            legend={t('wishes.days')}
            name="days"
            choices={WEEKDAY_NUMBERS.map((value) => ({ value, label: weekdayName(Number(value)) }))}
            chosen={filter.weekday ? [filter.weekday] : WEEKDAY_NUMBERS}
            list="flex flex-wrap gap-x-6 gap-y-2.5"
          />
        </div>
        <fieldset className="col-span-2 lg:col-span-5">
          <legend className="mb-2 font-semibold text-sm">{t('wishes.who_wishes')}</legend>
          <div className="flex flex-wrap gap-3">
            {wishers.map((wisher) => (
              <Tap
                key={wisher._id}
                wisher={wisher}
                isDone={done.includes(wisher._id)}
                draftOf={() => drafted(wisher._id)}
                onDone={() => setDone((before) => [...before, wisher._id])}
              />
            ))}
          </div>
        </fieldset>
      </form>
    </FormContext>
  );
}

function Tap({
  wisher,
  isDone,
  draftOf,
  onDone,
}: {
  wisher: Wisher;
  isDone: boolean;
  draftOf: () => WishDraft | undefined;
  onDone: () => void;
}) {
  const { isBusy, run } = useChange(wishingChanges, 'addWish');
  async function wish() {
    const draft = draftOf();
    if (draft && (await run(draft)).isDone) onDone();
  }
  const { name, self } = wisher;
  return (
    <ActionButton
      className={`btn btn-sm px-4 ${isDone ? 'btn-paper btn-outline' : 'btn-primary'}`}
      isBusy={isBusy}
      isUnavailable={isDone}
      icon={isDone && <Check className="size-4" aria-hidden="true" />}
      onClick={wish}
    >
      {isDone
        ? self
          ? t('wishes.wished_for_me')
          : t('wishes.wished_for', { name })
        : self
          ? t('wishes.wish_for_me')
          : t('wishes.wish_for', { name })}
    </ActionButton>
  );
}
