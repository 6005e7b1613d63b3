import { useEffect, useState } from 'react';
import { type FamilyHit, familyCalls } from '#contract/families/calls.ts';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { ChooseBoxes } from './choose-boxes.tsx';
import { type ChosenPlace, SeveralDialog } from './several-dialog.tsx';

const api = apiOf(familyCalls);

const TYPING_MS = 250;
/** Of the families that are found. */
const SHOWN = 8;

/** Families that these words find, the first of them; undefined until they are there. */
function useFoundFamilies(q: string): readonly FamilyHit[] | undefined {
  const [found, setFound] = useState<readonly FamilyHit[]>();
  useEffect(() => {
    if (!q.trim()) return setFound(undefined);
    let isOver = false;
    const timer = setTimeout(async () => {
      const page = await api.searchFamilies({ querystring: { q } }).catch(() => undefined);
      if (!isOver) setFound(page?.items.slice(0, SHOWN) ?? []);
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [q]);
  return found;
}

/** Enrols several learners, of one family or of many, in one class. */
export function EnrolLearnersDialog({
  item: { _id: classid, classname },
  onClose,
}: {
  item: { _id: string; classname: string };
  onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const [places, setPlaces] = useState<readonly ChosenPlace[]>([]);
  const found = useFoundFamilies(words);
  const learners = (found ?? []).flatMap(({ name, email, phone, learners }) =>
    // Children come first: they are whom one looks for.
    learners
      .toSorted((one, other) => Number(one.self) - Number(other.self))
      .map(({ _id, learnername }) => ({
        key: _id,
        label: learnername,
        hint: [name, email, phone].filter(Boolean).join(', '),
      })),
  );
  const remove = (id: string) => setPlaces((known) => known.filter(({ learnerid }) => learnerid !== id));
  return (
    <SeveralDialog
      title={t('families.enrol_learners_in', { class: classname })}
      places={places}
      nameOf={({ learnername }) => learnername}
      onRemove={({ learnerid }) => remove(learnerid)}
      onClose={onClose}
    >
      <TextField
        label={t('families.search_learners')}
        type="search"
        maxLength={SEARCH_WORDS_MAX}
        placeholder={t('families.search_placeholder')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {found?.length === 0 && <p className="text-quiet">{t('families.none_found')}</p>}
      {learners.length > 0 && (
        <ChooseBoxes
          legend={t('families.who')}
          boxes={learners}
          chosen={new Set(places.map(({ learnerid }) => learnerid))}
          onChoose={(learnerid, isChosen) => {
            const learnername = learners.find(({ key }) => key === learnerid)?.label ?? '';
            if (isChosen) setPlaces((known) => [...known, { classid, classname, learnerid, learnername }]);
            else remove(learnerid);
          }}
        />
      )}
    </SeveralDialog>
  );
}
