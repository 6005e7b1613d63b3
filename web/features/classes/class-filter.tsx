import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Form, Link, useLocation, useNavigation, useSubmit } from 'react-router';
import {
  CLASS_SORTS,
  type ClassFilter,
  type ClassSort,
  HOURS,
  WEEKDAY_NUMBERS,
} from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { weekdayName } from '#contract/formats.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import { AGE_MAX } from '#contract/learners/ages.ts';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { valuesOf, type WithLists } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { Search } from '#web/components/icons/search.tsx';
import { chosen, idIn, searchWords } from '#web/lib/address/address.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { foundText } from '#web/lib/formats/found-text.ts';
import { useConfig } from '#web/lib/page/config.ts';

const SORTS = {
  newest: 'classes.newest_first',
  popularity: 'classes.most_popular',
  price: 'classes.lowest_price',
} as const satisfies Record<ClassSort, PlainId>;

/** Labels of options by their values; an empty value leaves the choice open. */
const labelsOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string) => ({
  '': t('classes.any'),
  ...Object.fromEntries(values.map((value) => [value, label(value)])),
});

/** Parts of a day, which addresses named before there were hours. */
const PARTS: Readonly<Record<string, { from?: string; until?: string }>> = {
  morning: { until: '12:00' },
  afternoon: { from: '12:00', until: '17:00' },
  evening: { from: '17:00' },
};

const FIELDS = [
  'instrument',
  'term',
  'q',
  'level',
  'group',
  'age',
  'weekday',
  'from',
  'until',
  'open',
  'sort',
] as const;
/** What is typed and not chosen. */
const TYPED_FIELDS: readonly string[] = ['q', 'age'];

/** The filter that an address carries; what makes no sense, or is not in the school's lists, is left out. */
export function filterOf(url: string, school: Pick<WithLists, 'lists'>): ClassFilter {
  const { searchParams } = new URL(url);
  const part = PARTS[searchParams.get('time') ?? ''];
  return {
    instrument: idIn(searchParams, 'instrument'),
    term: idIn(searchParams, 'term'),
    q: searchWords(searchParams, 'q'),
    level: chosen(searchParams, 'level', valuesOf(school, 'levels')),
    group: chosen(searchParams, 'group', valuesOf(school, 'groups')),
    weekday: chosen(searchParams, 'weekday', WEEKDAY_NUMBERS),
    from: chosen(searchParams, 'from', HOURS) ?? part?.from,
    until: chosen(searchParams, 'until', HOURS) ?? part?.until,
    age: /^\d{1,2}$/.exec(searchParams.get('age') ?? '')?.[0],
    open: chosen(searchParams, 'open', ['1']),
    sort: chosen(searchParams, 'sort', CLASS_SORTS),
  };
}

/** Whether a filter leaves classes out. */
export const isNarrowed = (filter: ClassFilter) => FIELDS.some((name) => name !== 'sort' && filter[name]);

/** The list under a filter. */
export const classesUnder = (filter: ClassFilter) => {
  const said = FIELDS.flatMap((name): [string, string][] => (filter[name] ? [[name, filter[name]]] : []));
  return `/classes?${new URLSearchParams(said)}`;
};

/** How long typing pauses before its words are looked for. */
const TYPING_MS = 300;
/** Marks an entry of the history that typing made: the next word takes its place. */
const TYPED = { isTyped: true };

/**
 * Keeps the fields of the filter and the address in step: each choice is applied at once, words a moment
 * after they are typed.
 */
function useFilterForm(filter: ClassFilter) {
  const submit = useSubmit();
  const { school } = useConfig();
  const { state } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const applied = useRef(filter);

  // A visitor may be faster than the page's scripts: their choice counts.
  const takeOver = useEffectEvent(() => {
    const chosen = filterIn(form.current, school);
    if (FIELDS.some((name) => shownOf(chosen, name) !== shownOf(filter, name))) apply(false);
  });
  useEffect(() => takeOver(), []);

  // Going back shows the choices of then; what is being typed stays.
  const shown = useRef(filter);
  useEffect(() => {
    if (shown.current === filter) return;
    shown.current = filter;
    for (const name of FIELDS) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
      // A school without a list of instruments, or with one term, has no field for them.
      if (!field) continue;
      if (name === 'open') (field as HTMLInputElement).checked = filter.open === '1';
      else if (!TYPED_FIELDS.includes(name) || filter[name] !== applied.current[name])
        field.value = shownOf(filter, name);
    }
    applied.current = filter;
  }, [filter]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(isTyped: boolean) {
    clearTimeout(timer.current);
    const query = queryIn(form.current);
    applied.current = filterIn(form.current, school);
    void submit(query, {
      action: '/classes',
      replace: isTyped && state?.isTyped === true,
      state: isTyped ? TYPED : null,
      preventScrollReset: true,
    });
  }
  function onChange({ target }: FormEvent) {
    clearTimeout(timer.current);
    if (TYPED_FIELDS.includes((target as HTMLInputElement).name))
      timer.current = setTimeout(apply, TYPING_MS, true);
    else apply(false);
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(true);
  };
  return { ref: form, onChange, onSubmit };
}

type Named = Pick<Instrument, '_id' | 'name'>;
type FilterProps = {
  filter: ClassFilter;
  instruments: readonly Named[];
  /** Those that can be chosen from. */
  terms: readonly Named[];
  children?: ReactNode;
};

const namesOf = (some: readonly Named[]) => ({
  options: ['', ...some.map(({ _id }) => _id)],
  optionLabels: {
    '': t('classes.any'),
    ...Object.fromEntries(some.map(({ _id, name }) => [_id, name])),
  },
});

/**
 * Narrows and orders the classes. Its state is the address: a plain form without scripts, applied at every
 * choice and while typing with them. Each choice, and each search as a whole, is one step back.
 */
export function ClassFilterForm({ filter, instruments, terms, children }: FilterProps) {
  const form = useFilterForm(filter);
  const { clock } = useFormats();
  const { school } = useConfig();
  const [levels, groups] = [valuesOf(school, 'levels'), valuesOf(school, 'groups')];
  const hourLabels = labelsOf(HOURS, clock);
  return (
    <Form
      {...form}
      method="get"
      action="/classes"
      role="search"
      aria-label={t('classes.classes')}
      className="panel grid grid-cols-2 items-end gap-4 p-5 lg:grid-cols-4"
    >
      {instruments.length > 0 && (
        <div className="col-span-2 lg:col-span-1">
          <SelectField
            label={t('instruments.instrument')}
            name="instrument"
            defaultValue={filter.instrument}
            {...namesOf(instruments)}
          />
        </div>
      )}
      <div className="col-span-2">
        <TextField
          label={t('common.search')}
          name="q"
          type="search"
          maxLength={SEARCH_WORDS_MAX}
          defaultValue={filter.q}
          placeholder={t('classes.search_example')}
        />
      </div>
      <SelectField
        label={t('classes.level')}
        name="level"
        defaultValue={filter.level}
        options={['', ...levels]}
        optionLabels={labelsOf(levels, (level) => levelLabel(school, level))}
      />
      <SelectField
        label={t('classes.group')}
        name="group"
        defaultValue={filter.group}
        options={['', ...groups]}
        optionLabels={labelsOf(groups, (group) => groupLabel(school, group))}
      />
      <TextField
        label={t('classes.age')}
        name="age"
        type="number"
        inputMode="numeric"
        min={0}
        max={AGE_MAX}
        defaultValue={filter.age}
        placeholder={t('classes.any')}
      />
      <SelectField
        label={t('classes.day')}
        name="weekday"
        defaultValue={filter.weekday}
        options={['', ...WEEKDAY_NUMBERS]}
        optionLabels={labelsOf(WEEKDAY_NUMBERS, (weekday) => weekdayName(Number(weekday)))}
      />
      {terms.length > 0 && (
        <SelectField label={t('terms.term')} name="term" defaultValue={filter.term} {...namesOf(terms)} />
      )}
      <SelectField
        label={t('classes.begins_from')}
        name="from"
        defaultValue={filter.from}
        options={['', ...HOURS.slice(0, -1)]}
        optionLabels={hourLabels}
      />
      <SelectField
        label={t('classes.over_by')}
        name="until"
        defaultValue={filter.until}
        options={['', ...HOURS.slice(1)]}
        optionLabels={hourLabels}
      />
      <SelectField
        label={t('classes.sort_by')}
        name="sort"
        defaultValue={filter.sort}
        options={CLASS_SORTS}
        optionLabels={labelsOf(CLASS_SORTS, (sort) => t(SORTS[sort]))}
      />
      <button type="submit" className="btn btn-primary">
        <Search className="size-4" aria-hidden="true" />
        {t('common.search')}
      </button>
      {children}
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-3">
        <label className="flex cursor-pointer items-center gap-2.5 font-medium text-sm">
          <input
            type="checkbox"
            name="open"
            value="1"
            defaultChecked={filter.open === '1'}
            className="checkbox checkbox-primary checkbox-sm rounded-sm border-[#8a8296]"
          />
          {t('classes.only_classes_with_free_places')}
        </label>
        {isNarrowed(filter) && (
          <Link to="/classes" preventScrollReset className="link font-medium text-plum text-sm">
            {t('classes.clear_all_filters')}
          </Link>
        )}
      </div>
    </Form>
  );
}

function queryIn(form: HTMLFormElement | null): URLSearchParams {
  const choices = [...new FormData(form ?? undefined)] as [string, string][];
  return new URLSearchParams(choices.filter(([, value]) => value !== ''));
}

const filterIn = (form: HTMLFormElement | null, school: Pick<WithLists, 'lists'>) =>
  filterOf(`${location.origin}?${queryIn(form)}`, school);

/** What a field shows under a filter; nothing is an empty text. */
const shownOf = (filter: ClassFilter, name: (typeof FIELDS)[number]) =>
  filter[name] ?? (name === 'sort' ? CLASS_SORTS[0] : '');

/**
 * How many classes were found, as the server counts, and whether none of them is free, read out when it
 * changes; fainter while the next list is on its way.
 */
export function FoundCount({ total, isSoldOut }: { total: number; isSoldOut: boolean }) {
  const isLoading = useNavigation().state === 'loading';
  return (
    <output className="mt-8 flex items-center gap-3 font-medium" aria-busy={isLoading}>
      {isSoldOut
        ? foundText(total, 'classes.found_sold_out', 'classes.found_many_sold_out')
        : foundText(total, 'classes.found', 'classes.found_many')}
      {isLoading && (
        <span
          className="loading loading-spinner loading-sm text-primary"
          role="img"
          aria-label={t('common.loading')}
        />
      )}
    </output>
  );
}
