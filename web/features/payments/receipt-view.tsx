import type { ReactNode } from 'react';
import type { Formats } from '#contract/formats.ts';
import { laterWords } from '#contract/messages/later-words.ts';
import type { Receipt } from '#contract/payments/calls.ts';
import { Printer } from '#web/components/icons/printer.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf, keptWords } from '#web/lib/formats/goes-back.ts';

/** What was paid, for what and by whom, set to be printed; `children` lead back. */
export function ReceiptView({ receipt, children }: { receipt: Receipt; children: ReactNode }) {
  const formats = useFormats();
  const amount = formats.money(receipt.price, receipt.currency);
  const isOwed = receipt.paidby === 'due';
  const isForChild = receipt.learnername !== receipt.name;
  const lines = [
    ['Receipt number', receipt.number],
    ['Date', formats.moment(receipt.date)],
    [isForChild ? 'Paid by' : 'For', [receipt.name, receipt.email].filter(Boolean).join(', ')],
    ...(isForChild ? [['For', receipt.learnername]] : []),
    ['Class', `${receipt.classname}, with ${receipt.instructorname}`],
    ...(receipt.lessons ? [['Lessons', lessonWords(receipt.lessons)]] : []),
    ...(receipt.fullprice === undefined ? [] : [['Price', priceWords(receipt, formats)]]),
    ...(receipt.price === 0 ? [] : [[isOwed ? 'To pay' : 'Charged', `${amount} for enrolling`]]),
    ...(receipt.later
      ? [['To pay later', formats.money(receipt.later.price, receipt.currency) + laterWords(receipt.later)]]
      : []),
    ['Paid with', payingWords(receipt)],
    ...(receipt.paidby ? [] : [['Transaction id', receipt.transactionId]]),
  ];
  return (
    <>
      <div className="mx-auto mb-6 flex max-w-2xl flex-wrap items-center justify-between gap-3 print:hidden">
        {children}
        <button type="button" className="btn btn-primary" onClick={() => print()}>
          <Printer className="size-4.5" aria-hidden="true" />
          Print
        </button>
      </div>
      <article className="panel mx-auto max-w-2xl p-6 sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
        <p className="font-display text-subheading">{receipt.school}</p>
        {receipt.schooladdress && <p className="text-quiet">{receipt.schooladdress}</p>}
        <h1 className="mt-6 flex flex-wrap items-center gap-3 text-heading">
          {isOwed ? 'Confirmation' : 'Receipt'}
          <RefundBadge receipt={receipt} />
        </h1>
        <dl className="mt-6 divide-y divide-base-300 border-base-300 border-y">
          {lines.map(([term, text]) => (
            <div key={term} className="grid gap-1 py-3 sm:grid-cols-[10rem_1fr] print:grid-cols-[10rem_1fr]">
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
  left === of ? `all ${of}` : `${left} of ${of} (joined part-way through)`;

/** What it would have cost, and why it cost something else. */
function priceWords({ fullprice = 0, pricereason, currency }: Receipt, { money }: Formats): string {
  const reason = pricereason ?? 'less than a card can be charged, so the place is free';
  return `${money(fullprice, currency)}: ${reason}`;
}

const BY_HAND = { cash: 'Cash', transfer: 'Bank transfer', due: 'Not paid yet' } as const;

function payingWords({ paidby, cardlast4 }: Receipt) {
  if (paidby) return BY_HAND[paidby];
  return cardlast4 ? `Card ending in ${cardlast4}` : 'No payment needed';
}

const sumWords = ({ paidby, items }: Receipt) => {
  if (paidby === 'due') return 'To pay at the school';
  return items ? 'Paid for this place' : 'Amount paid';
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
        The whole payment
      </h2>
      <table className="mt-3 w-full border-base-300 border-y text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Paid</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-base-300">
          {items.map((item) => (
            <tr key={item._id} className="align-baseline">
              <th scope="row" className="py-2.5 pe-4 text-start font-normal">
                <span className={`wrap-anywhere block ${item._id === _id ? 'font-semibold' : ''}`}>
                  {item.classname}
                </span>
                <span className="wrap-anywhere block text-quiet">{item.learnername}</span>
              </th>
              <td className="py-2.5 text-end tabular-nums">
                {money(item.price, currency)}
                {item.returned > 0 && (
                  <span className="block text-quiet">{money(item.returned, currency)} refunded</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-base-300 border-t">
          <tr className="align-baseline">
            <th scope="row" className="py-2.5 pe-4 text-start font-semibold">
              Amount paid
            </th>
            <td className="py-2.5 text-end font-semibold tabular-nums">
              {total(({ price }) => price)}
              {isReturned && (
                <span className="block font-normal text-quiet">
                  {total(({ returned }) => returned)} refunded
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
    <span className="badge badge-info h-auto py-0.5 font-sans font-semibold">
      {returned < price ? 'Partly refunded' : 'Refunded'}
    </span>
  );
}

/** What became of the place and of the money, where not both stand as they were. */
function fateOf(receipt: Receipt, formats: Formats): string {
  const { state, price, earned = 0 } = receipt;
  const ended = state === 'enrolled' ? 'The place is kept.' : 'This place has ended.';
  const kept = earned > 0 ? keptWords(receipt, formats.money) : '';
  return [price === 0 ? '' : backWords(receipt, formats), kept, ended].filter(Boolean).join(' ');
}

function backWords(receipt: Receipt, { money, moment }: Formats): string {
  const { state, paidby, returned, refundedat, currency } = receipt;
  const due = goesBackOf(receipt);
  const sum = money(returned, currency);
  const day = refundedat ? ` on ${moment(refundedat)}` : '';
  if (paidby === 'due') return 'Nothing is owed for it.';
  if (due === 0 && returned === 0) return '';
  if (paidby)
    return returned > 0 ? `${sum} was refunded${day}.` : `The school will refund ${money(due, currency)}.`;
  if (returned >= due) return `${sum} went back to the card${day}.`;
  const left = money(due - returned, currency);
  const part = returned > 0 ? `${sum} of ${money(due, currency)} went back to the card${day}. ` : '';
  if (state === 'refund_due') return `${part}${left} is on its way back to the card.`;
  if (state === 'refund_failed')
    return `${part}${left} could not yet be refunded to the card. The school knows about it.`;
  return part.trim();
}
