import { type ReactNode, useCallback, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { type ByHandPay, type EnrolledSeveral, paymentCalls } from '#contract/payments/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DryResult } from '#web/components/dialog/dry-result.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { SelectField } from '#web/components/form/field.tsx';
import { X } from '#web/components/icons/x.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { officeChanges } from '#web/features/families/changes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

const api = apiOf(paymentCalls);

/** Who is to be enrolled in which class. */
export type ChosenPlace = { classid: string; classname: string; learnerid: string; learnername: string };

/** What a place is known by while it is chosen. */
export const keyOf = ({ classid, learnerid }: Pick<ChosenPlace, 'classid' | 'learnerid'>) =>
  `${classid} ${learnerid}`;

const PAYS = {
  cash: 'families.paid_in_cash',
  transfer: 'families.paid_by_transfer',
  due: 'families.pays_later',
  free: 'families.free_of_charge',
} as const satisfies Record<ByHandPay, PlainId>;

const WAYS = Object.keys(PAYS) as ByHandPay[];
const wayLabels = () => Object.fromEntries(WAYS.map((way) => [way, t(PAYS[way])]));

/** What the office may know better, by the code that says it. */
const CONFIRMS: { readonly [C in ErrorCode]?: 'confirmage' | 'confirmclash' } = {
  'age-outside': 'confirmage',
  'born-missing': 'confirmage',
  'learner-clash': 'confirmclash',
};

/** What is said of a place beside its name. */
type Said = { pay?: ByHandPay; confirmage?: true; confirmclash?: true };

/** Asks the school what would become of these places; the number is how often that was asked for anew. */
async function askSeveral(of: string): Promise<EnrolledSeveral | undefined> {
  const [items] = JSON.parse(of);
  const answer = await api.enrolByHand({ body: { mode: 'fitting', items }, querystring: { dry: '1' } });
  return 'leftout' in answer ? answer : undefined;
}

/**
 * Enrols several at once, whom `children` lets one choose: before that is sent it says who can be enrolled,
 * who not and why, and the sums. What is sent is what was said: those who can, all or none.
 */
export function SeveralDialog({
  title,
  places,
  nameOf,
  onRemove,
  onClose,
  children,
}: {
  title: string;
  places: readonly ChosenPlace[];
  nameOf: (place: ChosenPlace) => ReactNode;
  onRemove: (place: ChosenPlace) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { isBusy, problem, run, forget } = useChange(officeChanges, 'enrolSeveral');
  const [pay, setPay] = useState<ByHandPay>('cash');
  const [said, setSaid] = useState<Readonly<Record<string, Said>>>({});
  const [tries, setTries] = useState(0);
  const [fault, setFault] = useState('');
  const items = places.map((place) => {
    const { classid, learnerid } = place;
    return { classid, learnerid, pay, ...said[keyOf(place)] };
  });
  const ask = useCallback(askSeveral, []);
  const dry = useLatest(items.length > 0 ? JSON.stringify([items, tries]) : undefined, ask);
  const known = new Map(dry.answer?.enrolled.map((one) => [keyOf(one), one]));
  const refused = new Map(dry.answer?.leftout.map((one) => [keyOf(one), one]));
  const fitting = items.filter((item) => known.has(keyOf(item)));
  const isKnown = dry.isCurrent && dry.answer !== undefined && !dry.problem;

  const say = (place: ChosenPlace, more: Said) => {
    setFault('');
    forget();
    setSaid((before) => ({ ...before, [keyOf(place)]: { ...before[keyOf(place)], ...more } }));
  };
  function payAll(way: ByHandPay) {
    setPay(way);
    setSaid((before) =>
      Object.fromEntries(Object.entries(before).map(([key, { pay: _, ...confirmed }]) => [key, confirmed])),
    );
  }
  async function enrol() {
    if (places.length === 0) return setFault(t('families.several_choose'));
    if (!isKnown) return;
    if (fitting.length === 0) return setFault(t('families.several_none_fits'));
    setFault('');
    const priced = fitting.map((item) => {
      // Free of charge, what is booked is not the price.
      return item.pay === 'free' ? item : { ...item, price: known.get(keyOf(item))?.price };
    });
    const outcome = await run({ mode: 'all', items: priced });
    const answer = outcome.isDone ? (outcome.answer as EnrolledSeveral) : undefined;
    if (answer && answer.enrolled.length > 0) return onClose();
    if (answer) setFault(t('families.several_changed'));
    setTries((at) => at + 1);
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-5">
        {children}
        {places.length > 0 && (
          <>
            <SelectField
              label={t('families.how_is_it_paid')}
              options={WAYS}
              optionLabels={wayLabels()}
              value={pay}
              onChange={({ target }) => payAll(target.value as ByHandPay)}
            />
            <ul aria-label={t('families.several_chosen')} className="grid gap-2">
              {places.map((place) => (
                <Row
                  key={keyOf(place)}
                  place={place}
                  name={nameOf(place)}
                  pay={said[keyOf(place)]?.pay ?? pay}
                  known={known.get(keyOf(place))}
                  refused={refused.get(keyOf(place))}
                  onSay={(more) => say(place, more)}
                  onRemove={() => onRemove(place)}
                />
              ))}
            </ul>
            <DryResult
              label={t('families.several_result')}
              dry={dry}
              working={t('calloffs.working_out')}
              className="rounded-field bg-mist px-4 py-3"
            >
              {(answer) => <Outcome {...answer} />}
            </DryResult>
          </>
        )}
        <p role="alert" className={fault || problem ? 'font-medium text-error' : 'sr-only'}>
          {fault || problem}
        </p>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.cancel')}
        </button>
        <ActionButton
          className="btn btn-primary"
          isBusy={isBusy}
          isUnavailable={places.length > 0 && !isKnown}
          onClick={enrol}
        >
          {isKnown && fitting.length > 0
            ? t('families.several_enrol', { count: fitting.length })
            : t('families.enrol')}
        </ActionButton>
      </div>
    </Dialog>
  );
}

/** A place that is chosen: how it is paid, and what it costs or why it cannot be given. */
function Row({
  place: { classname, learnername },
  name,
  pay,
  known,
  refused,
  onSay,
  onRemove,
}: {
  place: ChosenPlace;
  name: ReactNode;
  pay: ByHandPay;
  known: EnrolledSeveral['enrolled'][number] | undefined;
  refused: EnrolledSeveral['leftout'][number] | undefined;
  onSay: (said: Said) => void;
  onRemove: () => void;
}) {
  const { money } = useFormats();
  const confirms = refused && CONFIRMS[refused.code];
  const named = { learner: learnername, class: classname };
  return (
    <li className="rounded-field border border-base-300 p-3">
      <div className="flex items-start justify-between gap-3">
        <span className="wrap-anywhere min-w-0 font-semibold">{name}</span>
        <button
          type="button"
          className="btn btn-ghost btn-square btn-sm"
          aria-label={t('families.several_remove', named)}
          onClick={onRemove}
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <select
          className="select select-sm w-auto"
          aria-label={t('families.several_pays', named)}
          value={pay}
          onChange={({ target }) => onSay({ pay: target.value as ByHandPay })}
        >
          {WAYS.map((way) => (
            <option key={way} value={way}>
              {t(PAYS[way])}
            </option>
          ))}
        </select>
        {known && <span className="tabular-nums">{money(known.price, known.currency)}</span>}
      </div>
      {refused && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 font-medium text-error text-sm">
          <span className="wrap-anywhere">{refused.detail}</span>
          {confirms && (
            <button
              type="button"
              className="btn btn-outline btn-sm"
              aria-label={t('families.several_anyway', named)}
              onClick={() => onSay({ [confirms]: true })}
            >
              {t('families.enrol_anyway')}
            </button>
          )}
        </p>
      )}
    </li>
  );
}

/** What would be done, in sentences. */
function Outcome({ enrolled, leftout, sums: { cash, transfer, owed }, currency, families }: EnrolledSeveral) {
  const { money } = useFormats();
  const lines = [
    t('families.several_can', { count: enrolled.length }),
    leftout.length > 0 && t('families.several_cannot', { count: leftout.length }),
    cash > 0 && t('families.several_cash', { sum: money(cash, currency) }),
    transfer > 0 && t('families.several_transfer', { sum: money(transfer, currency) }),
    owed > 0 && t('families.several_owed', { sum: money(owed, currency) }),
    enrolled.length > 0 && t('calloffs.families_told', { count: families }),
  ].filter((line) => typeof line === 'string');
  return (
    <ul className="space-y-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** A name of the school's or of a person's, with another below it. */
export const TwoNames = ({ first, second }: { first: ReactNode; second: string }) => (
  <>
    {first}
    <span className="block font-normal text-quiet text-sm">
      <OwnWords>{second}</OwnWords>
    </span>
  </>
);
