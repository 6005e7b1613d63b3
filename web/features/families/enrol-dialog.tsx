import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { Family } from '#contract/families/calls.ts';
import type { Formats } from '#contract/formats.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import type { ByHandPay } from '#contract/payments/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { AnotherSumFields, useAnotherSum } from './another-sum.tsx';
import { officeChanges } from './changes.ts';
import { useBookedPrice } from './use-booked-price.ts';
import { useFoundClasses } from './use-found-classes.ts';

const PAYS: Record<ByHandPay, { label: PlainId; hint: PlainId }> = {
  cash: { label: 'families.paid_in_cash', hint: 'families.paid_in_cash_hint' },
  transfer: { label: 'families.paid_by_transfer', hint: 'families.paid_by_transfer_hint' },
  due: { label: 'families.pays_later', hint: 'families.pays_later_hint' },
  free: { label: 'families.free_of_charge', hint: 'families.free_of_charge_hint' },
};

/** What a class asks of those who choose it themselves; the office may know better. */
const AGE_CODES: ReadonlySet<string> = new Set<ErrorCode>(['age-outside', 'born-missing']);

/** What the office has said that it knows. */
type Confirmed = { confirmage?: true; confirmclash?: true };

/** Enrols one of the family without the card service. */
export function EnrolDialog({
  learners,
  chosen,
  onClose,
}: {
  learners: Family['learners'];
  /** The class that the office came from. */
  chosen?: { _id: string; classname: string };
  onClose: () => void;
}) {
  const { isBusy, problem, run, forget } = useChange(officeChanges, 'enrolByHand');
  const child = learners.find(({ self }) => !self) ?? learners[0];
  const [learnerid, setLearnerid] = useState(child?._id ?? '');
  const [words, setWords] = useState(chosen?.classname ?? '');
  const [classid, setClassid] = useState(chosen?._id);
  const [pay, setPay] = useState<ByHandPay>('cash');
  const [fault, setFault] = useState('');
  /** What it may say next, after a refusal. */
  const [next, setNext] = useState<Confirmed>();
  const another = useAnotherSum('agreed');
  const found = useFoundClasses(words);
  const { booked, isAsked, askAgain } = useBookedPrice({ classid, learnerid });
  const item = found?.find(({ _id }) => _id === classid);
  const { enrolmentPrice, currency } = useConfig().school;
  const { money } = useFormats();

  /** What was said of another child or class is not of these. */
  function change(to: { learnerid?: string; classid?: string }) {
    if (to.learnerid) setLearnerid(to.learnerid);
    else setClassid(to.classid);
    setFault('');
    setNext(undefined);
    forget();
  }
  async function enrol(confirmed?: Confirmed) {
    if (!classid) return setFault(t('classes.choose_class'));
    setFault('');
    if (pay !== 'free' && !another.isFit()) return;
    const other = pay === 'free' ? null : another.sum;
    const outcome = await run({ classid, learnerid, pay, price: booked?.price, ...other, ...confirmed });
    if (outcome.isDone) return onClose();
    const code = outcome.refusal?.code ?? '';
    if (code === 'price-differs') askAgain();
    if (AGE_CODES.has(code)) setNext({ ...confirmed, confirmage: true });
    else if (code === 'learner-clash') setNext({ ...confirmed, confirmclash: true });
    else setNext(undefined);
  }
  const wholeOf = (price: number) => (enrolmentPrice === 'class' ? price : enrolmentPrice);
  const said = fault || problem;
  return (
    <Dialog title={t('families.enrol_by_hand')} onClose={onClose}>
      <div className="space-y-5">
        <SelectField
          label={t('families.who')}
          options={learners.map(({ _id }) => _id)}
          optionLabels={Object.fromEntries(learners.map(({ _id, learnername }) => [_id, learnername]))}
          value={learnerid}
          onChange={({ target }) => change({ learnerid: target.value })}
        />
        <TextField
          label={t('classes.class_name_column')}
          type="search"
          placeholder={t('families.search_classes')}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            // What is no longer on the screen is not what is meant.
            change({ classid: undefined });
          }}
        />
        <fieldset>
          <legend className="sr-only">{t('families.classes')}</legend>
          <div className="grid gap-2">
            {found?.map(({ _id, classname, price, availableseat }) => (
              <ChoiceCard
                key={_id}
                name="class"
                label={classname}
                hint={`${money(wholeOf(price), currency)}, ${t('families.places_free', { free: availableseat })}`}
                isChosen={classid === _id}
                onChoose={() => change({ classid: _id })}
              />
            ))}
            {found?.length === 0 && <p className="text-quiet">{t('classes.no_classes_match_your_search')}</p>}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-2 font-semibold text-sm">{t('families.how_is_it_paid')}</legend>
          <div className="grid gap-2">
            {(Object.keys(PAYS) as ByHandPay[]).map((way) => (
              <ChoiceCard
                key={way}
                name="pay"
                isChosen={pay === way}
                onChoose={() => setPay(way)}
                label={t(PAYS[way].label)}
                hint={t(PAYS[way].hint)}
              />
            ))}
          </div>
        </fieldset>
        {pay !== 'free' && <AnotherSumFields currency={currency} {...another.fields} />}
        {(booked || isAsked) && (
          // Its place is kept while it is asked for: the buttons below stay where they are.
          <p
            aria-live="polite"
            className="grid min-h-18 items-center rounded-field bg-mist px-4 py-3 sm:min-h-12"
          >
            {booked &&
              bookedWords(
                { booked, pay, isOther: another.sum !== null, whole: item && wholeOf(item.price) },
                money,
              )}
          </p>
        )}
        <p role="alert" className={said ? 'font-medium text-error' : 'sr-only'}>
          {said}
        </p>
        {next && (
          <ActionButton className="btn btn-outline max-sm:w-full" isBusy={isBusy} onClick={() => enrol(next)}>
            {t('families.enrol_anyway')}
          </ActionButton>
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.cancel')}
        </button>
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={() => enrol()}>
          {t('families.enrol')}
        </ActionButton>
      </div>
    </Dialog>
  );
}

type Booking = {
  booked: NonNullable<ReturnType<typeof useBookedPrice>['booked']>;
  pay: ByHandPay;
  isOther: boolean;
  /** What the class costs from its first lesson on. */
  whole: number | undefined;
};

/** The sum that will be booked, with what sets it. */
function bookedWords({ booked, pay, isOther, whole }: Booking, money: Formats['money']): string {
  const { price, currency, lessons, fullprice, pricereason } = booked;
  const rule = money(price, currency);
  if (pay === 'free') return t('families.booked_nothing', { rule });
  if (isOther) return t('families.booked_other_sum', { rule });
  if (fullprice !== undefined && pricereason)
    return t('families.booked_discounted', {
      rule,
      price: money(fullprice, currency),
      reason: reasonWords(pricereason),
    });
  if (fullprice !== undefined) return t('families.booked_below_least', { money: money(fullprice, currency) });
  const isLate = lessons !== undefined && lessons.left < lessons.of;
  if (!isLate) return t('families.booked_price', { rule });
  const { left, of } = lessons;
  return whole === undefined
    ? t('families.booked_part', { rule, left, of })
    : t('families.booked_part_of', { rule, whole: money(whole, currency), left, of });
}
