import type { Kysely } from 'kysely';
import type { CardPaymentsTables } from '#embedded/card-payments/tables.ts';
import type { Db } from '#server/database/schema.ts';
import { CALLED_OFF } from '#server/features/enrolments/index.ts';

const OPEN = new Set(['held', 'intent', 'expiring', 'refund_due']);

/**
 * Holds the school's records against the card service's, when all is said to be done, and gives one sentence
 * for each thing that is wrong: for every charge exactly the enrolments that it pays for, and the rest of it
 * back by refunds or a lost dispute; of what one payment paid for all was enrolled or nothing; nothing stuck,
 * seats that add up.
 */
export async function findDifferences(db: Db, cards: Kysely<CardPaymentsTables>): Promise<string[]> {
  const wrong = await findHalves(db);
  const orders = await db.selectFrom('orders').selectAll().execute();
  const enrolments = await db.selectFrom('enrolments').selectAll().execute();
  const charges = await cards
    .selectFrom('cards_charges')
    .selectAll()
    .where('status', '=', 'succeeded')
    .execute();
  const intents = await cards.selectFrom('cards_intents').selectAll().execute();

  const lost = await cards.selectFrom('cards_disputes').selectAll().where('status', '=', 'lost').execute();

  const stateOf = (id: string) => `order ${orders.find((order) => order.intentid === id)?.state}`;

  // A trial has the place of a guest in its lesson, and no other.
  const guests = await db.selectFrom('guests').selectAll().where('kind', '=', 'trial').execute();
  const trials = orders.filter(
    ({ state, lessonid, learnerid }) =>
      state === 'enrolled' &&
      guests.some((guest) => guest.lessonid === lessonid && guest.learnerid === learnerid),
  );
  if (trials.length !== guests.length)
    wrong.push(`${guests.length} guests try a class by ${trials.length} orders.`);

  const isEnrolled = new Set([...enrolments, ...trials].map(({ _id }) => _id));

  for (const { intentid, amount, amountrefunded } of charges) {
    const paid = orders.filter((order) => order.intentid === intentid);
    const enrolled = paid.filter(({ _id }) => isEnrolled.has(_id));
    const withdrawn = lost.filter((dispute) => dispute.intentid === intentid).length * amount;
    const returned = amountrefunded + withdrawn;
    const worth = enrolled.reduce((total, order) => total + order.amount, 0);
    const count =
      enrolments.filter(({ transactionId }) => transactionId === intentid).length +
      trials.filter((trial) => trial.intentid === intentid).length;
    if (returned + worth !== amount || count !== enrolled.length) {
      wrong.push(
        `${intentid}: ${count} enrolments, ${returned} of ${amount} refunded (${stateOf(intentid)}).`,
      );
    }
  }
  const byHand = new Set(orders.filter(({ paidby }) => paidby !== 'card').map(({ _id }) => _id));
  for (const { _id, transactionId } of enrolments) {
    if (byHand.has(_id)) continue;
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
  const twice = Map.groupBy(enrolments, ({ learnerid, classid }) => `${learnerid} in ${classid}`);
  for (const [whom, all] of twice) if (all.length > 1) wrong.push(`${whom}: enrolled ${all.length} times.`);

  return [...wrong, ...(await findUnbooked(db, cards))];
}

/**
 * Holds the ledger against the card service's books, to the cent: one sentence for each movement that only one
 * of the two has.
 */
export async function findUnbooked(db: Db, cards: Kysely<CardPaymentsTables>): Promise<string[]> {
  const charges = await cards
    .selectFrom('cards_charges')
    .selectAll()
    .where('status', '=', 'succeeded')
    .execute();
  const refunds = await cards.selectFrom('cards_refunds').selectAll().execute();
  const lost = await cards.selectFrom('cards_disputes').selectAll().where('status', '=', 'lost').execute();
  const moved = [
    ...charges.map(({ id, amount }) => `charge ${id} ${amount}`),
    ...refunds.map(({ id, amount }) => `refund ${id} ${amount}`),
    ...lost.map(({ id, amount }) => `chargeback ${id} ${amount}`),
  ];
  const ledger = await db
    .selectFrom('ledger')
    .select(['kind', 'ref', 'amount'])
    .where('kind', 'in', ['charge', 'refund', 'chargeback'])
    .execute();
  const kept = ledger.map(({ kind, ref, amount }) => `${kind} ${ref} ${amount}`);
  return [
    ...moved.filter((movement) => !kept.includes(movement)).map((one) => `${one}: not in the ledger.`),
    ...kept.filter((movement) => !moved.includes(movement)).map((one) => `${one}: in the ledger alone.`),
  ];
}

/**
 * Of what one payment pays for, all is enrolled or nothing, at any moment: one sentence for each checkout of
 * which some places are and some are not, but for what ended later, as its family was told.
 */
export async function findHalves(db: Db): Promise<string[]> {
  const orders = await db.selectFrom('orders').select(['_id', 'checkoutid', 'reason']).execute();
  const enrolments = await db.selectFrom('enrolments').select('_id').execute();
  const told = await db.selectFrom('mails').select('ref').where('kind', '=', 'cancelled').execute();
  const calledOff = orders.filter(({ reason }) => reason === CALLED_OFF).map(({ _id }) => _id);
  const ever = new Set([...enrolments.map(({ _id }) => _id), ...told.map(({ ref }) => ref), ...calledOff]);
  const checkouts = Map.groupBy(orders, ({ _id, checkoutid }) => checkoutid ?? _id);
  return [...checkouts].flatMap(([id, all]) => {
    const enrolled = all.filter(({ _id }) => ever.has(_id)).length;
    return enrolled > 0 && enrolled < all.length ? [`${id}: ${enrolled} of ${all.length} places.`] : [];
  });
}
