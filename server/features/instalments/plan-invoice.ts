import { t } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { OpenInvoice } from '#server/features/ledger/index.ts';
import { hasParts, type Plan, planParts } from '#server/features/parts/index.ts';
import { ensure } from '#server/http/errors.ts';

/**
 * The instalments in which what is open of an invoice is paid, the first one today, in the words of the
 * caller's language. Throws `already-in-instalments`, and `instalments-too-small` for a card.
 */
export async function planInvoice(
  tx: Db,
  { _id: invoiceid, number, openCharges: sum, currency }: OpenInvoice,
  { count, school, now }: { count: number; school: SchoolNow; now: number },
): Promise<Plan> {
  ensure(!(await hasParts(tx, invoiceid)), 'already-in-instalments');
  const wordsOf = (parts: string) => t('instalments.consent', { school: school.name, number, parts });
  return { invoiceid, ...planParts({ sum, count, currency, wordsOf, school, now }) };
}
