import type { Row } from '#server/database/schema.ts';
import { type OrderRow, seatClassOf } from '#server/features/orders/index.ts';
import { type PaidOrder, type Share, shareOut } from './share-out.ts';

export type Movement = Omit<Row<'ledger'>, 'userid' | 'day' | 'returnof'>;

/** What came for an order and what went back of it, in cents, as the ledger has it. */
export type Balance = Share & {
  /** What the bank took back for the cardholder. */
  withdrawn: number;
  /** When money last went back (epoch milliseconds), and the provider's id of that; null while none has. */
  returnedat: number | null;
  lastref: string | null;
};

const INCOMING = new Set<Movement['kind']>(['charge', 'cash', 'transfer']);
const OUTGOING = new Set<Movement['kind']>(['refund', 'chargeback', 'cash_refund', 'transfer_refund']);

/**
 * What each order has received and got back: all the orders of one payment, and all that moved for them, the
 * oldest first.
 */
export function balancesOf(
  orders: readonly PaidOrder[],
  movements: readonly Movement[],
): ReadonlyMap<string, Balance> {
  const sent = sentBack(movements);
  const isOf = (id: string) => (movement: Movement) => movement.orderid === id;
  const shared = sent.filter(({ orderid }) => !orders.some(({ _id }) => _id === orderid));
  const own = new Map(orders.map(({ _id }) => [_id, sumOf(sent.filter(isOf(_id)))]));
  const received = sumOf(movements.filter(({ kind }) => INCOMING.has(kind)));
  const shares = [...shareOut(orders, { received, own, shared: sumOf(shared) }).values()];

  let lost = sumOf(shared.filter(isLost));
  const balances = orders.map((order, at): [string, Balance] => {
    const share = shares[at] as Share;
    const isShared = share.returned > share.own;
    const parts = sent.filter(
      (movement) => isOf(order._id)(movement) || (isShared && shared.includes(movement)),
    );
    const last = parts.at(-1);
    const part = Math.min(lost, share.returned - share.own);
    lost -= part;
    const withdrawn = part + sumOf(sent.filter(isOf(order._id)).filter(isLost));
    return [
      order._id,
      { ...share, withdrawn, returnedat: last?.createdat ?? null, lastref: last?.ref ?? null },
    ];
  });
  return new Map(balances);
}

/** What is known of one of them. */
export function balanceOf(balances: ReadonlyMap<string, Balance>, { _id }: Pick<PaidOrder, '_id'>): Balance {
  const balance = balances.get(_id);
  if (!balance) throw new Error(`Nothing is known of what moved for order ${_id}.`);
  return balance;
}

/** How many seats are paid for: the school holds something of their money. */
export const countPaidSeats = (
  orders: readonly (PaidOrder & Pick<OrderRow, 'classid' | 'lessonid'>)[],
  balances: ReadonlyMap<string, Balance>,
) =>
  orders.filter((order) => {
    const { received = 0, returned = 0 } = balances.get(order._id) ?? {};
    return seatClassOf(order) !== null && received > returned;
  }).length;

const isLost = ({ kind }: Movement) => kind === 'chargeback';

/** What went back and stayed away. */
function sentBack(movements: readonly Movement[]): Movement[] {
  const failed = new Set(movements.filter(({ kind }) => kind === 'refund_failed').map(({ ref }) => ref));
  return movements.filter(({ kind, ref }) => OUTGOING.has(kind) && !(kind === 'refund' && failed.has(ref)));
}

const sumOf = (movements: readonly Movement[]) => movements.reduce((total, { amount }) => total + amount, 0);
