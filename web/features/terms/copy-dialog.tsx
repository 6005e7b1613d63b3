import { useState } from 'react';
import {
  type CopiedTerm,
  type LeftOut,
  PLACES_WAYS,
  type PlacesWay,
  type Term,
} from '#contract/terms/calls.ts';
import { TermCopyDraft } from '#contract/terms/form.ts';
import { type MessageId, type PlainId, t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { termChanges, tryCopyTerm } from './changes.ts';

type Props = {
  term: Term;
  /** The one after it, where there is one already. */
  next: Term | undefined;
  onClose: () => void;
};

const WAYS = {
  offer: 'terms.places_offer',
  renew: 'terms.places_renew',
} as const satisfies Record<PlacesWay, PlainId>;

const UNTIL = {
  offer: { label: 'terms.offer_until', hint: 'terms.offer_until_hint' },
  renew: { label: 'terms.renew_until', hint: 'terms.renew_until_hint' },
} as const satisfies Record<PlacesWay, Record<'label' | 'hint', PlainId>>;

const fieldsOf = (places: PlacesWay) => ({
  name: { label: t('terms.next_name') },
  firstday: { label: t('common.first_day'), isHalf: true },
  lastday: { label: t('common.last_day'), isHalf: true },
  places: {
    label: t('terms.places'),
    options: Object.fromEntries(PLACES_WAYS.map((way) => [way, t(WAYS[way])])),
  },
  offeruntil: { label: t(UNTIL[places].label), hint: t(UNTIL[places].hint) },
});

/** Copies the classes of a term into the next: first it says what comes of it, then it is done. */
export function CopyDialog({ term, next, onClose }: Props) {
  const save = useSave(termChanges);
  const [outcome, setOutcome] = useState<CopiedTerm>();
  const [places, setPlaces] = useState<PlacesWay>('offer');
  const form = useForm(TermCopyDraft, {
    fields: fieldsOf(places),
    item: next,
    send: (draft) => (outcome ? save('copyTerm', { id: term._id, ...draft }) : tryCopyTerm(term._id, draft)),
    onSaved: ({ answer }) => (outcome ? onClose() : setOutcome(answer as CopiedTerm)),
    onEdit({ target: { name, value } }) {
      if (name === 'places') setPlaces(value as PlacesWay);
      setOutcome(undefined);
      form.forget();
    },
  });
  return (
    <FormDialog
      title={t('terms.copy', { name: term.name })}
      action={outcome ? t('terms.copy_now') : t('terms.see_what_is_copied')}
      lead={<p className="text-quiet">{t('terms.copy_means')}</p>}
      of={form}
      onClose={onClose}
    >
      {outcome && <Outcome {...outcome} />}
    </FormDialog>
  );
}

const LEFT_OUT = {
  clash: 'terms.left_out_clash',
  'room-too-small': 'terms.left_out_room_too_small',
  'no-room': 'terms.left_out_no_room',
  'no-teacher': 'terms.left_out_no_teacher',
  'no-lessons': 'terms.left_out_no_lessons',
} as const satisfies Record<LeftOut, MessageId>;

function Outcome({ classes, lessons, renewed, leftoutclasses, leftout }: CopiedTerm) {
  const { shortDay } = useFormats();
  return (
    <section aria-label={t('terms.what_is_copied')} aria-live="polite" className="rounded-field bg-honey p-4">
      <p className="font-medium">
        {classes === 0 ? t('terms.no_class_is_copied') : t('terms.classes_and_lessons', { classes, lessons })}
      </p>
      {renewed && <Renewed {...renewed} />}
      {leftoutclasses > 0 && (
        <>
          <p className="mt-4 font-medium">{t('terms.classes_left_out', { count: leftoutclasses })}</p>
          <ul className="mt-1 space-y-0.5 text-sm">
            {leftout.map(({ classid, classname, reason, clashes: [clash] }) => (
              <li key={classid}>
                {clash
                  ? t('terms.left_out_clash_on', {
                      classname,
                      other: clash.with,
                      day: shortDay(clash.day),
                    })
                  : t(LEFT_OUT[reason], { classname })}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm">{t('terms.put_right_and_copy_again')}</p>
        </>
      )}
    </section>
  );
}

function Renewed({
  places,
  families,
  unmailed,
  owed,
  currency,
  leftoutplaces,
  leftout,
}: NonNullable<CopiedTerm['renewed']>) {
  const { money } = useFormats();
  const lines = [
    t('terms.places_renewed', { count: places, sum: money(owed, currency) }),
    places > 0 && t('terms.renewed_families_told', { count: families }),
    unmailed > 0 && t('terms.renewed_unmailed', { count: unmailed }),
  ].filter((line) => typeof line === 'string');
  return (
    <>
      {lines.map((line) => (
        <p key={line} className="mt-2">
          {line}
        </p>
      ))}
      {leftoutplaces > 0 && (
        <>
          <p className="mt-4 font-medium">{t('terms.places_left_out', { count: leftoutplaces })}</p>
          <ul className="mt-1 space-y-0.5 text-sm">
            {leftout.map(({ classname, learnerid, learnername, detail }) => (
              <li key={`${classname} ${learnerid}`} className="wrap-anywhere">
                {t('terms.place_left_out', { learnername, classname, detail })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
