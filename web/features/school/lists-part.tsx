import { useEffect, useRef, useState } from 'react';
import type { Faults } from '#contract/fields.form.ts';
import { LIST_MAX, LIST_VALUE_MAX } from '#contract/school/calls.ts';
import type { SchoolDraft } from '#contract/school/form.ts';
import { LIST_LABELS } from '#contract/school/list-labels.ts';
import { isBuiltIn, LIST_NAMES, type ListName } from '#contract/school/lists.ts';
import { defaultOf } from '#contract/translations.ts';
import { nameOf, type Shipped } from '#languages/languages.ts';
import { language, type PlainId, t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { ArrowDown } from '#web/components/icons/arrow-down.tsx';
import { ArrowUp } from '#web/components/icons/arrow-up.tsx';
import { Matter } from './matter.tsx';
import { Move } from './move.tsx';
import { type DraftEntry, shownLists } from './school-draft.ts';

type Props = {
  draft: Pick<SchoolDraft, 'lists' | 'languages'>;
  faults: Faults;
  onList: (name: ListName, change: (entries: readonly DraftEntry[]) => readonly DraftEntry[]) => void;
};

const TITLES = {
  levels: 'school.levels',
  groups: 'school.groups',
  categories: 'school.categories',
} as const satisfies Record<ListName, PlainId>;

const ADD = {
  levels: 'school.add_level',
  groups: 'school.add_group',
  categories: 'school.add_category',
} as const satisfies Record<ListName, PlainId>;

/** What classes and posts are sorted by: to be renamed, reordered and added to. */
export function ListsPart(props: Props) {
  return (
    <Matter title={t('school.lists')} lead={t('school.lists_lead')}>
      <div className="space-y-3 sm:col-span-2">
        {LIST_NAMES.map((name) => (
          <List key={name} name={name} {...props} />
        ))}
      </div>
    </Matter>
  );
}

function List({ name, draft, faults, onList }: Props & { name: ListName }) {
  const [isOpen, setIsOpen] = useState(false);
  const rows = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { languages } = draft;
  const entries: readonly DraftEntry[] = draft.lists[name] ?? [];
  const count = useRef(entries.length);
  useEffect(() => {
    const isMore = entries.length > count.current;
    if (entries.length < count.current) addButton.current?.focus();
    count.current = entries.length;
    if (isMore && isOpen) rows.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [entries.length, isOpen]);

  const place = `lists.${name}`;
  const hasFault = Object.keys(faults).some((field) => field === place || field.startsWith(`${place}.`));
  const shown = { languages, lists: shownLists(draft) };
  const words = shown.lists[name]?.map(({ value }) => LIST_LABELS[name](shown, value)).filter(Boolean) ?? [];
  const change = (at: number, fields: Partial<DraftEntry>) =>
    onList(name, (all) => all.map((entry, index) => (index === at ? { ...entry, ...fields } : entry)));
  const move = (at: number, by: number) =>
    onList(name, (all) => {
      const moved = all[at];
      return moved ? all.toSpliced(at, 1).toSpliced(at + by, 0, moved) : all;
    });
  return (
    <details
      open={isOpen || hasFault}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="rounded-field border border-base-300"
    >
      <summary className="wrap-anywhere cursor-pointer px-4 py-3">
        <span className="font-semibold">{t(TITLES[name])}</span>
        <span dir="auto" className="block text-quiet text-sm">
          {words.join(', ')}
        </span>
      </summary>
      <ol ref={rows}>
        {entries.map((entry, at) => (
          <Row
            key={entry.value || `new ${at}`}
            place={`${place}.${at}`}
            name={name}
            entry={entry}
            languages={languages}
            faults={faults}
            isFirst={at === 0}
            isLast={at === entries.length - 1}
            onChange={(fields) => change(at, fields)}
            onMove={(by) => move(at, by)}
            onRemove={() => onList(name, (all) => all.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {faults[place] && (
        <p role="alert" className="px-4 pt-3 font-medium text-error text-sm">
          {faults[place]}
        </p>
      )}
      {entries.length < LIST_MAX && (
        <div className="border-base-300 border-t px-4 py-3">
          <button
            ref={addButton}
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() =>
              onList(name, (all) => [
                ...all,
                { value: '', names: {}, ...(name === 'groups' && { agefrom: '', ageto: '' }) },
              ])
            }
          >
            {t(ADD[name])}
          </button>
        </div>
      )}
    </details>
  );
}

function Row({
  place,
  name,
  entry,
  languages,
  faults,
  isFirst,
  isLast,
  onChange,
  onMove,
  onRemove,
}: {
  place: string;
  name: ListName;
  entry: DraftEntry;
  languages: SchoolDraft['languages'];
  faults: Faults;
  isFirst: boolean;
  isLast: boolean;
  onChange: (fields: Partial<DraftEntry>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { value, names = {} } = entry;
  const isOwn = !isBuiltIn(name, value);
  const first = defaultOf(languages);
  const word = isOwn
    ? names[first] || value || t('school.new_entry')
    : LIST_LABELS[name]({ languages }, value);
  // What readers see where nothing is typed, as far as this page has the words of their language.
  const shownInstead = (code: Shipped) => names[first] || (!isOwn && code === language() ? word : undefined);
  return (
    <li className="flex flex-wrap items-end gap-x-4 gap-y-3 border-base-300 border-t px-4 py-3">
      <div className="grid min-w-0 grow basis-64 gap-3">
        {languages.map((code, at) => {
          const field = at === 0 && value === '' ? `${place}.value` : `${place}.names.${code}`;
          return (
            <TextField
              key={code}
              label={
                languages.length === 1
                  ? word
                  : t('school.entry_in_language', { entry: word, language: nameOf(code) })
              }
              name={field}
              lang={code}
              maxLength={LIST_VALUE_MAX}
              autoComplete="off"
              placeholder={shownInstead(code)}
              value={names[code] ?? ''}
              error={faults[field] ?? (at === 0 ? faults[`${place}.value`] : undefined)}
              onChange={({ target }) => onChange({ names: { ...names, [code]: target.value } })}
            />
          );
        })}
      </div>
      {name === 'groups' && (
        <div className="grid basis-48 grid-cols-2 gap-3">
          {(['agefrom', 'ageto'] as const).map((limit) => (
            <TextField
              key={limit}
              label={t(limit === 'agefrom' ? 'school.group_from_age' : 'school.group_to_age')}
              aria-label={
                limit === 'agefrom'
                  ? t('school.group_from_age_of', { entry: word })
                  : t('school.group_to_age_of', { entry: word })
              }
              name={`${place}.${limit}`}
              inputMode="numeric"
              autoComplete="off"
              value={String(entry[limit] ?? '')}
              error={faults[`${place}.${limit}`]}
              onChange={({ target }) => onChange({ [limit]: target.value })}
            />
          ))}
        </div>
      )}
      <div className="flex items-center">
        <Move label={t('school.move_up', { name: word })} isOff={isFirst} onMove={() => onMove(-1)}>
          <ArrowUp className="size-4" aria-hidden="true" />
        </Move>
        <Move label={t('school.move_down', { name: word })} isOff={isLast} onMove={() => onMove(1)}>
          <ArrowDown className="size-4" aria-hidden="true" />
        </Move>
        {isOwn && (
          <button
            type="button"
            className="btn btn-ghost btn-sm text-error"
            aria-label={t('school.remove_entry', { entry: word })}
            onClick={onRemove}
          >
            {t('school.remove')}
          </button>
        )}
      </div>
    </li>
  );
}
