import { useState } from 'react';
import type { Family } from '#contract/families/calls.ts';
import { t } from '#languages/t.ts';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFoundClasses } from '#web/features/families/use-found-classes.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { ChooseBoxes } from './choose-boxes.tsx';
import { type ChosenPlace, keyOf, SeveralDialog, TwoNames } from './several-dialog.tsx';

/** Enrols the learners of a family in several classes. */
export function ChooseClassesDialog({
  learners,
  onClose,
}: {
  learners: Family['learners'];
  onClose: () => void;
}) {
  const child = learners.find(({ self }) => !self) ?? learners[0];
  const [learnerid, setLearnerid] = useState(child?._id ?? '');
  const [words, setWords] = useState('');
  const [places, setPlaces] = useState<readonly ChosenPlace[]>([]);
  const found = useFoundClasses(words);
  const { enrolmentPrice, currency } = useConfig().school;
  const { money } = useFormats();
  const classes = (found ?? []).map(({ _id, classname, price, availableseat }) => ({
    key: _id,
    label: classname,
    hint: `${money(enrolmentPrice === 'class' ? price : enrolmentPrice, currency)}, ${t('families.places_free', { free: availableseat })}`,
  }));
  const learnername = learners.find(({ _id }) => _id === learnerid)?.learnername ?? '';
  const remove = (of: Pick<ChosenPlace, 'classid' | 'learnerid'>) =>
    setPlaces((known) => known.filter((place) => keyOf(place) !== keyOf(of)));
  return (
    <SeveralDialog
      title={t('families.several_classes')}
      places={places}
      nameOf={(place) => (
        <TwoNames first={<OwnWords>{place.classname}</OwnWords>} second={place.learnername} />
      )}
      onRemove={remove}
      onClose={onClose}
    >
      {learners.length > 1 && (
        <SelectField
          label={t('families.who')}
          options={learners.map(({ _id }) => _id)}
          optionLabels={Object.fromEntries(learners.map(({ _id, learnername }) => [_id, learnername]))}
          value={learnerid}
          onChange={({ target }) => setLearnerid(target.value)}
        />
      )}
      <TextField
        label={t('families.search_classes')}
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {found?.length === 0 && <p className="text-quiet">{t('classes.no_classes_match_your_search')}</p>}
      {classes.length > 0 && (
        <ChooseBoxes
          legend={t('families.classes')}
          boxes={classes}
          chosen={new Set(places.filter((one) => one.learnerid === learnerid).map(({ classid }) => classid))}
          onChoose={(classid, isChosen) => {
            const classname = classes.find(({ key }) => key === classid)?.label ?? '';
            if (isChosen) setPlaces((known) => [...known, { classid, classname, learnerid, learnername }]);
            else remove({ classid, learnerid });
          }}
        />
      )}
    </SeveralDialog>
  );
}
