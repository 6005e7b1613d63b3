import { useEffect, useRef } from 'react';
import type { Fact, FactKind } from '#contract/school/calls.ts';
import { FACT_DRAFTS } from '#contract/school/form.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { type FieldList, Fields, Form } from '#web/components/form/form.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { schoolChanges } from './changes.ts';
import { emptyFact, factDraftOf, type TypedFact, typedOf } from './fact-draft.ts';

/** What is typed of each kind, in the order in which it is read on the page. */
const fieldsOf = (): Record<FactKind, FieldList> => ({
  event: {
    byline: { label: t('school.small_line') },
    title: { label: t('common.title') },
    day: { label: t('school.day'), hint: t('school.day_hint') },
    words: {
      label: t('school.words'),
      hint: t('school.words_hint'),
      rows: 5,
    },
  },
  voice: {
    words: { label: t('school.what_was_said'), rows: 5 },
    byline: { label: t('common.name'), hint: t('school.name_as_agreed') },
    title: { label: t('school.who_they_are'), hint: t('school.who_they_are_hint') },
  },
  number: {
    words: { label: t('school.number'), inputMode: 'numeric' },
    title: { label: t('school.what_is_counted'), hint: t('school.what_is_counted_hint') },
  },
});

const CHANGED = {
  event: 'school.event_changed_meanwhile',
  voice: 'school.voice_changed_meanwhile',
  number: 'school.number_changed_meanwhile',
} as const satisfies Record<FactKind, PlainId>;

type Props = {
  fact?: Fact;
  typed: TypedFact;
  /** Told what is typed; the page beside it follows. */
  onType: (typed: TypedFact) => void;
  onClose: () => void;
};

/** Adds a fact, or changes the one that is given. */
export function FactEditor({ fact, typed, onType, onClose }: Props) {
  const { kind } = typed;
  const { weekday } = useFormats();
  const save = useSave(schoolChanges);
  const form = useForm(FACT_DRAFTS[kind], {
    fields: fieldsOf()[kind],
    item: fact,
    draftOf: (one) => (one ? typedOf(one) : emptyFact(kind)),
    toInput: factDraftOf,
    send: (draft, seen) =>
      seen ? save('updateFact', { id: seen._id, ...draft, was: typedOf(seen) }) : save('addFact', draft),
    onSaved: onClose,
    onEdit: ({ target }) => onType({ ...typed, [target.name]: target.value }),
  });
  const { ref, before, shown, problem, isBusy } = form;
  const takenUp = useRef(before);
  useEffect(() => {
    if (takenUp.current === before) return;
    takenUp.current = before;
    onType(shown);
  }, [before, shown, onType]);
  // The button that opened it is gone.
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [ref]);
  return (
    <Form of={form} className="space-y-4 rounded-field bg-mist/40 p-4 sm:p-5">
      <ChangedFields
        title={t(CHANGED[kind])}
        of={form}
        say={(name, value) => (name === 'day' && value ? weekday(value) : value)}
      />
      <Fields fields={fieldsOf()[kind]} />
      <p role="alert" className={problem ? 'font-medium text-error text-sm' : 'sr-only'}>
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton type="submit" className="btn btn-primary btn-sm" isBusy={isBusy}>
          {t('common.save')}
        </ActionButton>
        <button type="button" className="btn btn-outline btn-sm" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Form>
  );
}
