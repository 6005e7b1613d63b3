import { sql } from 'kysely';
import { formerStudent } from '#contract/former.ts';
import { t } from '#languages/t.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, LedgerRow } from '#server/database/schema.ts';
import { balanceOf, balancesOf, type Movement } from '#server/features/ledger/index.ts';
import type { Line, Whose } from './lines.ts';

/**
 * What places cost less since more of their card payments went back than is due: of one that stands, as an
 * admin agreed or has not decided yet, and of one that has ended, of what the school earned. No one is asked
 * for it.
 */
export async function findGoodwillLines(db: Db, { userid }: Whose): Promise<Line[]> {
  const payments = Map.groupBy(await findReturned(db, userid), ({ checkoutid, _id }) => checkoutid ?? _id);
  return [...payments.values()].flatMap((rows) => {
    const orders = [...new Map(rows.map((row) => [row._id, row])).values()].sort(byId);
    const movements = [...new Map(rows.map((row) => [row.moveid, movementOf(row)])).values()].sort(byId);
    const balances = balancesOf(orders, movements);
    return orders.flatMap((order): Line[] => {
      const { received, returned, returnedat } = balanceOf(balances, order);
      const due = order.state === 'enrolled' ? received : order.earned;
      const part = Math.min(due, returned - (received - due));
      if (part <= 0 || returnedat === null) return [];
      return [
        {
          _id: `${order._id}.goodwill`,
          kind: 'goodwill',
          label: t('statement.goodwill'),
          amount: -part,
          at: returnedat,
          learnername: order.learnername ?? formerStudent(),
          classid: order.classid ?? undefined,
          classname: order.classname ?? undefined,
          ref: order._id,
        },
      ];
    });
  });
}

type Returned = Awaited<ReturnType<typeof findReturned>>[number];

const byId = (one: { _id: string }, other: { _id: string }) => (one._id < other._id ? -1 : 1);

const movementOf = ({ moveid, moveorder, checkoutid, kind, ref, moved, movedat }: Returned): Movement => ({
  _id: moveid,
  orderid: moveorder,
  checkoutid,
  kind,
  ref,
  amount: moved,
  seats: 0,
  createdat: movedat,
});

const ORDER = [
  'orders._id',
  'orders.checkoutid',
  'orders.amount',
  'orders.state',
  'orders.goodwill',
  'orders.earned',
  'orders.refundamount',
  'orders.classid',
  'classes.classname',
] as const;
const MOVED = [
  'ledger._id as moveid',
  'ledger.orderid as moveorder',
  'ledger.kind',
  'ledger.ref',
  'ledger.amount as moved',
  'ledger.createdat as movedat',
] as const;
const BACK = sql<LedgerRow['kind']>`('refund', 'chargeback')`;

/** Payments of which something went back: each order with each movement. */
const findReturned = (db: Db, userid: string) =>
  db
    .selectFrom('orders')
    .innerJoin('ledger', 'ledger.orderid', 'orders._id')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select([...ORDER, ...MOVED])
    .select(LEARNER_NAME.as('learnername'))
    .where('orders.userid', '=', userid)
    .where('orders.checkoutid', 'is', null)
    .where((of) => of.or([of('orders.state', '=', 'enrolled'), of('orders.earned', '>', 0)]))
    .where((of) =>
      of.exists(
        of
          .selectFrom('ledger as back')
          .select('back._id')
          .whereRef('back.orderid', '=', 'orders._id')
          .where('back.kind', 'in', BACK),
      ),
    )
    .unionAll(
      db
        .selectFrom('orders')
        .innerJoin('ledger', 'ledger.checkoutid', 'orders.checkoutid')
        .leftJoin('classes', 'classes._id', 'orders.classid')
        .leftJoin('learners', 'learners._id', 'orders.learnerid')
        .leftJoin('users', 'users._id', 'learners.userid')
        .select([...ORDER, ...MOVED])
        .select(LEARNER_NAME.as('learnername'))
        .where('orders.userid', '=', userid)
        .where('orders.checkoutid', 'is not', null)
        .where((of) =>
          of.exists(
            of
              .selectFrom('ledger as back')
              .select('back._id')
              .whereRef('back.checkoutid', '=', 'orders.checkoutid')
              .where('back.kind', 'in', BACK),
          ),
        ),
    )
    .execute();
