import { useState } from 'react';
import { FACTS_MAX, type Fact, type FactKind } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ArrowDown } from '#web/components/icons/arrow-down.tsx';
import { ArrowUp } from '#web/components/icons/arrow-up.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFocusAfter } from '#web/lib/focus/focus-after.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { schoolChanges } from './changes.ts';
import { emptyFact, factDraftOf, type TypedFact, type TypedFacts, typedOf } from './fact-draft.ts';
import { FactEditor } from './fact-editor.tsx';
import { FACT_WORDS, nameOf } from './fact-words.ts';
import { Move } from './move.tsx';

type Props = {
  kind: FactKind;
  /** Of this kind, in their order. */
  facts: readonly Fact[];
  typed: TypedFacts;
  /**
   * To be told what is typed of a fact, or of a new one under the name of its kind; undefined once that is
   * over.
   */
  onType: (id: string, typed: TypedFact | undefined) => void;
  /** The school's present day, ISO 8601. */
  today: string;
};

/** What the school tells of one kind: to be added, changed, put in order, deleted. */
export function FactList({ kind, facts, typed, onType, today }: Props) {
  const { plural, add, lead, none } = FACT_WORDS[kind];
  const adding = typed[kind];
  const addButton = useFocusAfter<HTMLButtonElement>(adding !== undefined);
  const isFull = facts.length >= FACTS_MAX[kind];
  return (
    <section aria-labelledby={`facts-${kind}`} className="sm:col-span-2">
      <h3 id={`facts-${kind}`} className="font-sans font-semibold">
        {t(plural)}
      </h3>
      <p className="mt-1 text-quiet text-sm">{t(lead)}</p>
      {facts.length === 0 && !adding && <p className="mt-3 text-quiet text-sm italic">{t(none)}</p>}
      <ol className="mt-3 space-y-2">
        {facts.map((fact, at) => (
          <FactRow
            key={fact._id}
            fact={fact}
            at={at}
            isLast={at === facts.length - 1}
            isPast={fact.day !== undefined && fact.day < today}
            typed={typed[fact._id]}
            onType={(draft) => onType(fact._id, draft)}
          />
        ))}
      </ol>
      <div className="mt-3">
        {adding ? (
          <FactEditor
            typed={adding}
            onType={(draft) => onType(kind, draft)}
            onClose={() => onType(kind, undefined)}
          />
        ) : isFull ? (
          <p className="text-quiet text-sm">{t('school.facts_full', { count: facts.length })}</p>
        ) : (
          <button
            ref={addButton}
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() => onType(kind, emptyFact(kind))}
          >
            {t(add)}
          </button>
        )}
      </div>
    </section>
  );
}

function FactRow({
  fact,
  at,
  isLast,
  isPast,
  typed,
  onType,
}: {
  fact: Fact;
  at: number;
  isLast: boolean;
  isPast: boolean;
  typed: TypedFact | undefined;
  onType: (typed: TypedFact | undefined) => void;
}) {
  const { run, isBusy } = useChange(schoolChanges, 'moveFact');
  const remove = useChange(schoolChanges, 'deleteFact');
  const formats = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const editButton = useFocusAfter<HTMLButtonElement>(typed !== undefined);
  const name = nameOf(fact);
  const { _id: id, day } = fact;
  const move = (position: number) => run({ id, ...factDraftOf(typedOf(fact)), was: typedOf(fact), position });

  if (typed)
    return (
      <li>
        <FactEditor fact={fact} typed={typed} onType={onType} onClose={() => onType(undefined)} />
      </li>
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field border border-base-300 py-1.5 ps-4 pe-2">
      <span className="wrap-anywhere min-w-0 grow basis-40">
        <span className="font-medium">
          <OwnWords>{name}</OwnWords>
        </span>
        {day && (
          <span className={`block text-sm ${isPast ? 'font-medium text-error' : 'text-quiet'}`}>
            {isPast ? t('school.day_over', { day: formats.weekday(day) }) : formats.weekday(day)}
          </span>
        )}
      </span>
      <span className="flex items-center">
        <Move
          label={t('school.move_up', { name })}
          isOff={at === 0}
          isBusy={isBusy}
          onMove={() => move(at - 1)}
        >
          <ArrowUp className="size-4" aria-hidden="true" />
        </Move>
        <Move
          label={t('school.move_down', { name })}
          isOff={isLast}
          isBusy={isBusy}
          onMove={() => move(at + 1)}
        >
          <ArrowDown className="size-4" aria-hidden="true" />
        </Move>
        <button
          ref={editButton}
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label={t('school.edit_fact', { name })}
          onClick={() => onType(typedOf(fact))}
        >
          {t('common.edit')}
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          aria-label={t('school.delete_fact', { name })}
          onClick={() => setIsAsking(true)}
        >
          {t('common.delete')}
        </button>
      </span>
      {isAsking && (
        <ConfirmDialog
          title={t('school.ask_delete_fact', { name })}
          confirmLabel={t('common.delete')}
          onConfirm={() => remove.run({ id })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('school.delete_fact_means')}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
