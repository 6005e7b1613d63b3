import { useEffect, useState } from 'react';
import { type Family, type FamilySearch, familyCalls, type Merge } from '#contract/families/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
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
    {
      _id: family.user._id,
      label: t('families.whole_family'),
      hint: t('families.merge_accounts'),
    },
    ...family.learners
      .filter(({ self }) => !self)
      .map(({ _id, learnername }) => ({
        _id,
        label: learnername,
        hint: t('families.merge_entries'),
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
    <Dialog title={t('families.merge_duplicates')} onClose={onClose}>
      {plan ? (
        <Plan plan={plan} />
      ) : (
        <div className="space-y-5">
          <fieldset>
            <legend className="mb-2 font-semibold text-sm">{t('families.what_is_kept')}</legend>
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
            label={keep === family.user._id ? t('families.which_account') : t('families.which_entry')}
            type="search"
            placeholder={t('families.search_placeholder')}
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              // What is no longer on the screen is not what is meant.
              change({});
            }}
          />
          <fieldset>
            <legend className="sr-only">{t('families.what_is_merged_into_it')}</legend>
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
                <p className="text-quiet">{t('families.no_other_found')}</p>
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
          {plan ? t('common.back') : t('common.cancel')}
        </button>
        {plan ? (
          <ActionButton className="btn btn-error" isBusy={merging.isBusy} onClick={merge}>
            {t('families.merge')}
          </ActionButton>
        ) : (
          <ActionButton
            className="btn btn-primary"
            isBusy={trying.isBusy}
            isUnavailable={drop === ''}
            onClick={look}
          >
            {t('families.preview')}
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
        label: [name, email].filter(Boolean).join(', '),
        hint: childrenWords(learners.filter(({ self }) => !self).map(({ learnername }) => learnername)),
      }));
  return families
    .flatMap(({ learners, name, email }) =>
      learners
        .filter(({ self, _id }) => !self && _id !== keep)
        .map((learner) => ({ ...learner, email: email ?? name })),
    )
    .slice(0, SHOWN)
    .map(({ _id, learnername, email }) => ({
      _id,
      label: learnername,
      hint: t('families.in_family_of', { email }),
    }));
}

const SHOWN = 6;

const childrenWords = (names: readonly string[]) =>
  names.length === 0 ? t('families.no_children') : names.join(', ');

function Plan({ plan: { kind, keep, drop, moved, notes } }: { plan: Merge }) {
  const counts = [
    moved.learners > 0 && t('families.count_children', { count: moved.learners }),
    moved.enrolments > 0 && t('families.count_places', { count: moved.enrolments }),
    moved.orders > 0 && t('families.count_payments', { count: moved.orders }),
    moved.selections > 0 && t('families.count_selections', { count: moved.selections }),
    moved.waitlist > 0 && t('families.count_waiting', { count: moved.waitlist }),
    moved.guardians > 0 && t('families.count_guardians', { count: moved.guardians }),
  ].filter((words) => words !== false);
  return (
    <div className="space-y-4">
      <p>
        {rich('families.becomes_part', {
          kind,
          name: drop.name,
          email: drop.email,
          keepname: keep.name,
          keepemail: keep.email,
          strong: (words) => <strong className="font-semibold">{words}</strong>,
        })}
      </p>
      <p>
        {counts.length === 0
          ? t('families.moves_nothing')
          : t('families.moves', { counts: counts.join(', ') })}
      </p>
      {notes.length > 0 && (
        <ul className="list-disc space-y-1 ps-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p className="text-quiet">{t('families.merge_undo_hint')}</p>
    </div>
  );
}

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
