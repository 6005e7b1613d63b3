import { useState } from 'react';
import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes.ts';
import { checkoutPath } from '#contract/payment-path.ts';
import { CHECKOUT_ITEMS_MAX } from '#contract/payments.ts';
import { NameTag } from '#web/components/name-tag.tsx';
import { useConfig } from '#web/lib/config.ts';
import { type Family, tagOf } from '#web/lib/family.ts';
import { useFormats } from '#web/lib/formats.ts';
import { feeOf } from './fee-of.ts';

/** A class that is selected, and for whom. */
type Row = {
  _id: string;
  classid: string;
  learnerid: string;
  learnername: string;
  item: MusicClass;
  /** What it costs today, where the lessons that are left set that. */
  sum?: number;
};

/** What a family has selected, to be paid at once; nothing where there are no two that cost something. */
export function Basket({ rows, family }: { rows: readonly Row[]; family: Family }) {
  const { enrolmentPrice } = useConfig().school;
  const { money } = useFormats();
  // Where somebody decided otherwise than it stands at first.
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map());
  const dueOf = ({ item, sum }: Row) => sum ?? feeOf(item, enrolmentPrice);
  const payable = rows.filter((row) => dueOf(row) > 0);
  if (payable.length < 2) return null;
  const isChosen = ({ _id, item }: Row) => decided.get(_id) ?? item.availableseat > 0;
  const chosen = payable.filter(isChosen);
  const sum = chosen.reduce((cents, row) => cents + Math.round(dueOf(row) * 100), 0) / 100;
  const isTooMuch = chosen.length > CHECKOUT_ITEMS_MAX;
  const isPayable = chosen.length > 0 && !isTooMuch;

  return (
    <section aria-labelledby="basket" className="panel mt-8 overflow-hidden">
      <div className="p-5 sm:p-6">
        <h2 id="basket" className="text-subheading">
          Pay together
        </h2>
        <p className="mt-1 text-quiet">One payment for all that is ticked: you get every seat or none.</p>
        <ul className="mt-4 divide-y divide-base-300">
          {payable.map((row) => (
            <li key={row._id}>
              <label className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-4 py-3">
                <input
                  type="checkbox"
                  checked={isChosen(row)}
                  onChange={({ target }) => setDecided(new Map(decided).set(row._id, target.checked))}
                  className="checkbox checkbox-primary checkbox-sm rounded-sm border-[#8a8296]"
                />
                <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
                  <span className="wrap-anywhere font-semibold">{row.item.classname}</span>
                  <NameTag {...tagOf(family, row)} />
                  {row.item.availableseat === 0 && (
                    <span className="font-medium text-error text-sm">Full</span>
                  )}
                </span>
                <span className="tabular-nums">{money(dueOf(row))}</span>
              </label>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-base-300 border-t bg-mist/60 px-5 py-4 sm:px-6">
        <p aria-live="polite">
          <span className="text-quiet">
            {chosen.length} of {payable.length} ticked
          </span>{' '}
          <span className="ms-2 font-display text-subheading tabular-nums">{money(sum)}</span>
        </p>
        {isPayable ? (
          <Link to={checkoutPath(chosen)} className="btn btn-primary max-sm:grow">
            {payWords(chosen.length, payable.length)}
          </Link>
        ) : (
          <p className="text-quiet text-sm">
            {isTooMuch ? `At most ${CHECKOUT_ITEMS_MAX} go into one payment.` : 'Tick what you want to pay.'}
          </p>
        )}
      </div>
    </section>
  );
}

function payWords(chosen: number, all: number): string {
  if (chosen < all) return `Pay for ${chosen} of ${all}`;
  return all === 2 ? 'Pay for both' : `Pay for all ${all}`;
}
