import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import { repricePlace } from '#server/features/enrolments/index.ts';
import { areOwnOf, lockOrders, logPayment, moveOrder, toPayer } from '#server/features/orders/index.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

const NOT_OFFERED = reasonOf('orders.nothing_owed');

type Striking = { classid: string; classname: string; actor: Actor; now: number };

/**
 * Strikes what is owed for places in a class that the school takes off: they stand, and cost nothing any
 * more. What was paid stays paid. In the caller's transaction.
 */
export async function strikeDebts(tx: Db, { classid, classname, actor, now }: Striking): Promise<void> {
  const owing = await tx
    .selectFrom('orders')
    .selectAll()
    .where('classid', '=', classid)
    .where('state', '=', 'enrolled')
    .where('paidby', '=', 'due')
    .orderBy('_id')
    .execute();
  for (const found of owing) {
    const [order] = await lockOrders(tx, found);
    // Paid, or over, meanwhile.
    if (order.state !== 'enrolled' || order.paidby !== 'due') continue;
    const { _id: ref, userid, amount: cents, currency } = order;
    await repricePlace(tx, order, { amount: 0, amountreason: NOT_OFFERED });
    const struck = await moveOrder(tx, ref, ['enrolled'], { paidby: 'card', paidat: now, now });
    if (!struck) throw new Error(`Order ${ref} was moved past its lock.`);
    await logPayment(tx, struck, { actor, action: 'struck', note: sumNote(cents, currency), now });
    const letter = {
      ...toPayer([struck], { areOwn: await areOwnOf(tx, [struck]) }),
      paragraphs: [
        say('payments.mail_debt_struck', { class: classname, sum: { cents, currency } }),
        say('payments.mail_debt_questions'),
      ],
      facts: [],
    };
    const subject = say('payments.mail_nothing_to_pay', { class: classname });
    await insertMails(tx, accountOf(userid), { kind: 'debt-struck', ref, subject, letter, now });
  }
}
