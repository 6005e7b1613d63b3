import { useEffect, useState } from 'react';
import { type Family, type FamilySearch, familyCalls, type Merge } from '#contract/families/calls.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { officeChanges } from './changes.ts';

const api = apiOf(familyCalls);

type Candidate = { _id: string; label: string; hint: string };

/**
 * Merges another account into this family, or another entry of a child into a child of it; what will happen
 * is shown first.
 */
export function MergeDialog({ family, onClose }: { family: Family; onClose: () => void }) {
  const trying = useChange(officeChanges, 'tryMerge');
  const merging = useChange(officeChanges, 'merge');
  const kept: Candidate[] = [
    { _id: family.user._id, label: 'The whole family', hint: 'Another account that is the same family' },
    ...family.learners
      .filter(({ self }) => !self)
      .map(({ _id, learnername }) => ({
        _id,
        label: learnername,
        hint: 'Another entry that is the same child',
      })),
  ];
  const [keep, setKeep] = useState(family.user._id);
  const [drop, setDrop] = useState('');
  const [words, setWords] = useState('');
  const [plan, setPlan] = useState<Merge>();
  const found = useFamilies(words);
  const candidates = candidatesOf(found, family, keep);
  const problem = trying.problem || merging.problem;

  function change(to: { keep?: string; drop?: string }) {
    if (to.keep !== undefined) setKeep(to.keep);
    setDrop(to.drop ?? '');
    setPlan(undefined);
    trying.forget();
    merging.forget();
  }
  async function look() {
    const outcome = await trying.run({ keep, drop });
    if (outcome.isDone) setPlan(outcome.answer as Merge);
  }
  async function merge() {
    const { isDone } = await merging.run({ keep, drop });
    if (isDone) onClose();
  }
  return (
    <Dialog title="Merge duplicates" onClose={onClose}>
      {plan ? (
        <Plan plan={plan} />
      ) : (
        <div className="space-y-5">
          <fieldset>
            <legend className="mb-2 font-semibold text-sm">What is kept?</legend>
            <div className="grid gap-2">
              {kept.map(({ _id, ...card }) => (
                <ChoiceCard
                  key={_id}
                  name="keep"
                  isChosen={keep === _id}
                  onChoose={() => change({ keep: _id })}
                  {...card}
                />
              ))}
            </div>
          </fieldset>
          <TextField
            label={
              keep === family.user._id
                ? 'Which account is the same family?'
                : 'Which entry is the same child?'
            }
            type="search"
            placeholder="Name of a parent or child, or email"
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              // What is no longer on the screen is not what is meant.
              change({});
            }}
          />
          <fieldset>
            <legend className="sr-only">What is merged into it</legend>
            <div className="grid gap-2">
              {candidates.map(({ _id, ...card }) => (
                <ChoiceCard
                  key={_id}
                  name="drop"
                  isChosen={drop === _id}
                  onChoose={() => change({ drop: _id })}
                  {...card}
                />
              ))}
              {words.trim() !== '' && found && candidates.length === 0 && (
                <p className="text-quiet">No other families match your search.</p>
              )}
            </div>
          </fieldset>
        </div>
      )}
      <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={plan ? () => setPlan(undefined) : onClose}>
          {plan ? 'Back' : 'Cancel'}
        </button>
        {plan ? (
          <ActionButton className="btn btn-error" isBusy={merging.isBusy} onClick={merge}>
            Merge
          </ActionButton>
        ) : (
          <ActionButton
            className="btn btn-primary"
            isBusy={trying.isBusy}
            isUnavailable={drop === ''}
            onClick={look}
          >
            See what will happen
          </ActionButton>
        )}
      </div>
    </Dialog>
  );
}

/** What is found by the words, but what is kept itself. */
function candidatesOf(found: FamilySearch | undefined, { user }: Family, keep: string): Candidate[] {
  const families = found?.items ?? [];
  if (keep === user._id)
    return families
      .filter(({ userid }) => userid !== user._id)
      .slice(0, SHOWN)
      .map(({ userid, name, email, learners }) => ({
        _id: userid,
        label: `${name}, ${email}`,
        hint: childrenWords(learners.filter(({ self }) => !self).map(({ learnername }) => learnername)),
      }));
  return families
    .flatMap(({ learners, email }) =>
      learners.filter(({ self, _id }) => !self && _id !== keep).map((learner) => ({ ...learner, email })),
    )
    .slice(0, SHOWN)
    .map(({ _id, learnername, email }) => ({ _id, label: learnername, hint: `In the family of ${email}` }));
}

const SHOWN = 6;

const childrenWords = (names: readonly string[]) => (names.length === 0 ? 'No children' : names.join(', '));

function Plan({ plan: { kind, keep, drop, moved, notes } }: { plan: Merge }) {
  const counts = [
    countWords(moved.learners, 'child', 'children'),
    countWords(moved.enrolments, 'place in a class', 'places in classes'),
    countWords(moved.orders, 'payment', 'payments'),
    countWords(moved.selections, 'chosen class', 'chosen classes'),
    countWords(moved.waitlist, 'entry on a waiting list', 'entries on waiting lists'),
    countWords(moved.guardians, 'person who looks after a child', 'people who look after children'),
  ].filter((words) => words !== '');
  return (
    <div className="space-y-4">
      <p>
        <strong className="font-semibold">
          {kind === 'user' ? `${drop.name}, ${drop.email}` : drop.name}
        </strong>{' '}
        becomes part of{' '}
        <strong className="font-semibold">
          {kind === 'user' ? `${keep.name}, ${keep.email}` : keep.name}
        </strong>
        .
      </p>
      <p>{counts.length === 0 ? 'Nothing has to move.' : `What moves: ${counts.join(', ')}.`}</p>
      {notes.length > 0 && (
        <ul className="list-disc space-y-1 ps-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p className="text-quiet">You can undo this for a day, on this family’s page.</p>
    </div>
  );
}

const countWords = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

const TYPING_MS = 250;

/** What these words find; undefined until it is there. */
function useFamilies(q: string): FamilySearch | undefined {
  const [found, setFound] = useState<FamilySearch>();
  useEffect(() => {
    if (q.trim() === '') return setFound(undefined);
    let isOver = false;
    const timer = setTimeout(async () => {
      const answer = await api.searchFamilies({ querystring: { q } }).catch(() => undefined);
      if (!isOver) setFound(answer);
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [q]);
  return found;
}
