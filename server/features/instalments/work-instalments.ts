import { addDays } from '#contract/time/days.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import {
  changeOpenFamilyPayment,
  endFamilyPayment,
  type FamilyPaymentRow,
  findFamilyPayment,
  findOpenFamilyPayments,
  insertFamilyPayment,
  PAYABLE_MS,
  settleFamilyIntent,
} from '#server/features/familypayments/index.ts';
import { applyCredit } from '#server/features/ledger/index.ts';
import { findSaved, type Saved } from '#server/features/mandates/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import {
  changePart,
  claimPart,
  findDueParts,
  findInvoiceOf,
  findLeft,
  findPart,
  type InstalmentRow,
  lockPart,
  noteRefusal,
  tryOn,
} from '#server/features/parts/index.ts';
import { AppError } from '#server/http/errors.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';
import { notifyInstalmentFailed } from './notify-instalment-failed.ts';

type Working = { payments: Payments; readSchool: ReadSchool };

const AT_ONCE = 20;
/** While one worker asks the card service no other does; what failed is tried again after it. */
const LEASE_MS = 60_000;
/** The card service has taken a charge and does not know yet what becomes of it. */
const UNDECIDED_MS = 10 * 60_000;
/** The days after its own on which a part is tried again; after the last the office is shown it. */
const AGAIN_AFTER = [3, 7] as const;
const DAY_MS = 24 * 60 * 60_000;
/** The card service was not asked: no card of who agreed is saved, or it is gone there. */
export const NO_CARD = 'no-card';

/** Takes parts that are due from saved cards; gives how many were looked at. Each step may be taken twice. */
export async function workInstalments(working: Working): Promise<number> {
  const { db, now, lease, logError } = working.payments;
  let done = 0;
  for (const part of await findDueParts(db, now(), AT_ONCE)) {
    if (!(await claimPart(db, part, lease(now() + LEASE_MS)))) continue;
    try {
      await workPart(working, part._id);
      done++;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'provider-unavailable')) logError(error);
    }
  }
  return done;
}

async function workPart(working: Working, id: string): Promise<void> {
  const { payments } = working;
  const known = await findPart(payments.db, id);
  if (known?.state !== 'due' && known?.state !== 'trying') return;
  // The zone by which its days count is read outside of transactions.
  const school = await working.readSchool();
  const part =
    known.state === 'trying'
      ? known
      : await transact(payments.db, (tx) => beginTry(working, tx, known, { school }));
  if (part?.state !== 'trying' || part.paymentid === null) return;
  payments.checkpoint('instalment-begun');
  const payment = await findFamilyPayment(payments.db, part.paymentid);
  if (payment?.state === 'open') await take(payments, part, payment);
  await closeTry(working, part._id, part.paymentid);
}

type Zone = Awaited<ReturnType<ReadSchool>>;

/**
 * Writes down that the card is going to be charged, before the card service is asked; gives the part as it
 * is then. A part of which nothing is left is waived. While the family itself pays something it waits.
 */
async function beginTry(
  { payments }: Working,
  tx: Db,
  known: InstalmentRow,
  { school }: { school: Zone },
): Promise<InstalmentRow | undefined> {
  const now = payments.now();
  const invoice = await findInvoiceOf(tx, known);
  if (invoice.userid !== null) await lockUser(tx, invoice.userid);
  const part = await lockPart(tx, known._id);
  if (part?.state !== 'due') return part;
  const { userid } = await findInvoiceOf(tx, part);
  // What the family was credited meanwhile pays first.
  if (userid !== null) await applyCredit(tx, { userid, now });
  const left = await findLeft(tx, part, invoice);
  // Of an account that was erased no one is asked.
  if (left === 0 || userid === null || part.userid === null) {
    await changePart(tx, part._id, ['due'], { state: 'waived', workat: null, now });
    return undefined;
  }
  const card = await findCard(tx, { part, userid });
  if (!card) {
    await fail(tx, part, { userid, left, refusal: NO_CARD, school, now });
    return undefined;
  }
  const [open] = await findOpenFamilyPayments(tx, userid);
  if (open) {
    await changePart(tx, part._id, ['due'], { workat: Math.max(now, open.createdat + PAYABLE_MS), now });
    return undefined;
  }
  const payment = await insertFamilyPayment(tx, {
    _id: newId(now),
    userid,
    invoiceids: JSON.stringify([part.invoiceid]),
    instalmentid: part._id,
    plan: null,
    offsession: 1,
    amount: left,
    currency: invoice.currency,
    state: 'open',
    intentid: null,
    clientsecret: null,
    ledgerid: null,
    cardlast4: null,
    workat: now + PAYABLE_MS,
    createdat: now,
    updatedat: now,
  });
  await changePart(tx, part._id, ['due'], { state: 'trying', paymentid: payment._id, refusal: null, now });
  return { ...part, state: 'trying', paymentid: payment._id, refusal: null };
}

/** The card of who agreed to the instalments, as long as it is they who owe the invoice. */
const findCard = async (
  db: Db,
  { part, userid }: { part: InstalmentRow; userid: string | null },
): Promise<Saved | undefined> =>
  userid !== null && part.userid === userid ? (await findSaved(db, userid))[0] : undefined;

/**
 * Charges the saved card by the payment's one intent, which can be paid once only, and records what came. What
 * the card service refuses is noted, and the payment ends.
 */
async function take(payments: Payments, part: InstalmentRow, payment: FamilyPaymentRow): Promise<void> {
  const { db, now, checkpoint } = payments;
  const intent = part.refusal === null ? await charge(payments, part, payment) : part.refusal;
  if (typeof intent !== 'string') {
    if (intent) await settleFamilyIntent(payments, intent);
    return;
  }
  await noteRefusal(db, part._id, { paymentid: payment._id, refusal: intent, now: now() });
  checkpoint('instalment-refused');
  const current = await findFamilyPayment(db, payment._id);
  if (current) await endFamilyPayment(payments, current);
  checkpoint('instalment-cancelled');
}

/** The intent as the card service has it once it was asked to charge it, or why it refused. */
async function charge(
  payments: Payments,
  part: InstalmentRow,
  payment: FamilyPaymentRow,
): Promise<CardIntent | string | undefined> {
  const { db, cards, now, checkpoint } = payments;
  const made = await findIntent(payments, payment);
  if (typeof made === 'string') return made;
  checkpoint('instalment-intent-made');
  const { id: intentid, clientSecret: clientsecret } = made;
  const saved = await changeOpenFamilyPayment(db, payment._id, { intentid, clientsecret, now: now() });
  // It ended meanwhile: what the intent is decides, and nothing more is charged.
  if (!saved || !isChargeable(made)) return made;
  if (made.refusal !== null) return made.refusal;
  const card = await findCard(db, { part, userid: saved.userid });
  if (!card) return NO_CARD;
  try {
    await cards.nameCustomer(intentid, { customerid: card.customerid, saves: false });
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    const now = await cards.readIntent(intentid);
    return isChargeable(now) ? NO_CARD : now;
  }
  const charged = await cards.confirmSaved(intentid, {
    key: `confirm:${payment._id}`,
    methodid: card.methodid,
  });
  checkpoint('instalment-confirmed');
  return isChargeable(charged) ? (charged.refusal ?? NO_CARD) : charged;
}

/** The payment's intent; it is made where it is not known, by the key under which it may have been before. */
async function findIntent({ cards }: Payments, payment: FamilyPaymentRow): Promise<CardIntent | string> {
  try {
    if (payment.intentid !== null) return await cards.readIntent(payment.intentid);
    return await cards.createIntent(payment);
  } catch (error) {
    if (error instanceof CardRefusal) return 'refused';
    throw error;
  }
}

const isChargeable = ({ status }: CardIntent) =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

/** What follows once the payment of a try is paid, has ended, or is not decided yet. */
async function closeTry({ payments, readSchool }: Working, id: string, paymentid: string): Promise<void> {
  const { db, checkpoint } = payments;
  const school = await readSchool();
  await transact(db, async (tx) => {
    const now = payments.now();
    const known = await findPart(tx, id);
    if (!known) return;
    const invoice = await findInvoiceOf(tx, known);
    if (invoice.userid !== null) await lockUser(tx, invoice.userid);
    const part = await lockPart(tx, id);
    if (part?.state !== 'trying' || part.paymentid !== paymentid) return;
    const payment = await findFamilyPayment(tx, paymentid);
    if (payment?.state === 'open') {
      await changePart(tx, id, ['trying'], { workat: now + UNDECIDED_MS, now });
    } else if (part.userid === null) {
      await changePart(tx, id, ['trying'], { state: 'waived', workat: null, now });
    } else if (part.refusal === null) {
      // It was ended for another payment of the family, or an admin: what is left then is looked at anew.
      await changePart(tx, id, ['trying'], { state: 'due', paymentid: null, workat: now, now });
    } else {
      const left = await findLeft(tx, part, invoice);
      const { refusal } = part;
      await fail(tx, part, { userid: invoice.userid, left, refusal, school, now });
      checkpoint('inside-instalment-failed');
    }
  });
}

/** The card was tried in vain: the family gets a mail with a link that pays, and it is tried again, or no more. */
async function fail(
  tx: Db,
  part: InstalmentRow,
  {
    userid,
    left,
    refusal,
    school,
    now,
  }: { userid: string | null; left: number; refusal: string; school: Zone; now: number },
): Promise<void> {
  const attempts = part.attempts + 1;
  const after = AGAIN_AFTER[attempts - 1];
  // Where the workers stood still it is not tried twice within a day.
  const again = after === undefined ? null : Math.max(tryOn(addDays(part.day, after), school), now + DAY_MS);
  await changePart(tx, part._id, ['due', 'trying'], {
    ...{ state: again === null ? 'failed' : 'due', paymentid: null, attempts, refusal, workat: again, now },
  });
  if (userid === null || left === 0) return;
  const { number, currency } = await findInvoiceOf(tx, part);
  await notifyInstalmentFailed(tx, {
    ...{ part: { ...part, attempts }, userid, refusal, again, school, now },
    ...{ sum: { cents: left, currency }, invoice: number },
  });
}
