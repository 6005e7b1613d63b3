import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { findFaults } from '#contract/fields.form.ts';
import type { LearnerDraft as Draft, Learner } from '#contract/learners/calls.ts';
import { LearnerDraft } from '#contract/learners/form.ts';
import type { ClassClash } from '#contract/selections/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { Check } from '#web/components/icons/check.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameMark } from '#web/components/people/name-mark.tsx';
import { ageWords, calledName, useAge } from '#web/features/learners/learner-words.ts';
import type { Outcome } from '#web/lib/api/change.ts';
import { type ChildDraft, type ChildFaults, ChildFields, isBlank } from './child-fields.tsx';
import type { Way } from './choose.ts';
import { Clashes } from './clash-lines.tsx';

/**
 * A learner for whom a class may be chosen; `hindrance` is why it cannot be, in a few words. `isBornMissing`:
 * it can be, once the date of birth is entered.
 */
export type Candidate = { learner: Learner; hindrance?: string; isBornMissing?: boolean };

/** Whom a class was chosen for, all of them known to the school by then. */
export type Chosen = Pick<Learner, '_id' | 'self' | 'firstname' | 'learnername' | 'maypay'>;

type Props = {
  classname: string;
  availableseat: number;
  /** How many seats it has in all. */
  seats: number;
  /** The whole family, in its order. */
  candidates: readonly Candidate[];
  /** The one who is chosen to begin with; undefined where it is for a child who is to be entered. */
  fitting: Learner | undefined;
  /** What they have at the times of the class. */
  clashes: readonly ClassClash[];
  /** What a new child is probably called. */
  lastname: string;
  /** Whether the class is for certain ages; what is wrong with a day of birth then. */
  bornFault: ((born: string, name: string) => string | undefined) | undefined;
  /** Adds a child to the family; answers its id. */
  onAdd: (draft: Draft) => Promise<Outcome>;
  onBorn: (learner: Learner, born: string) => Promise<Outcome>;
  onChoose: (way: Way, learners: readonly Chosen[]) => Promise<Outcome>;
  onDone: () => void;
  /** What else is said of the class, below its name. */
  children?: ReactNode;
};

const ACTIONS = {
  select: 'learners.select',
  wait: 'learners.join_waiting_list',
  'wait-together': 'learners.wait_together',
} as const satisfies Record<Way, PlainId>;

/**
 * Asks for whom a class is, of the family or of children who are entered here; stays, with the reason, where
 * it cannot be done.
 */
export function WhoFor(props: Props) {
  const { classname, availableseat, seats, candidates, fitting, clashes, lastname, bornFault, children } =
    props;
  const nextKey = useRef(0);
  const newDraft = (): ChildDraft => ({ key: nextKey.current++, firstname: '', lastname, born: '' });
  const [chosen, setChosen] = useState<readonly string[]>(fitting ? [fitting._id] : []);
  const [drafts, setDrafts] = useState<readonly ChildDraft[]>(() => (fitting ? [] : [newDraft()]));
  /** Who was entered here, until the family is read anew. */
  const [added, setAdded] = useState<readonly Chosen[]>([]);
  const [borns, setBorns] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, ChildFaults>>>({});
  const [isTogether, setIsTogether] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const filled = drafts.filter((draft) => !isBlank(draft));
  const known = candidates.filter(({ learner, hindrance }) => !hindrance && chosen.includes(learner._id));
  const isKnown = ({ _id }: Chosen) => candidates.some(({ learner }) => learner._id === _id);
  const learners: Chosen[] = [
    ...known.map(({ learner }) => learner),
    ...added.filter((one) => chosen.includes(one._id) && !isKnown(one)),
  ];
  const count = learners.length + filled.length;
  const isFull = availableseat === 0;
  const isShort = !isFull && count > availableseat;
  // A class that is too small never has as many seats at once.
  const fitsTogether = count <= seats;
  const canWaitTogether = count > 1 && fitsTogether;
  const way = wayOf({ isFull, isShort: isShort && fitsTogether, isTogether: isTogether && canWaitTogether });
  const isClash = clashes.some(({ learnerid }) => learners.some(({ _id }) => _id === learnerid));

  function toggle({ _id }: Learner) {
    setProblem('');
    setChosen(chosen.includes(_id) ? chosen.filter((id) => id !== _id) : [...chosen, _id]);
  }
  const changeDraft = (draft: ChildDraft) => {
    setProblem('');
    setFaults({ ...faults, [draft.key]: {} });
    setDrafts(drafts.map((one) => (one.key === draft.key ? draft : one)));
  };
  const removeDraft = ({ key }: ChildDraft) => setDrafts(drafts.filter((one) => one.key !== key));

  /** What is wrong with what was typed, by draft or learner; empty where nothing is. */
  function findAllFaults(): Record<string, ChildFaults> {
    const isAlone = learners.length === 0 && filled.length === 0;
    const typed = isAlone ? drafts.slice(0, 1) : filled;
    const wrong = typed.map((draft): [string, ChildFaults] => {
      const found = findFaults(LearnerDraft, draftOf(draft)) as ChildFaults;
      const born = found.born ?? bornFault?.(draft.born, draft.firstname.trim());
      return [String(draft.key), { ...found, ...(born && { born }) }];
    });
    const unborn = known
      .filter(({ isBornMissing }) => isBornMissing)
      .map(({ learner }): [string, ChildFaults] => {
        const born = bornFault?.(borns[learner._id] ?? '', learner.self ? '' : calledName(learner));
        return [learner._id, born ? { born } : {}];
      });
    return Object.fromEntries([...wrong, ...unborn].filter(([, fault]) => Object.keys(fault).length > 0));
  }

  async function choose() {
    const wrong = findAllFaults();
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return setProblem(t('learners.look_at_what_is_marked'));
    if (count === 0) return setProblem(t('learners.choose_who_it_is_for'));
    if (isShort && !fitsTogether) return setProblem(t('learners.choose_fewer_of_them'));
    setIsBusy(true);
    const outcome = await send();
    setIsBusy(false);
    if (outcome.isDone) props.onDone();
    else setProblem(outcome.problem);
  }
  /** What is done stays done: a child that was added is not added again. */
  async function send(): Promise<Outcome> {
    for (const { learner, isBornMissing } of known) {
      if (!isBornMissing) continue;
      const outcome = await props.onBorn(learner, borns[learner._id] ?? '');
      if (!outcome.isDone) return outcome;
    }
    const all = [...learners];
    for (const draft of filled) {
      const outcome = await props.onAdd(draftOf(draft));
      if (!outcome.isDone) return outcome;
      const { insertedId } = outcome.answer as { insertedId: string };
      const { firstname, lastname: last } = draftOf(draft);
      const learner = {
        _id: insertedId,
        self: false,
        firstname,
        learnername: `${firstname} ${last}`,
        maypay: true,
      };
      all.push(learner);
      setAdded((some) => [...some, learner]);
      setChosen((ids) => [...ids, insertedId]);
      setDrafts((some) => some.filter(({ key }) => key !== draft.key));
    }
    return props.onChoose(way, all);
  }

  return (
    <>
      <div className="mb-4">
        <p className="wrap-anywhere font-semibold">
          <OwnWords>{classname}</OwnWords>
        </p>
        {children}
      </div>

      <ul className="grid gap-2">
        {candidates.map((candidate, at) => {
          const { learner, hindrance, isBornMissing } = candidate;
          const isOn = known.includes(candidate);
          return (
            <li key={learner._id}>
              <Choice isChosen={isOn} isPossible={!hindrance} onToggle={() => toggle(learner)}>
                <NameMark name={calledName(learner)} position={at} size={32} />
                <Person {...candidate} />
              </Choice>
              {isOn && isBornMissing && (
                <div className="mt-2 ps-4">
                  <TextField
                    label={
                      learner.self
                        ? t('learners.your_date_of_birth')
                        : t('learners.date_of_birth_of', { name: calledName(learner) })
                    }
                    type="date"
                    value={borns[learner._id] ?? ''}
                    error={faults[learner._id]?.born}
                    onChange={({ target }) => {
                      setBorns({ ...borns, [learner._id]: target.value });
                      setFaults({ ...faults, [learner._id]: {} });
                    }}
                  />
                </div>
              )}
              {!hindrance && (
                <Clashes clashes={clashes.filter(({ learnerid }) => learnerid === learner._id)} />
              )}
            </li>
          );
        })}
        {drafts.map((draft, at) => (
          <li key={draft.key}>
            <ChildFields
              draft={draft}
              faults={faults[draft.key] ?? {}}
              isBornNeeded={bornFault !== undefined}
              isFirst={at === drafts.length - 1}
              onChange={changeDraft}
              onRemove={drafts.length > 1 || fitting ? () => removeDraft(draft) : undefined}
            />
          </li>
        ))}
        {isFull && canWaitTogether && (
          <li className="mt-2">
            <Choice isChosen={isTogether} isPossible onToggle={() => setIsTogether(!isTogether)}>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t('learners.only_together')}</span>
                <span className="block text-quiet text-sm">
                  {t('learners.only_together_lead', { count })}
                </span>
              </span>
            </Choice>
          </li>
        )}
      </ul>
      <button
        type="button"
        className="btn btn-outline btn-sm mt-3 bg-base-100"
        onClick={() => setDrafts([...drafts, newDraft()])}
      >
        {drafts.length > 0 || candidates.length > 1
          ? t('learners.add_another_child')
          : t('learners.add_child')}
      </button>
      {isShort && (
        <p role="status" className="mt-4 rounded-field bg-honey px-4 py-3">
          {fitsTogether
            ? t('learners.few_free_wait_together', { free: availableseat, count })
            : t('learners.few_free_in_all', { free: availableseat, seats })}
        </p>
      )}
      <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <Link to="/account/family" className="link text-plum text-sm">
          {t('learners.my_family')}
        </Link>
        <ActionButton className="btn btn-primary max-sm:grow" isBusy={isBusy} onClick={choose}>
          {way === 'select' && isClash ? t('learners.select_anyway') : t(ACTIONS[way])}
        </ActionButton>
      </div>
    </>
  );
}

const draftOf = ({ firstname, lastname, born }: ChildDraft) => ({
  firstname: firstname.trim(),
  lastname: lastname.trim(),
  born: born || null,
});

function wayOf({ isFull, isShort, isTogether }: Record<'isFull' | 'isShort' | 'isTogether', boolean>): Way {
  if (isShort || (isFull && isTogether)) return 'wait-together';
  return isFull ? 'wait' : 'select';
}

function Person({ learner, hindrance, isBornMissing }: Candidate) {
  const age = useAge()(learner);
  const shown = learner.self ? t('learners.you') : age !== null && ageWords(age);
  return (
    <span className="min-w-0 flex-1">
      <span className="wrap-anywhere block font-semibold">{learner.learnername}</span>
      <span className="block text-quiet text-sm">
        {[shown, isBornMissing ? t('learners.born_needed') : hindrance].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function Choice({
  isChosen,
  isPossible,
  onToggle,
  children,
}: {
  isChosen: boolean;
  isPossible: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a dialog asks before closing once an input has changed, and nothing typed would be lost here
    <button
      type="button"
      role="checkbox"
      aria-checked={isChosen}
      aria-disabled={isPossible ? undefined : true}
      onClick={isPossible ? onToggle : undefined}
      className={`flex w-full items-center gap-3 rounded-field border px-4 py-3 text-start ${
        isPossible
          ? 'cursor-pointer border-[#8a8296] hover:bg-mist/60'
          : 'cursor-default border-base-300 bg-base-200'
      } ${isChosen ? 'border-primary bg-mist/60' : ''}`}
    >
      {children}
      {isPossible && (
        <span
          className={`grid size-5 shrink-0 place-items-center rounded-sm border ${
            isChosen ? 'border-primary bg-primary text-primary-content' : 'border-[#8a8296] bg-base-100'
          }`}
        >
          {isChosen && <Check className="size-4" />}
        </span>
      )}
    </button>
  );
}
