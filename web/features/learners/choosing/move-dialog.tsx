import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { findFaults } from '#contract/fields.form.ts';
import type { LearnerDraft as Draft } from '#contract/learners/calls.ts';
import { LearnerDraft } from '#contract/learners/form.ts';
import type { ClassClash } from '#contract/selections/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';
import type { Outcome } from '#web/lib/api/change.ts';
import { type ChildDraft, type ChildFaults, ChildFields } from './child-fields.tsx';
import { Clashes } from './clash-lines.tsx';

/** Who may take a place, with a word of who they are. */
export type Taker = { _id: string; learnername: string; hint: string };

/** What the caller has said that they know. */
export type Known = { confirmage?: true; confirmclash?: true };

type Props = {
  /** The place as it is. */
  classname: string;
  learnername: string;
  takers: readonly Taker[];
  /** What the family has at the times of the class. */
  clashes?: readonly ClassClash[];
  onMove: (learnerid: string, known: Known) => Promise<Outcome>;
  /** Adds a child to the family and answers its id; left out where only who is known can take the place. */
  onAdd?: (draft: Draft) => Promise<Outcome>;
  onClose: () => void;
};

const AGE_CODES: ReadonlySet<string> = new Set<ErrorCode>(['age-outside', 'born-missing']);
/** The choice of a child who is not entered yet. */
const NEW = 'new';
const BLANK: ChildDraft = { key: 0, firstname: '', lastname: '', born: '' };

/**
 * Asks who of a family takes a place that another of it has; stays, with the reason, where it cannot be done.
 */
export function MoveDialog({ classname, learnername, takers, clashes = [], onMove, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState(takers[0]?._id ?? NEW);
  const [draft, setDraft] = useState(BLANK);
  const [faults, setFaults] = useState<ChildFaults>({});
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  /** What may be said next, after a refusal. */
  const [next, setNext] = useState<Known>({});
  const theirs = clashes.filter(({ learnerid }) => learnerid === chosen);
  // What stands in the dialog has been read.
  const known: Known = theirs.length > 0 ? { ...next, confirmclash: true } : next;
  const isAnyway = Object.keys(known).length > 0;

  function choose(id: string) {
    setChosen(id);
    setProblem('');
    setNext({});
  }
  async function move() {
    setIsBusy(true);
    setProblem('');
    const learnerid = chosen === NEW ? await addChild() : chosen;
    const outcome = learnerid === undefined ? undefined : await onMove(learnerid, known);
    setIsBusy(false);
    if (!outcome) return;
    if (outcome.isDone) return onClose();
    setProblem(outcome.problem);
    const code = outcome.refusal?.code ?? '';
    if (code === 'learner-clash') setNext({ ...known, confirmclash: true });
    else if (AGE_CODES.has(code) && !onAdd) setNext({ ...known, confirmage: true });
    else setNext({});
  }
  /** Enters the child, who is among the others from then on; gives its id. */
  async function addChild(): Promise<string | undefined> {
    const typed = {
      firstname: draft.firstname.trim(),
      lastname: draft.lastname.trim(),
      born: draft.born || null,
    };
    const wrong = findFaults(LearnerDraft, typed) as ChildFaults;
    setFaults(wrong);
    if (Object.keys(wrong).length > 0 || !onAdd) {
      setProblem(t('learners.look_at_what_is_marked'));
      return undefined;
    }
    const outcome = await onAdd(typed);
    if (!outcome.isDone) {
      setProblem(outcome.problem);
      return undefined;
    }
    const { insertedId } = outcome.answer as { insertedId: string };
    setChosen(insertedId);
    setDraft(BLANK);
    return insertedId;
  }

  return (
    <Dialog title={t('learners.move_to_another_learner', { classname })} onClose={onClose}>
      <p>{t('learners.move_lead', { learnername })}</p>
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold text-sm">{t('learners.who_takes_place')}</legend>
        <div className="grid gap-2">
          {takers.map(({ _id, learnername: name, hint }) => (
            <div key={_id}>
              <ChoiceCard
                name="taker"
                label={name}
                hint={hint}
                isChosen={chosen === _id}
                onChoose={() => choose(_id)}
              />
              {chosen === _id && <Clashes clashes={theirs} />}
            </div>
          ))}
          {onAdd && takers.length > 0 && (
            <ChoiceCard
              name="taker"
              label={t('learners.another_child')}
              hint={t('learners.who_is_not_entered_yet')}
              isChosen={chosen === NEW}
              onChoose={() => choose(NEW)}
            />
          )}
        </div>
      </fieldset>
      {chosen === NEW && (
        <div className="mt-2">
          <ChildFields
            draft={draft}
            faults={faults}
            isBornNeeded={false}
            // The dialog gives the focus: a field that takes it before loses it as the dialog opens.
            isFirst={false}
            onChange={(typed) => {
              setDraft(typed);
              setFaults({});
            }}
          />
        </div>
      )}
      <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('learners.keep_it_as_it_is')}
        </button>
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={move}>
          {isAnyway ? t('learners.move_anyway') : t('learners.move_place')}
        </ActionButton>
      </div>
    </Dialog>
  );
}
