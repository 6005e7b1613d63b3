import type { ReactNode } from 'react';
import type { Formats } from '#contract/formats.ts';
import { teacherName } from '#contract/former.ts';
import { laterWords } from '#contract/messages/later-words.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import type { Receipt } from '#contract/payments/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Printer } from '#web/components/icons/printer.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf, keptWords } from '#web/lib/formats/goes-back.ts';

/** What was paid, for what and by whom, set to be printed; `children` lead back. */
export function ReceiptView({ receipt, children }: { receipt: Receipt; children: ReactNode }) {
  const formats = useFormats();
  const amount = formats.money(receipt.price, receipt.currency);
  const isOwed = receipt.paidby === 'due';
  const isForChild = receipt.learnername !== receipt.name;
  const lines = [
    [t('payments.receipt_number'), receipt.number],
    [t('common.date'), formats.moment(receipt.date)],
    [
      isForChild ? t('payments.paid_by') : t('payments.for'),
      [receipt.name, receipt.email].filter(Boolean).join(', '),
    ],
    ...(isForChild ? [[t('payments.for'), receipt.learnername]] : []),
    [
      t('classes.class_name_column'),
      t('payments.class_with', {
        classname: receipt.trial ? t('trials.of_class', { class: receipt.classname }) : receipt.classname,
        instructorname: teacherName(receipt.instructorname),
      }),
    ],
    ...(receipt.lessons ? [[t('payments.lessons'), lessonWords(receipt.lessons)]] : []),
    ...(receipt.fullprice === undefined ? [] : [[t('classes.price_label'), priceWords(receipt, formats)]]),
    ...(receipt.price === 0
      ? []
      : [
          [
            isOwed ? t('payments.to_pay') : t('payments.charged'),
            t(receipt.trial ? 'trials.sum_for_trial' : 'payments.for_enrolling', { amount }),
          ],
        ]),
    ...(receipt.rest === undefined
      ? []
      : [[t('invoices.on_invoice'), formats.money(receipt.rest, receipt.currency)]]),
    ...(receipt.later
      ? [
          [
            t('payments.to_pay_later'),
            laterWords(formats.money(receipt.later.price, receipt.currency), receipt.later),
          ],
        ]
      : []),
    [t('payments.paid_with'), payingWords(receipt)],
    ...(receipt.paidby ? [] : [[t('payments.transaction_id'), receipt.transactionId]]),
  ];
  return (
    <>
      <div className="mx-auto mb-6 flex max-w-2xl flex-wrap items-center justify-between gap-3 print:hidden">
        {children}
        <button type="button" className="btn btn-primary" onClick={() => print()}>
          <Printer className="size-4.5" aria-hidden="true" />
          {t('common.print')}
        </button>
      </div>
      <article className="panel mx-auto max-w-2xl p-6 sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
        <p className="font-display text-subheading">{receipt.school}</p>
        {receipt.schooladdress && <p className="text-quiet">{receipt.schooladdress}</p>}
        <h1 className="mt-6 flex flex-wrap items-center gap-3 text-heading">
          {isOwed ? t('payments.confirmation') : t('payments.receipt')}
          <RefundBadge receipt={receipt} />
        </h1>
        <dl className="mt-6 divide-y divide-base-300 border-base-300 border-y">
          {lines.map(([term, text]) => (
            <div key={term} className="grid gap-1 py-3 sm:grid-cols-[11rem_1fr] print:grid-cols-[11rem_1fr]">
              <dt className="text-quiet">{term}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 flex items-baseline justify-between gap-4">
          <span className="font-semibold">{sumWords(receipt)}</span>
          <span className="font-display text-heading">{amount}</span>
        </p>
        {receipt.state !== 'enrolled' || receipt.returned > 0 ? (
          <p className="mt-3 font-medium">{fateOf(receipt, formats)}</p>
        ) : null}
        {receipt.items && <WholePayment receipt={receipt} items={receipt.items} />}
      </article>
    </>
  );
}

const lessonWords = ({ left, of }: NonNullable<Receipt['lessons']>) =>
  left === of ? t('payments.all_lessons', { of }) : t('payments.lessons_joined_late', { left, of });

/** What it would have cost, and why it cost something else. */
function priceWords({ fullprice = 0, pricereason, currency }: Receipt, { money }: Formats): string {
  return t('payments.price_and_reason', {
    price: money(fullprice, currency),
    reason: pricereason ? reasonWords(pricereason) : t('payments.too_little_for_card'),
  });
}

const BY_HAND = {
  cash: 'payments.cash',
  transfer: 'payments.transfer',
  due: 'payments.not_paid_yet',
} as const satisfies Record<NonNullable<Receipt['paidby']>, PlainId>;

function payingWords({ paidby, cardlast4, price, rest }: Receipt) {
  if (paidby) return t(BY_HAND[paidby]);
  if (price === 0 && rest !== undefined) return t('invoices.on_invoice');
  return cardlast4 ? t('payments.card_ending_in', { digits: cardlast4 }) : t('payments.no_payment_needed');
}

const sumWords = ({ paidby, items }: Receipt) => {
  if (paidby === 'due') return t('payments.to_pay_at_school');
  return items ? t('payments.paid_for_this_place') : t('payments.amount_paid');
};

/** All that the payment paid for: what the card statement shows as one sum. */
function WholePayment({ receipt: { _id, currency }, items }: { receipt: Receipt; items: ReceiptItems }) {
  const { money } = useFormats();
  const total = (amountOf: (item: ReceiptItems[number]) => number) =>
    money(
      items.reduce((sum, item) => sum + amountOf(item), 0),
      currency,
    );
  const isReturned = items.some(({ returned }) => returned > 0);
  return (
    <section aria-labelledby="payment" className="mt-10 break-inside-avoid">
      <h2 id="payment" className="text-subheading">
        {t('payments.whole_payment')}
      </h2>
      <table className="mt-3 w-full border-base-300 border-y text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('payments.place')}</th>
            <th scope="col">{t('payments.paid')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-base-300">
          {items.map((item) => (
            <tr key={item._id} className="align-baseline">
              <th scope="row" className="py-2.5 pe-4 text-start font-normal">
                <span className={`wrap-anywhere block ${item._id === _id ? 'font-semibold' : ''}`}>
                  <OwnWords>{item.classname}</OwnWords>
                </span>
                <span className="wrap-anywhere block text-quiet">{item.learnername}</span>
              </th>
              <td className="py-2.5 text-end tabular-nums">
                {money(item.price, currency)}
                {item.returned > 0 && (
                  <span className="block text-quiet">
                    {t('payments.sum_refunded', { money: money(item.returned, currency) })}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-base-300 border-t">
          <tr className="align-baseline">
            <th scope="row" className="py-2.5 pe-4 text-start font-semibold">
              {t('payments.amount_paid')}
            </th>
            <td className="py-2.5 text-end font-semibold tabular-nums">
              {total(({ price }) => price)}
              {isReturned && (
                <span className="block font-normal text-quiet">
                  {t('payments.total_refunded', { total: total(({ returned }) => returned) })}
                </span>
              )}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

type ReceiptItems = NonNullable<Receipt['items']>;

function RefundBadge({ receipt: { price, returned } }: { receipt: Receipt }) {
  if (returned === 0) return null;
  return (
    <span className="badge badge-info font-sans font-semibold">
      {returned < price ? t('payments.partly_refunded') : t('payments.refunded')}
    </span>
  );
}

/** What became of the place and of the money, where not both stand as they were. */
function fateOf(receipt: Receipt, formats: Formats): string {
  const { state, price, earned = 0 } = receipt;
  const ended = state === 'enrolled' ? t('payments.place_is_kept') : t('payments.this_place_has_ended');
  const kept = earned > 0 ? keptWords(receipt, formats.money) : '';
  return [price === 0 ? '' : backWords(receipt, formats), kept, ended].filter(Boolean).join(' ');
}

function backWords(receipt: Receipt, { money, moment }: Formats): string {
  const { state, paidby, returned, refundedat, currency } = receipt;
  const due = goesBackOf(receipt);
  const values = {
    sum: money(returned, currency),
    dated: refundedat ? 'yes' : 'no',
    day: refundedat ? moment(refundedat) : '',
  };
  if (paidby === 'due') return t('payments.nothing_is_owed_for_it');
  if (due === 0 && returned === 0) return '';
  if (paidby)
    return returned > 0
      ? t('payments.was_refunded', values)
      : t('payments.school_will_refund_sum', { sum: money(due, currency) });
  if (returned >= due) return t('payments.went_back_to_card', values);
  const part = returned > 0 ? t('payments.part_went_back', { ...values, due: money(due, currency) }) : '';
  const left = { left: money(due - returned, currency) };
  const rest =
    state === 'refund_due'
      ? t('payments.rest_on_its_way', left)
      : state === 'refund_failed'
        ? t('payments.rest_not_yet_refunded', left)
        : '';
  return `${part} ${rest}`.trim();
}
