import { useState } from 'react';
import { Link } from 'react-router';
import type { Learner } from '#contract/learners.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Check } from '#web/components/icons/check.tsx';
import { NameMark } from '#web/components/name-mark.tsx';
import type { Outcome } from '#web/lib/change.ts';
import { ageWords, calledName, useAge } from './learner-words.ts';

/** Somebody for whom a class may be chosen; `hindrance` is why it cannot be, in a few words. */
export type Candidate = { learner: Learner; hindrance?: string };

type Props = {
  classname: string;
  /** What the button says, such as `Select`. */
  action: string;
  /** The whole family, in its order. */
  candidates: readonly Candidate[];
  /** The one who is chosen to begin with. */
  fitting: Learner | undefined;
  onChoose: (learners: readonly Learner[]) => Promise<Outcome>;
  onClose: () => void;
};

/** Asks for whom of the family a class is; stays open, with the reason, where it cannot be done. */
export function WhoForDialog({ classname, action, candidates, fitting, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(fitting ? [fitting._id] : []);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const learners = candidates.map(({ learner }) => learner).filter(({ _id }) => chosen.includes(_id));

  const isPossible = candidates.some(({ hindrance }) => !hindrance);

  function toggle({ _id }: Learner) {
    setProblem('');
    setChosen(chosen.includes(_id) ? chosen.filter((id) => id !== _id) : [...chosen, _id]);
  }
  async function choose() {
    if (learners.length === 0) return setProblem('Choose who it is for.');
    setIsBusy(true);
    const outcome = await onChoose(learners);
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
              {...candidate}
              position={at}
              isChosen={chosen.includes(candidate.learner._id)}
              onToggle={() => toggle(candidate.learner)}
            />
          </li>
        ))}
      </ul>
      <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <Link to="/account/family" className="link text-plum text-sm">
          My family
        </Link>
        {isPossible ? (
          <ActionButton className="btn btn-primary max-sm:grow" isBusy={isBusy} onClick={choose}>
            {action}
          </ActionButton>
        ) : (
          <p>For nobody of your family at the moment.</p>
        )}
      </div>
    </Dialog>
  );
}

function Choice({
  learner,
  hindrance,
  position,
  isChosen,
  onToggle,
}: Candidate & { position: number; isChosen: boolean; onToggle: () => void }) {
  const age = useAge()(learner);
  const known = learner.self ? 'You' : age !== null && ageWords(age);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a dialog asks before it is left where an input was changed; here nothing would be lost
    <button
      type="button"
      role="checkbox"
      aria-checked={isChosen}
      aria-disabled={hindrance ? true : undefined}
      onClick={hindrance ? undefined : onToggle}
      className={`flex w-full items-center gap-3 rounded-field border px-4 py-3 text-start ${
        hindrance
          ? 'cursor-default border-base-300 bg-base-200'
          : 'cursor-pointer border-[#8a8296] hover:bg-mist/60'
      } ${isChosen ? 'border-primary bg-mist/60' : ''}`}
    >
      <NameMark name={calledName(learner)} position={position} size={32} />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere block font-semibold">{learner.learnername}</span>
        <span className="block text-quiet text-sm">{[known, hindrance].filter(Boolean).join(' · ')}</span>
      </span>
      {!hindrance && (
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
