import { useState } from 'react';
import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { CHECKOUT_ITEMS_MAX } from '#contract/payments/calls.ts';
import { checkoutPath } from '#contract/payments/payment-path.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { ForWhom } from '#web/components/people/for-whom.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import type { Family } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { lessOff } from '#web/lib/formats/less-off.ts';
import { dueNow, usePriceWords } from '#web/lib/formats/price-words.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** A class that is selected, and for whom. */
type Row = {
  _id: string;
  classid: string;
  learnerid: string;
  learnername: string;
  item: MusicClass;
  /** What a trial lesson takes off what is due now, in currency units. */
  off: number;
};

/** What a family has selected, to be paid at once; nothing where there are no two that cost something. */
export function Basket({ rows, family }: { rows: readonly Row[]; family: Family }) {
  const { school } = useConfig();
  const { money } = useFormats();
  const wordsOf = usePriceWords();
  const dueOf = ({ item, off }: Row) => lessOff(dueNow(item, school), off, school.currency);
  const payable = rows.filter((row) => dueOf(row) > 0);
  // Rows whose checkbox the payer has changed.
  const [decided, setDecided] = useState<ReadonlySet<string> | null>(null);
  if (payable.length < 2) return null;
  const first = firstIds(payable);
  const ticked = decided ?? first;
  const chosen = payable.filter(({ _id }) => ticked.has(_id));
  const sum = chosen.reduce((cents, row) => cents + Math.round(dueOf(row) * 100), 0) / 100;
  const isFilled = chosen.length >= CHECKOUT_ITEMS_MAX;

  function tick(id: string, isTicked: boolean) {
    const next = new Set(chosen.map(({ _id }) => _id));
    if (isTicked) next.add(id);
    else next.delete(id);
    setDecided(next);
  }

  return (
    <section aria-labelledby="basket" className="panel mt-8 overflow-hidden">
      <div className="p-5 sm:p-6">
        <h2 id="basket" className="text-subheading">
          {t('payments.pay_together')}
        </h2>
        <p className="mt-1 text-quiet">{t('payments.pay_together_lead')}</p>
        {payable.length > CHECKOUT_ITEMS_MAX && (
          <p id="at-a-time" className="mt-1 text-quiet">
            {t('payments.at_a_time', { max: CHECKOUT_ITEMS_MAX })}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-outline btn-sm bg-base-100"
            onClick={() => setDecided(first)}
          >
            {payable.length > CHECKOUT_ITEMS_MAX
              ? t('payments.tick_first', { count: first.size })
              : t('payments.tick_all')}
          </button>
          <button
            type="button"
            className="btn btn-outline btn-sm bg-base-100"
            onClick={() => setDecided(new Set())}
          >
            {t('payments.untick_all')}
          </button>
        </div>
        <ul className="mt-3 divide-y divide-base-300">
          {payable.map((row) => {
            const isTicked = ticked.has(row._id);
            const { left } = wordsOf(row.item);
            return (
              <li key={row._id}>
                <label className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-4 py-3">
                  <input
                    type="checkbox"
                    checked={isTicked}
                    disabled={isFilled && !isTicked}
                    aria-describedby={isFilled && !isTicked ? 'at-a-time' : undefined}
                    onChange={({ target }) => tick(row._id, target.checked)}
                    className="checkbox checkbox-primary checkbox-sm rounded-sm border-[#8a8296]"
                  />
                  <span className="min-w-0">
                    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                      <span className="wrap-anywhere font-semibold">
                        <OwnWords>{row.item.classname}</OwnWords>
                      </span>
                      <ForWhom family={family} learner={row} />
                      {row.item.availableseat === 0 && (
                        <span className="font-medium text-error text-sm">{t('payments.full')}</span>
                      )}
                    </span>
                    <WhenLine item={row.item} />
                    {left && <span className="block text-quiet text-sm">{left}</span>}
                    {row.off > 0 && (
                      <span className="block text-quiet text-sm">
                        {t('trials.is_taken_off', { sum: money(row.off) })}
                      </span>
                    )}
                  </span>
                  <span className="tabular-nums">{money(dueOf(row))}</span>
                </label>
              </li>
            );
          })}
        </ul>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-base-300 border-t bg-mist/60 px-5 py-4 sm:px-6">
        <p aria-live="polite">
          <span className="text-quiet">
            {t('payments.ticked', { chosen: chosen.length, all: payable.length })}
          </span>{' '}
          <span className="ms-2 font-display text-subheading tabular-nums">{money(sum)}</span>
        </p>
        {chosen.length > 0 ? (
          <Link to={checkoutPath(chosen)} className="btn btn-primary max-sm:grow">
            {payWords(chosen.length, payable.length)}
          </Link>
        ) : (
          <p className="text-quiet text-sm">{t('payments.tick_something')}</p>
        )}
      </div>
    </section>
  );
}

/** Those that one payment can pay, as far as there are seats. */
const firstIds = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ item }) => item.availableseat > 0)
      .slice(0, CHECKOUT_ITEMS_MAX)
      .map(({ _id }) => _id),
  );

function payWords(chosen: number, all: number): string {
  if (chosen < all) return t('payments.pay_for_of', { chosen, all });
  return all === 2 ? t('payments.pay_for_both') : t('payments.pay_for_all', { all });
}
