import { sql } from 'kysely';
import { formerStudent } from '#contract/former.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { type PlainId, t } from '#languages/t.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import { TRIAL_DAY } from '#server/database/rows/lessons.ts';
import type { Db, LedgerRow } from '#server/database/schema.ts';
import type { Line, Whose } from './lines.ts';

type Kind = LedgerRow['kind'];

/** Each kind of movement: whether the school gets it, and what it is called. */
const KINDS = {
  charge: { isIn: true, label: 'statement.charge' },
  refund: { isIn: false, label: 'statement.refund' },
  refund_failed: { isIn: true, label: 'statement.refund_failed' },
  chargeback: { isIn: false, label: 'statement.chargeback' },
  cash: { isIn: true, label: 'statement.cash' },
  transfer: { isIn: true, label: 'statement.transfer' },
  cash_refund: { isIn: false, label: 'statement.cash_refund' },
  transfer_refund: { isIn: false, label: 'statement.transfer_refund' },
} as const satisfies Record<Kind, { isIn: boolean; label: PlainId }>;

/**
 * What moved for the orders that an account pays, by card and by hand. Of a payment that the card service
 * turned out not to know, nothing moved.
 */
export async function findMovementLines(db: Db, { userid }: Whose): Promise<Line[]> {
  const moved = await findMoved(db, userid);
  return moved.map(({ _id, kind, amount, createdat, day, places, reason, ...of }) => {
    const { isIn, label } = KINDS[kind];
    const isOfOne = Number(places) === 1;
    return {
      _id,
      kind,
      label: t(label),
      amount: isIn ? -amount : amount,
      at: createdat,
      day: day ?? undefined,
      ...(isOfOne && {
        learnername: of.learnername ?? formerStudent(),
        classid: of.classid ?? undefined,
        classname: of.classname ?? undefined,
        trialday: of.trialday ?? undefined,
        reason: reason === null ? undefined : reasonWords(reason),
      }),
      places: Number(places) > 1 ? Number(places) : undefined,
      ref: of.classid === null ? null : of.orderid,
    };
  });
}

const MOVED = ['ledger._id', 'ledger.kind', 'ledger.amount', 'ledger.createdat', 'ledger.day'] as const;
const PAID_FOR = [
  sql.ref<string | null>('orders._id').as('orderid'),
  'orders.classid',
  'classes.classname',
  TRIAL_DAY.as('trialday'),
] as const;
const NONE = sql<string | null>`cast(null as text)`;
/** Of a payment that gave no place. */
const WHY_NOT = sql<string | null>`case when endedat is null and state <> 'enrolled' then reason end`;

/** The movements of orders that are paid alone, those of checkouts, and those of no single place. */
const findMoved = (db: Db, userid: string) =>
  db
    .selectFrom('orders')
    .innerJoin('ledger', 'ledger.orderid', 'orders._id')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select([...MOVED, ...PAID_FOR])
    .select([LEARNER_NAME.as('learnername'), WHY_NOT.as('reason'), sql<number>`1`.as('places')])
    .where('orders.userid', '=', userid)
    .where('orders.checkoutid', 'is', null)
    .where((of) => of.not(of.and([of('orders.state', '=', 'expired'), of('orders.paidby', '=', 'card')])))
    .unionAll(
      db
        .selectFrom((from) =>
          from
            .selectFrom('orders')
            .select((of) => ['checkoutid', of.fn.min('_id').as('first')])
            .select((of) => of.fn.countAll<number>().as('count'))
            .where('userid', '=', userid)
            .where('checkoutid', 'is not', null)
            .where('state', '<>', 'expired')
            .groupBy('checkoutid')
            .as('checkouts'),
        )
        .innerJoin('ledger', 'ledger.checkoutid', 'checkouts.checkoutid')
        .innerJoin('orders', (join) =>
          join.on((of) => of('orders._id', '=', of.fn.coalesce('ledger.orderid', 'checkouts.first'))),
        )
        .leftJoin('classes', 'classes._id', 'orders.classid')
        .leftJoin('learners', 'learners._id', 'orders.learnerid')
        .leftJoin('users', 'users._id', 'learners.userid')
        .select([...MOVED, ...PAID_FOR])
        .select([LEARNER_NAME.as('learnername'), WHY_NOT.as('reason')])
        .select(sql<number>`case when ledger.orderid is null then checkouts.count else 1 end`.as('places')),
    )
    .unionAll(
      db
        .selectFrom('ledger')
        .select(MOVED)
        .select([NONE.as('orderid'), NONE.as('classid'), NONE.as('classname'), NONE.as('trialday')])
        .select([NONE.as('learnername'), NONE.as('reason'), sql<number>`0`.as('places')])
        .where('ledger.userid', '=', userid),
    )
    .execute();
