import { useEffect, useState } from 'react';
import type { AdminClass } from '#contract/classes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { teacherName } from '#contract/former.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { apiOf } from '#web/lib/api/api.ts';

export type PickedClass = Pick<AdminClass, '_id' | 'classname' | 'instructorname'>;

const api = apiOf(classOfficeCalls);

const TYPING_MS = 250;
const SHOWN = 4;

/** Classes that these words find and that are not chosen yet, the first of them; none for no words. */
function useFoundClasses(q: string, chosen: readonly PickedClass[]): readonly PickedClass[] | undefined {
  const [found, setFound] = useState<readonly PickedClass[]>();
  useEffect(() => {
    let isOver = false;
    if (!q) return setFound(undefined);
    const timer = setTimeout(async () => {
      const page = await api.searchClasses({ querystring: { q } }).catch(() => undefined);
      if (!isOver) setFound(page?.items ?? []);
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [q]);
  const ids = new Set(chosen.map(({ _id }) => _id));
  return found?.filter(({ _id }) => !ids.has(_id)).slice(0, SHOWN);
}

type Props = {
  legend: string;
  hint: string;
  chosen: readonly PickedClass[];
  onChange: (chosen: readonly PickedClass[]) => void;
};

/** Chooses classes by a search of all. */
export function ClassPicker({ legend, hint, chosen, onChange }: Props) {
  const [words, setWords] = useState('');
  const found = useFoundClasses(words.trim(), chosen);
  return (
    <fieldset className="field">
      <legend className="font-semibold text-sm">{legend}</legend>
      <p className="mt-1 mb-3 text-quiet text-sm">{hint}</p>
      <Lines
        classes={chosen}
        action={t('common.remove')}
        onAction={({ _id }) => onChange(chosen.filter((one) => one._id !== _id))}
      />
      <TextField
        label={t('invitations.search_classes')}
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="mt-3" aria-live="polite">
        {found?.length === 0 && <p className="text-quiet text-sm">{t('invitations.no_class_found')}</p>}
        <Lines
          classes={found ?? []}
          action={t('invitations.add_class')}
          onAction={(one) => onChange([...chosen, one])}
        />
      </div>
    </fieldset>
  );
}

type LinesProps = {
  classes: readonly PickedClass[];
  action: string;
  onAction: (one: PickedClass) => void;
};

/** Classes with who teaches them, each with a button. */
function Lines({ classes, action, onAction }: LinesProps) {
  if (classes.length === 0) return null;
  return (
    <ul className="mb-3 grid gap-2">
      {classes.map((one) => (
        <li
          key={one._id}
          className="flex items-center justify-between gap-3 rounded-field border border-base-300 px-3 py-2"
        >
          <span className="min-w-0">
            <span className="wrap-anywhere block font-medium">
              <OwnWords>{one.classname}</OwnWords>
            </span>
            <span className="wrap-anywhere block text-quiet text-sm">{teacherName(one.instructorname)}</span>
          </span>
          <button
            type="button"
            className="btn btn-outline btn-sm"
            aria-label={t('common.label_of', { label: action, of: one.classname })}
            onClick={() => onAction(one)}
          >
            {action}
          </button>
        </li>
      ))}
    </ul>
  );
}
