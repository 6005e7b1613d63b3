import { badRequest } from '#embedded/card-payments/errors.ts';
import { recordEvent } from '#embedded/card-payments/events/events.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { fetchPage, listJson, readPage } from '#embedded/card-payments/parameters/paging.ts';
import { closeDispute, disputeJson, findDispute } from '#embedded/card-payments/returns/disputes.ts';
import type { CardsDb, DisputeRow } from '#embedded/card-payments/tables.ts';

/**
 * The texts with which Stripe lets a test dispute end one way or the other
 * (docs.stripe.com/testing#disputes).
 */
const ENDINGS: { readonly [text: string]: 'won' | 'lost' } = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

/** GET /v1/disputes, newest first; of one intent or charge, when named. */
export const listDisputes: Operation = ({ parameters }) => {
  const page = readPage(parameters);
  const intentid = parameters.text('payment_intent');
  const chargeid = parameters.text('charge');
  parameters.end();
  return async (db) => {
    let query = db.selectFrom('cards_disputes').selectAll();
    if (intentid !== undefined) query = query.where('intentid', '=', intentid);
    if (chargeid !== undefined) query = query.where('chargeid', '=', chargeid);
    const { rows, hasMore } = await fetchPage(query, page, (id) => findDispute(db, id));
    return ok(listJson('/v1/disputes', rows.map(disputeJson), hasMore));
  };
};

/** POST /v1/disputes/:id: evidence is kept and sent to the bank. */
export const updateDispute: Operation = (request) => {
  const { id, parameters } = request;
  const text = parameters.part('evidence')?.text('uncategorized_text');
  const metadata = parameters.metadata();
  parameters.end();
  return async (tx) => {
    const found = await findOpen(tx, id);
    const isSent = text !== undefined;
    const change = {
      evidence: text ?? found.evidence,
      metadata: JSON.stringify({ ...JSON.parse(found.metadata), ...metadata }),
      ...(isSent && { status: 'under_review' as const, submissions: found.submissions + 1 }),
    };
    await tx.updateTable('cards_disputes').set(change).where('id', '=', id).execute();
    const row = { ...found, ...change };
    await recordEvent(tx, request, 'charge.dispute.updated', disputeJson(row));
    const ending = isSent ? ENDINGS[text] : undefined;
    return ok(disputeJson(ending ? await closeDispute(tx, request, row, ending) : row));
  };
};

async function findOpen(tx: CardsDb, id: string): Promise<DisputeRow> {
  const row = await findDispute(tx, id);
  if (row.status === 'won' || row.status === 'lost') throw badRequest('This dispute is already closed.');
  return row;
}
