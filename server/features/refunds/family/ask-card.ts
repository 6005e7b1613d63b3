import { FORMER_MEMBER } from '#contract/former.ts';
import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange, sumNote } from '#server/features/changes/index.ts';
import { insertMovement, notifyOfMovement } from '#server/features/ledger/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { type CardRefund, CardRefusal } from '#server/services/card-payments.ts';
import { notifyCreditRefunded } from './notify.ts';
import {
  type FamilyRefund,
  findFamilyRefund,
  findFamilyRefunds,
  findPaidMovement,
  moveFamilyRefund,
} from './queries.ts';

/** How often a refund that is under way is asked about. */
const PENDING_MS = 10 * 60_000;

/**
 * Sends a family's credit to a card, once however often it is asked; gives the refund as it is then. Throws
 * `provider-unavailable`.
 */
export async function askCard(payments: Payments, refund: FamilyRefund): Promise<FamilyRefund> {
  const { db, cards, checkpoint } = payments;
  const { _id, intentid, card, state } = refund;
  if (intentid === null || (state !== 'due' && state !== 'done')) return refund;
  // Only the list tells of one whose answer was lost long ago: the provider forgets a key after a day.
  const known = (await cards.listRefunds(intentid)).find(({ orderid }) => orderid === _id);
  if (known || state === 'done') {
    if (known) await recordOne(payments, _id, known);
    else await moveFamilyRefund(db, _id, ['done'], { workat: null });
    return (await findFamilyRefund(db, _id)) ?? refund;
  }
  const made = await cards
    .refund(intentid, `credit:${_id}`, { orderid: _id, amount: card })
    .catch(refusedAsNone);
  checkpoint('credit-refund-made');
  if (made) await recordOne(payments, _id, made);
  else await recordRefused(payments, _id);
  checkpoint('credit-refund-recorded');
  return (await findFamilyRefund(db, _id)) ?? refund;
}

function refusedAsNone(error: unknown): undefined {
  if (!(error instanceof CardRefusal)) throw error;
}

/**
 * Of what the provider says went back of a payment, writes down what is of a family's credit, and gives the
 * rest, which is of what was paid for.
 */
export async function recordCreditRefunds(
  payments: Payments,
  refunds: readonly CardRefund[],
): Promise<CardRefund[]> {
  const named = refunds.flatMap(({ orderid }) => orderid ?? []);
  const ids = new Set((await findFamilyRefunds(payments.db, named)).map(({ _id }) => _id));
  const isCredit = ({ orderid }: CardRefund) => orderid !== null && ids.has(orderid);
  for (const refund of refunds.filter(isCredit)) await recordOne(payments, refund.orderid ?? '', refund);
  return refunds.filter((refund) => !isCredit(refund));
}

/** Locks the account, so that who works out the credit that is left sees a refund as due or as moved, never as neither. */
async function lockPayer(tx: Db, id: string) {
  const { userid = null } = (await findFamilyRefund(tx, id)) ?? {};
  return userid === null ? undefined : lockUser(tx, userid);
}

const recordOne = ({ db, now, checkpoint }: Payments, id: string, made: CardRefund) =>
  transact(db, async (tx) => {
    const user = await lockPayer(tx, id);
    const workat = made.status === 'pending' ? now() + PENDING_MS : null;
    // Of one that was taken for refused the provider has heard after all.
    const change = { state: 'done' as const, refundid: made.id, workat };
    const moved = await moveFamilyRefund(tx, id, ['due', 'refused'], change);
    const refund = moved ?? (await moveFamilyRefund(tx, id, ['done'], { workat }));
    if (!refund) return;
    const { userid, currency, paymentid } = refund;
    const returnof = await findPaidMovement(tx, paymentid);
    const movement = { orderid: null, userid, ref: made.id, amount: made.amount, returnof, createdat: now() };
    if (moved) {
      const _id = await insertMovement(tx, { ...movement, kind: 'refund' });
      await notifyOfMovement(tx, { ...movement, kind: 'refund', _id });
      if (made.status !== 'failed')
        await notifyCreditRefunded(tx, refund, {
          sum: { cents: made.amount, currency },
          way: 'card',
          now: now(),
        });
    }
    if (made.status === 'failed') {
      await insertMovement(tx, { ...movement, kind: 'refund_failed' });
      await moveFamilyRefund(tx, id, ['done'], { state: 'failed', workat: null });
      await logRefused(tx, refund, { user, now: now() });
    }
    checkpoint('inside-credit-refund');
  });

/** The card service said no: nothing moved, and the family has its credit still. */
const recordRefused = ({ db, now }: Payments, id: string) =>
  transact(db, async (tx) => {
    const user = await lockPayer(tx, id);
    const refused = await moveFamilyRefund(tx, id, ['due'], { state: 'refused', workat: null });
    if (refused) await logRefused(tx, refused, { user, now: now() });
  });

async function logRefused(
  tx: Db,
  { _id, card, currency }: FamilyRefund,
  { user, now }: { user: Awaited<ReturnType<typeof lockPayer>>; now: number },
) {
  await insertChange(tx, {
    about: 'family',
    subjectid: user?._id ?? _id,
    subjectname: user?.name ?? FORMER_MEMBER,
    action: 'credit-refund-refused',
    note: sumNote(card, currency),
    actor: null,
    now,
  });
}
