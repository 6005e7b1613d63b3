import type { Db, Row } from '#server/database/schema.ts';
import { type Plan, readPlan } from './plan.ts';

export type InstalmentRow = Row<'instalments'>;

/** What an account agreed to, as it takes it along. */
export async function exportParts(db: Db, userid: string) {
  const parts = await db
    .selectFrom('instalments')
    .innerJoin('invoices', 'invoices._id', 'instalments.invoiceid')
    .leftJoin('familypayments', 'familypayments._id', 'instalments.paymentid')
    .select(['invoices.number as invoice', 'instalments.number', 'instalments.day', 'instalments.amount'])
    .select(['instalments.state', 'familypayments.plan'])
    .where('instalments.userid', '=', userid)
    .orderBy('instalments.invoiceid')
    .orderBy('instalments.number')
    .execute();
  return parts.map(({ plan, ...part }) => ({ ...part, ...saidBy(plan && readPlan(plan)) }));
}

const saidBy = (plan: Plan | null | '') => (plan ? { words: plan.words, agreedat: plan.agreedat } : {});

/** An account is erased: nothing of what it agreed to is tried any more, and what is open stays in the books. */
export async function waiveOf(tx: Db, userid: string, now: number): Promise<void> {
  await tx
    .updateTable('instalments')
    .set({ state: 'waived', workat: null, updatedat: now })
    .where('userid', '=', userid)
    .where('state', 'in', ['due', 'failed'])
    .execute();
  await tx.updateTable('instalments').set({ userid: null }).where('userid', '=', userid).execute();
}
