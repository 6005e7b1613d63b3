import type { Kysely } from 'kysely';
import type { CardPaymentsTables } from '#embedded/card-payments/tables.ts';
import type { Db } from '#server/database/schema.ts';

const OPEN = new Set(['held', 'intent', 'expiring', 'refund_due']);

/**
 * Holds the school's records against the card service's, when all is said to be done, and gives one sentence for each thing that is
 * wrong: for every charge exactly the enrolments that it pays for, and the rest of it back by refunds or a lost dispute; of what one payment paid
 * for all was enrolled or nothing; nothing stuck, seats that add up.
 */
export async function findDifferences(db: Db, cards: Kysely<CardPaymentsTables>): Promise<string[]> {
  const wrong: string[] = [];
  const orders = await db.selectFrom('orders').selectAll().execute();
  const enrolments = await db.selectFrom('enrolments').selectAll().execute();
  const ledger = await db.selectFrom('ledger').selectAll().execute();
  const charges = await cards
    .selectFrom('cards_charges')
    .selectAll()
    .where('status', '=', 'succeeded')
    .execute();
  const intents = await cards.selectFrom('cards_intents').selectAll().execute();

  const lost = await cards.selectFrom('cards_disputes').selectAll().where('status', '=', 'lost').execute();

  const stateOf = (id: string) => `order ${orders.find((order) => order.intentid === id)?.state}`;

  // Whose place ended is told so.
  const told = await db.selectFrom('mails').select('ref').where('kind', '=', 'cancelled').execute();
  const ended = new Set(told.map(({ ref }) => ref));
  const isEnrolled = new Set(enrolments.map(({ _id }) => _id));

  for (const { intentid, amount, amountrefunded } of charges) {
    const paid = orders.filter((order) => order.intentid === intentid);
    const enrolled = paid.filter(({ _id }) => isEnrolled.has(_id));
    const withdrawn = lost.filter((dispute) => dispute.intentid === intentid).length * amount;
    const returned = amountrefunded + withdrawn;
    const worth = enrolled.reduce((total, order) => total + order.amount, 0);
    const count = enrolments.filter(({ transactionId }) => transactionId === intentid).length;
    if (returned + worth !== amount || count !== enrolled.length) {
      wrong.push(
        `${intentid}: ${count} enrolments, ${returned} of ${amount} refunded (${stateOf(intentid)}).`,
      );
    }
    const ever = paid.filter(({ _id }) => isEnrolled.has(_id) || ended.has(_id)).length;
    if (ever > 0 && ever < paid.length) wrong.push(`${intentid}: ${ever} of ${paid.length} places.`);
  }
  for (const { transactionId } of enrolments) {
    const paid = charges.filter(({ intentid }) => intentid === transactionId).length;
    if (paid !== 1) wrong.push(`${transactionId}: enrolled with ${paid} charges.`);
  }
  for (const { id, status } of intents) {
    if (status !== 'succeeded' && status !== 'canceled')
      wrong.push(`${id}: can still be paid (${status}, ${stateOf(id)}).`);
  }
  for (const { _id, state } of orders) if (OPEN.has(state)) wrong.push(`${_id}: stuck in ${state}.`);
  const due = await db.selectFrom('webhookevents').select('_id').where('workat', 'is not', null).execute();
  for (const { _id } of due) wrong.push(`${_id}: an event nobody worked on.`);

  for (const { _id, ...seats } of await db.selectFrom('classes').selectAll().execute()) {
    const taken = enrolments.filter(({ classid }) => classid === _id).length;
    const isRight =
      seats.heldseats === 0 &&
      seats.enrolledstudents === taken &&
      seats.availableseat + taken === seats.capacity &&
      seats.availableseat >= 0;
    if (!isRight) wrong.push(`${_id}: ${taken} enrolled, ${JSON.stringify(seats)}.`);
  }
  const count = (kind: string) => ledger.filter((entry) => entry.kind === kind).length;
  const refunds = await cards.selectFrom('cards_refunds').select('id').execute();
  if (count('charge') !== charges.length)
    wrong.push(`${count('charge')} of ${charges.length} charges in the ledger.`);
  if (count('refund') !== refunds.length)
    wrong.push(`${count('refund')} of ${refunds.length} refunds in the ledger.`);
  if (count('chargeback') !== lost.length)
    wrong.push(`${count('chargeback')} of ${lost.length} lost disputes in the ledger.`);
  return wrong;
}
