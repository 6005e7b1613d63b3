import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { applyCredit, type OpenInvoice, openInvoicesOf } from '#server/features/ledger/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { findLefts, isSamePlan, type Plan, readPlan } from '#server/features/parts/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import {
  changeOpen,
  type FamilyPaymentRow,
  findByIntent,
  findFamilyPayment,
  findOpenOf,
  insertFamilyPayment,
} from './queries.ts';
import { endFamilyPayment, settleFamilyPayment } from './settle-family-payment.ts';

/** So long a payment can be made; then it is cancelled at the card service. */
export const PAYABLE_MS = 60 * 60_000;
const TRIES = 3;

type Paying = { userid: string; invoiceids: readonly string[] } & (
  | { instalmentid?: string | undefined; plans?: undefined }
  | {
      /** The instalments in which the one invoice is paid; throws where it cannot be. */
      plans: (tx: Db, invoice: OpenInvoice, now: number) => Promise<Plan>;
      instalmentid?: undefined;
    }
);

/**
 * Says how an account pays what is open of some of its invoices but for places on them, in one payment. Asked
 * again for the same it is the same payment; one for anything else ends before. Throws `invoice-not-found`,
 * `instalment-not-found`, `nothing-to-pay`, `payment-refused` and `provider-unavailable`.
 */
export async function startFamilyPayment(payments: Payments, paying: Paying): Promise<Started> {
  const { db } = payments;
  // What was paid already, and the payer was never told, must not lead to a second charge.
  for (const { intentid } of await findOpenOf(db, paying.userid))
    if (intentid !== null) await settleFamilyPayment(payments, intentid);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { payment, others } = await transact(db, (tx) => openPayment(payments, tx, paying));
    if (payment) return withIntent(payments, payment);
    for (const other of others) await endFamilyPayment(payments, other);
  }
  throw new AppError('provider-unavailable');
}

/**
 * Records a payment that its payer says they made; what the card service says decides. Gives the sum, in
 * cents, the same every time. Throws `payment-not-found` unless it is this account's own and has come, for the
 * invoice that is named among others, and `provider-unavailable`.
 */
export async function recordFamilyPayment(
  payments: Payments,
  { userid, invoiceid, transactionId }: { userid: string; invoiceid: string; transactionId: string },
): Promise<number> {
  const known = await findByIntent(payments.db, transactionId);
  ensure(known?.userid === userid && isFor(known, invoiceid), 'payment-not-found');
  const paid = known.state === 'paid' ? known : await settleFamilyPayment(payments, transactionId);
  ensure(paid?.state === 'paid', 'payment-not-found');
  return paid.amount;
}

const isFor = ({ invoiceids }: FamilyPaymentRow, id: string) => JSON.parse(invoiceids).includes(id);

/** The payment that is to be made, or what has to end before it. */
async function openPayment(
  { now }: Payments,
  tx: Db,
  paying: Paying,
): Promise<{ payment?: FamilyPaymentRow; others: readonly FamilyPaymentRow[] }> {
  const { userid, instalmentid = null } = paying;
  ensure(await lockUser(tx, userid), 'user-not-found');
  const moment = now();
  // What the family was credited meanwhile pays first.
  await applyCredit(tx, { userid, now: moment });
  const invoices = await findPayable(tx, paying);
  const [first] = invoices;
  ensure(first, 'nothing-to-pay');
  const plan = paying.plans ? await paying.plans(tx, first, moment) : null;
  const amount = plan?.parts[0]?.amount ?? (await sumPayable(tx, invoices, instalmentid));
  const { currency } = first;
  ensure(amount > 0, 'nothing-to-pay');
  const named = JSON.stringify(invoices.map(({ _id }) => _id));
  const isSame = (one: FamilyPaymentRow) =>
    one.offsession === 0 &&
    one.amount === amount &&
    one.invoiceids === named &&
    one.instalmentid === instalmentid &&
    isSamePlan(one.plan, plan) &&
    // Another account's before a merge, which has not agreed to them.
    one.agreedby === (plan && userid) &&
    one.createdat + PAYABLE_MS > moment;
  const known = await findOpenOf(tx, userid);
  const others = known.filter((one) => !isSame(one));
  if (others.length > 0) return { others };
  const [
    payment = await insertFamilyPayment(tx, {
      _id: newId(moment),
      userid,
      invoiceids: named,
      instalmentid,
      plan: plan && JSON.stringify(plan),
      agreedby: plan && userid,
      amount,
      currency,
      state: 'open',
      intentid: null,
      clientsecret: null,
      ledgerid: null,
      cardlast4: null,
      workat: moment + PAYABLE_MS,
      createdat: moment,
      updatedat: moment,
    }),
  ] = known;
  return { payment, others };
}

/** What of invoices can be paid by card, or what is left of the one instalment. */
async function sumPayable(tx: Db, invoices: readonly OpenInvoice[], id: string | null): Promise<number> {
  if (id === null) return invoices.reduce((sum, { openCharges }) => sum + openCharges, 0);
  const lefts = await findLefts(tx, invoices);
  const left = lefts.get(id);
  ensure(left !== undefined, 'instalment-not-found');
  return left;
}

/** The invoices that are named, the oldest first, as far as something of them can be paid by card. */
async function findPayable(
  tx: Db,
  { userid, invoiceids }: Pick<Paying, 'userid' | 'invoiceids'>,
): Promise<OpenInvoice[]> {
  const found = await tx
    .selectFrom('invoices')
    .select('_id')
    .where('userid', '=', userid)
    .where('_id', 'in', invoiceids)
    .execute();
  ensure(
    invoiceids.every((id) => found.some(({ _id }) => _id === id)),
    'invoice-not-found',
  );
  return (await openInvoicesOf(tx, userid)).filter(
    ({ _id, openCharges }) => invoiceids.includes(_id) && openCharges > 0,
  );
}

/** Makes the payment at the card service, after it has been committed here. */
async function withIntent(payments: Payments, payment: FamilyPaymentRow): Promise<Started> {
  const { db, cards, now, checkpoint } = payments;
  if (payment.intentid !== null) return payable(payment);
  checkpoint('family-payment-committed');
  const intent = await cards.createIntent(payment).catch(async (cause) => {
    if (!(cause instanceof CardRefusal)) throw cause;
    await changeOpen(db, payment._id, { state: 'ended', workat: null, now: now() });
    throw new AppError('payment-refused', { cause });
  });
  checkpoint('family-intent-made');
  const saved = await changeOpen(db, payment._id, {
    intentid: intent.id,
    clientsecret: intent.clientSecret,
    now: now(),
  });
  return payable(saved ?? (await findFamilyPayment(db, payment._id)));
}

/** How a payment is made; with the instalments that it begins, in cents. */
type Started = {
  clientSecret: string;
  price: number;
  currency: string;
  holduntil: number;
  plan: Plan | undefined;
};

function payable(payment: FamilyPaymentRow | undefined): Started {
  ensure(payment?.state === 'open' && payment.clientsecret !== null, 'payment-expired');
  const { clientsecret: clientSecret, amount: price, currency, createdat, plan } = payment;
  const begins = plan === null ? undefined : readPlan(plan);
  return { clientSecret, price, currency, holduntil: createdat + PAYABLE_MS, plan: begins };
}
