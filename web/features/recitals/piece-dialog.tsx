import { useState } from 'react';
import { PieceDraft } from '#contract/recitals/form.ts';
import type { Piece } from '#contract/recitals/office-calls.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { recitalChanges } from './changes.ts';
import { draftOf } from './draft-of.ts';
import { type Chosen, type Nameable, PeoplePicker } from './people-picker.tsx';

type Props = {
  seen: { id: string; version: number };
  /** Those that are there, in the order in which they are shown, which is saved with it. */
  pieces: readonly Piece[];
  people: Nameable;
  /** The one that is changed; left out for a new one. */
  piece?: Piece;
  onClose: () => void;
};

const one = (learnerid: string | null | undefined, name: string | null | undefined): Chosen[] =>
  learnerid ? [{ learnerid, name: name ?? '' }] : [];

/** Adds a piece at the end of a programme, or changes one. */
export function PieceDialog({ seen, pieces, people, piece, onClose }: Props) {
  const save = useSave(recitalChanges);
  const [performers, setPerformers] = useState<readonly Chosen[]>(
    (piece?.learnerids ?? []).map((learnerid, at) => ({ learnerid, name: piece?.names[at] ?? '' })),
  );
  const [accompanist, setAccompanist] = useState<readonly Chosen[]>(
    one(piece?.accompanistid, piece?.accompanist),
  );
  const [turner, setTurner] = useState<readonly Chosen[]>(one(piece?.turnerid, piece?.turner));
  const form = useForm(PieceDraft, {
    fields: {
      title: { label: t('common.title') },
      composer: { label: t('recitals.composer'), isHalf: true },
      instrument: { label: t('recitals.instrument'), isHalf: true },
      minutes: { label: t('recitals.minutes_played'), inputMode: 'numeric', isHalf: true },
      setupminutes: { label: t('recitals.minutes_setup'), inputMode: 'numeric', isHalf: true },
      needs: { label: t('recitals.needs'), hint: t('recitals.needs_hint'), isOptional: true },
    },
    item: piece,
    draftOf: (item) => ({
      title: item?.title ?? '',
      composer: item?.composer ?? '',
      instrument: item?.instrument ?? '',
      minutes: item ? String(item.minutes) : '',
      setupminutes: item ? String(item.setupminutes) : '0',
      needs: (item?.needs ?? []).join(', '),
    }),
    toInput: (typed, data) => ({
      ...typed,
      ...(piece && { _id: piece._id }),
      learnerids: performers.map(({ learnerid }) => learnerid),
      accompanistid: accompanist[0]?.learnerid ?? null,
      turnerid: turner[0]?.learnerid ?? null,
      turnsself: data.has('turnsself'),
      needs: typed.needs
        .split(',')
        .map((need) => need.trim())
        .filter(Boolean),
    }),
    send: (draft) => {
      const own = pieces.filter((known) => known.own).map(draftOf);
      const after = piece
        ? own.map((known) => (known._id === piece._id ? { ...draft, _id: piece._id } : known))
        : [...own, draft];
      return save('savePieces', { ...seen, pieces: after });
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={piece ? t('common.change_named', { name: piece.title }) : t('recitals.add_piece')}
      action={piece ? t('common.save') : t('recitals.add_this_piece')}
      of={form}
      lead={
        <PeoplePicker
          label={t('recitals.who_plays')}
          error={form.faults.learnerids}
          people={people}
          chosen={performers}
          onChange={(chosen) => {
            setPerformers(chosen);
            form.clear('learnerids');
          }}
        />
      }
      onClose={onClose}
    >
      <PeoplePicker
        label={t('common.optional', { label: t('recitals.accompanist') })}
        people={people}
        chosen={accompanist}
        max={1}
        onChange={setAccompanist}
      />
      {accompanist.length > 0 && (
        <>
          <PeoplePicker
            label={t('common.optional', { label: t('recitals.turner') })}
            people={people}
            chosen={turner}
            max={1}
            onChange={setTurner}
          />
          <label className="flex items-center gap-3">
            <input
              type="checkbox"
              name="turnsself"
              defaultChecked={piece?.turnsself ?? false}
              className="checkbox checkbox-primary checkbox-sm rounded-sm border-[#8a8296]"
            />
            <span className="font-semibold text-sm">{t('recitals.turns_self')}</span>
          </label>
        </>
      )}
    </FormDialog>
  );
}
