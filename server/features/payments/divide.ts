import { t } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import { amountOf } from '#server/features/orders/index.ts';
import { type Agreed, planParts } from '#server/features/parts/index.ts';

/**
 * What is paid now of places that are paid in so many instalments, the first one, and what is left of each (cents);
 * with what the payer agrees to, in the words of their language. Throws `instalments-too-small`.
 */
export function divide<I extends { amount: number }>(
  items: readonly I[],
  { count, school, now }: { count: number; school: SchoolNow; now: number },
): { items: (I & { restamount: number })[]; plan: Agreed } {
  const { name, currency } = school;
  const sum = amountOf(items);
  const wordsOf = (parts: string) => t('instalments.consent_places', { school: name, parts });
  const plan = planParts({ sum, count, currency, wordsOf, school, now });
  const [first] = plan.parts;
  if (!first) throw new Error('There is a first instalment.');
  // Each place has its share of the first one, and all shares together are it.
  let [before, shared] = [0, 0];
  const divided = items.map((item) => {
    before += item.amount;
    const amount = Math.floor((first.amount * before) / sum) - shared;
    shared += amount;
    return { ...item, amount, restamount: item.amount - amount };
  });
  return { items: divided, plan };
}
