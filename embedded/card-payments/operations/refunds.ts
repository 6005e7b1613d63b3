import { badRequest, missing } from '#embedded/card-payments/errors.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { money } from '#embedded/card-payments/parameters/amounts.ts';
import { fetchPage, listJson, readPage } from '#embedded/card-payments/parameters/paging.ts';
import { findIntent, findMethod } from '#embedded/card-payments/payments/intent-json.ts';
import { findDisputeOf } from '#embedded/card-payments/returns/disputes.ts';
import {
  findRefund,
  insertRefund,
  refundJson,
  settleRefunds,
} from '#embedded/card-payments/returns/refunds.ts';
import type { CardsDb, ChargeRow } from '#embedded/card-payments/tables.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** POST /v1/refunds, of a payment intent or a charge; without an amount all that is left of it. */
export const createRefund: Operation = (request) => {
  const { parameters } = request;
  const of = { intentid: parameters.text('payment_intent'), chargeid: parameters.text('charge') };
  const asked = parameters.integer('amount');
  const reason = parameters.oneOf('reason', REASONS) ?? null;
  const metadata = JSON.stringify(parameters.metadata());
  parameters.end();
  if ((of.intentid === undefined) === (of.chargeid === undefined)) {
    throw badRequest('Name either the payment_intent or the charge to refund.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  }
  if (asked === 0) {
    throw badRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  return async (tx) => {
    const charge = await findPaidCharge(tx, of);
    const amount = asked ?? charge.amount - charge.amountrefunded;
    if (!(await takeOff(tx, charge.id, amount))) throw await notRefundable(tx, charge.id, amount);
    const { outcome } = await findMethod(tx, charge.methodid);
    const { id: chargeid, intentid, currency } = charge;
    const row = await insertRefund(
      tx,
      request,
      { chargeid, intentid, amount, currency, reason, metadata },
      outcome,
    );
    return ok(refundJson(row));
  };
};

async function findPaidCharge(
  tx: CardsDb,
  { intentid, chargeid }: { intentid?: string; chargeid?: string },
): Promise<ChargeRow> {
  let query = tx.selectFrom('cards_charges').selectAll().where('status', '=', 'succeeded');
  if (intentid !== undefined) query = query.where('intentid', '=', intentid);
  if (chargeid !== undefined) query = query.where('id', '=', chargeid);
  const charge = await query.executeTakeFirst();
  if (charge) {
    const dispute = await findDisputeOf(tx, charge.id);
    if (!dispute || dispute.status === 'won') return charge;
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (intentid === undefined) throw missing('charge', chargeid ?? '', 'charge');
  await findIntent(tx, intentid);
  throw badRequest(`This PaymentIntent (${intentid}) does not have a successful charge to refund.`);
}

/**
 * Takes an amount off what can still be refunded, if there is that much, even if someone else refunds at the
 * same moment.
 */
async function takeOff(tx: CardsDb, chargeid: string, amount: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('cards_charges')
    .set((eb) => ({ amountrefunded: eb('amountrefunded', '+', amount) }))
    .where('id', '=', chargeid)
    .where('amountrefunded', '<', (eb) => eb.ref('amount'))
    .where((eb) => eb(eb('amountrefunded', '+', amount), '<=', eb.ref('amount')))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function notRefundable(tx: CardsDb, chargeid: string, amount: number) {
  const charge = await tx
    .selectFrom('cards_charges')
    .selectAll()
    .where('id', '=', chargeid)
    .executeTakeFirstOrThrow();
  const left = charge.amount - charge.amountrefunded;
  if (left === 0) {
    return badRequest(`Charge ${chargeid} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  return badRequest(
    `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
    { param: 'amount' },
  );
}

/** GET /v1/refunds, newest first; of one intent or charge, when named. */
export const listRefunds: Operation = ({ service, parameters }) => {
  const page = readPage(parameters);
  const intentid = parameters.text('payment_intent');
  const chargeid = parameters.text('charge');
  parameters.end();
  return async (db) => {
    await settleRefunds(service);
    let query = db.selectFrom('cards_refunds').selectAll();
    if (intentid !== undefined) query = query.where('intentid', '=', intentid);
    if (chargeid !== undefined) query = query.where('chargeid', '=', chargeid);
    const { rows, hasMore } = await fetchPage(query, page, (id) => findRefund(db, id));
    return ok(listJson('/v1/refunds', rows.map(refundJson), hasMore));
  };
};
