import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type School, schoolCalls } from '#contract/school/calls.ts';
import { SchoolDraft } from '#contract/school/form.ts';
import type { ListName } from '#contract/school/lists.ts';
import type { WordsByLanguage } from '#contract/translations.ts';
import { pagePath, withoutLanguage } from '#languages/addresses.ts';
import { language, t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { faultsOf, fieldsBy } from '#web/lib/forms/use-form.ts';
import { schoolChanges } from './changes.ts';
import {
  type DraftEntry,
  draftIn,
  draftOf,
  editedDraft,
  editsOf,
  typedWords,
  type Words,
  withLanguages,
  withValues,
} from './school-draft.ts';

const api = apiOf(schoolCalls);

type Shown = {
  /** The school as it was read. */
  seen: School;
  /** What the fields begin with: the school, or what was typed before a save elsewhere. */
  initial: SchoolDraft;
  /** What had been seen when it turned out to be stale. */
  before?: School;
  /** The welcome as it was typed in languages that were taken away since. */
  kept?: WordsByLanguage<Words>;
};

/**
 * The state of the school's form. What the server refuses is shown beside the fields that it names; nothing
 * that was typed is lost.
 */
export function useSchoolForm(school: School) {
  const ref = useRef<HTMLFormElement>(null);
  const [{ seen, initial, before, kept }, setShown] = useState<Shown>({
    seen: school,
    initial: draftOf(school),
  });
  const [draft, setDraft] = useState(initial);
  const [isUploading, onUploading] = useState(false);
  const [problem, setProblem] = useState('');
  const { faults, check, show, clear } = useFaults(SchoolDraft, ref);
  const { run, isBusy } = useChange(schoolChanges, 'saveSchool');
  const edits = editsOf(draftOf(seen), withValues(draft));

  function begin(shown: Shown) {
    setShown(shown);
    setDraft(shown.initial);
  }

  function onType(name: string) {
    clear(name);
    setProblem('');
    const form = ref.current;
    if (form) setDraft((now) => draftIn(form, now));
  }

  async function onSave() {
    if (isBusy || isUploading) return;
    if (!check(withValues(draft))) return setProblem(t('school.correct_what_is_marked'));
    setProblem('');
    const outcome = await run({ ...edits, version: seen.version });
    const isStale = !outcome.isDone && outcome.refusal?.code === 'changed-meanwhile';
    if (outcome.isDone || isStale) {
      const now = await api.readSchool().catch(() => undefined);
      const shown =
        now && (isStale ? { seen: now, initial: editedDraft(now, edits), before: seen, kept } : freshOf(now));
      // At once, so that nothing counts as unsaved when the page is left.
      if (shown) flushSync(() => begin(shown));
      if (outcome.isDone && now) stayInLanguage(now);
    }
    if (outcome.isDone) return;
    setProblem(outcome.problem);
    const { code, errors = [] } = outcome.refusal ?? {};
    if (code === 'currency-in-use') show({ currency: outcome.problem });
    else if (errors.length > 0) show(faultsOf(outcome.refusal));
  }

  return {
    ref,
    initial,
    draft,
    faults,
    field: fieldsBy(SchoolDraft, faults, (name) => textAt(initial, name)),
    problem,
    isBusy,
    isUploading,
    isChanged: Object.keys(edits).length > 0,
    /** Tells one beginning of the fields from the next. */
    beginning: `${seen.version}`,
    meanwhile: before && { before: draftOf(before), now: draftOf(seen) },
    onType,
    onLogo: (logo: string) => {
      clear('logo');
      setDraft({ ...draft, logo });
    },
    onLanguages: (languages: SchoolDraft['languages']) => {
      clear('languages');
      setProblem('');
      const next = withLanguages(draft, languages, seen, kept);
      setDraft(next);
      // The fields of the welcome begin anew, each in its language.
      setShown({
        seen,
        before,
        kept: { ...kept, ...typedWords(draft) },
        initial: { ...initial, languages, welcome: next.welcome },
      });
    },
    onList: (name: ListName, change: (entries: readonly DraftEntry[]) => readonly DraftEntry[]) => {
      clear(`lists.${name}`);
      setProblem('');
      setDraft((now) => ({ ...now, lists: { ...now.lists, [name]: change(now.lists[name] ?? []) } }));
    },
    saved: seen.languages,
    onUploading,
    onSave,
  };
}

/** What a field begins with, by its name in the form. */
const textAt = (draft: SchoolDraft, name: string): string => {
  const value = name.split('.').reduce<unknown>((at, key) => Object(at)[key], draft);
  return typeof value === 'string' ? value : '';
};

/** Leads on to where the page is now in its language, where another has taken its address. */
function stayInLanguage(school: School) {
  const { pathname, search } = location;
  const path = pagePath(withoutLanguage(pathname), language(), school);
  if (path !== pathname) location.replace(path + search);
}

const freshOf = (school: School): Shown => ({ seen: school, initial: draftOf(school) });
