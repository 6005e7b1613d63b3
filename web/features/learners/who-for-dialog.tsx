import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Learner } from '#contract/learners.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Check } from '#web/components/icons/check.tsx';
import { NameMark } from '#web/components/name-mark.tsx';
import type { Outcome } from '#web/lib/change.ts';
import type { Way } from './choose.ts';
import { ageWords, calledName, useAge } from './learner-words.ts';

/** Somebody for whom a class may be chosen; `hindrance` is why it cannot be, in a few words. */
export type Candidate = { learner: Learner; hindrance?: string };

type Props = {
  classname: string;
  availableseat: number;
  /** How many seats it has in all. */
  seats: number;
  /** The whole family, in its order. */
  candidates: readonly Candidate[];
  /** The one who is chosen to begin with. */
  fitting: Learner | undefined;
  onChoose: (way: Way, learners: readonly Learner[]) => Promise<Outcome>;
  onClose: () => void;
};

const ACTIONS: Record<Way, string> = {
  select: 'Select',
  wait: 'Join waiting list',
  'wait-together': 'Wait together',
};

/** Asks for whom of the family a class is; stays open, with the reason, where it cannot be done. */
export function WhoForDialog({
  classname,
  availableseat,
  seats,
  candidates,
  fitting,
  onChoose,
  onClose,
}: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(fitting ? [fitting._id] : []);
  const [isTogether, setIsTogether] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isChosen = ({ learner, hindrance }: Candidate) => !hindrance && chosen.includes(learner._id);
  const learners = candidates.filter(isChosen).map(({ learner }) => learner);
  const isPossible = candidates.some(({ hindrance }) => !hindrance);
  const isFull = availableseat === 0;
  const isShort = !isFull && learners.length > availableseat;
  // A class that is too small never has as many seats at once.
  const fitsTogether = learners.length <= seats;
  const canWaitTogether = learners.length > 1 && fitsTogether;
  const way = wayOf({ isFull, isShort: isShort && fitsTogether, isTogether: isTogether && canWaitTogether });

  function toggle({ _id }: Learner) {
    setProblem('');
    setChosen(chosen.includes(_id) ? chosen.filter((id) => id !== _id) : [...chosen, _id]);
  }
  async function choose() {
    if (learners.length === 0) return setProblem('Choose who it is for.');
    if (isShort && !fitsTogether) return setProblem('Choose fewer of them.');
    setIsBusy(true);
    const outcome = await onChoose(way, learners);
    setIsBusy(false);
    if (outcome.isDone) onClose();
    else setProblem(outcome.problem);
  }

  return (
    <Dialog title="Who is it for?" onClose={onClose}>
      <p className="mb-4 text-quiet">{classname}</p>
      <ul className="grid gap-2">
        {candidates.map((candidate, at) => (
          <li key={candidate.learner._id}>
            <Choice
              isChosen={isChosen(candidate)}
              isPossible={!candidate.hindrance}
              onToggle={() => toggle(candidate.learner)}
            >
              <NameMark name={calledName(candidate.learner)} position={at} size={32} />
              <Person {...candidate} />
            </Choice>
          </li>
        ))}
        {isFull && canWaitTogether && (
          <li className="mt-2">
            <Choice isChosen={isTogether} isPossible onToggle={() => setIsTogether(!isTogether)}>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">Only together</span>
                <span className="block text-quiet text-sm">
                  They wait for {learners.length} seats at once, and none of them is offered one alone.
                </span>
              </span>
            </Choice>
          </li>
        )}
      </ul>
      {isShort && (
        <p role="status" className="mt-4 rounded-field bg-honey px-4 py-3">
          {availableseat === 1 ? 'Only 1 seat is' : `Only ${availableseat} seats are`} free.{' '}
          {fitsTogether
            ? `They can wait together for ${learners.length} seats at once, or you choose fewer of them.`
            : `The class has ${seats} in all: choose fewer of them.`}
        </p>
      )}
      <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <Link to="/account/family" className="link text-plum text-sm">
          My family
        </Link>
        {isPossible ? (
          <ActionButton className="btn btn-primary max-sm:grow" isBusy={isBusy} onClick={choose}>
            {ACTIONS[way]}
          </ActionButton>
        ) : (
          <p>Nobody in your family can take this class at the moment.</p>
        )}
      </div>
    </Dialog>
  );
}

function wayOf({ isFull, isShort, isTogether }: Record<'isFull' | 'isShort' | 'isTogether', boolean>): Way {
  if (isShort || (isFull && isTogether)) return 'wait-together';
  return isFull ? 'wait' : 'select';
}

function Person({ learner, hindrance }: Candidate) {
  const age = useAge()(learner);
  const known = learner.self ? 'You' : age !== null && ageWords(age);
  return (
    <span className="min-w-0 flex-1">
      <span className="wrap-anywhere block font-semibold">{learner.learnername}</span>
      <span className="block text-quiet text-sm">{[known, hindrance].filter(Boolean).join(' · ')}</span>
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
