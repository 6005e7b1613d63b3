import type { Db, LedgerRow, Row } from '#server/database/schema.ts';
import { isWanted, notifyWebhooks, notifyWebhooksOfAll } from '#server/features/webhooks/index.ts';
import { openOf } from './invoice-sums.ts';

/* What webhooks are told of money, in the transaction in which it moves (`now`: epoch milliseconds). */

type ByHand = {
  movementid: string;
  order: { _id: string; userid: string | null; learnerid: string } | null;
  userid: string | null;
  now: number;
};

/** Tells that money came by hand, for one place or for a family. */
export const notifyOfPayment = (tx: Db, { movementid, order, userid, now }: ByHand): Promise<void> =>
  notifyWebhooks(
    tx,
    {
      type: 'payment.noted',
      timestamp: now,
      data: { movementid, enrolmentid: order?._id ?? null, learnerid: order?.learnerid ?? null, userid },
    },
    { ref: movementid, userid },
  );

/** Kinds by which a family gets money back that was for no single place. */
const BACK = new Set<LedgerRow['kind']>(['refund', 'chargeback', 'cash_refund', 'transfer_refund']);

/** Tells of what moved for a family and no single place: what came by hand, and what went back. */
export async function notifyOfMovement(
  tx: Db,
  {
    _id: movementid,
    kind,
    userid,
    createdat: now,
  }: Pick<Row<'ledger'>, '_id' | 'kind' | 'userid' | 'createdat'>,
): Promise<void> {
  if (userid === null) return;
  if (kind === 'cash' || kind === 'transfer')
    return notifyOfPayment(tx, { movementid, order: null, userid, now });
  if (!BACK.has(kind)) return;
  const happening = { type: 'credit.refunded' as const, timestamp: now, data: { movementid, userid } };
  await notifyWebhooks(tx, happening, { ref: movementid, userid });
}

/** Tells of invoices of which nothing is open any more, each once at a moment. */
export async function notifyOfPaid(tx: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0 || !(await isWanted(tx, 'invoice.paid'))) return;
  const open = await openOf(tx, ids);
  const paid = await tx
    .selectFrom('invoices')
    .select(['_id', 'userid'])
    .where('_id', 'in', ids)
    .where('state', '=', 'issued')
    .execute();
  await notifyWebhooksOfAll(
    tx,
    paid
      .filter(({ _id }) => open.get(_id) === 0)
      .map(({ _id: invoiceid, userid }) => ({
        happening: { type: 'invoice.paid', timestamp: now, data: { invoiceid, userid } },
        ref: `${invoiceid} ${now}`,
        userid,
      })),
  );
}
