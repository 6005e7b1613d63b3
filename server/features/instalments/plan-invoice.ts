import { formatsOf, listOf } from '#contract/formats.ts';
import { leastCharge } from '#contract/protocols/least-charge.ts';
import { t } from '#languages/t.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { OpenInvoice } from '#server/features/ledger/index.ts';
import { hasParts, type Plan, partsOf, tryOn } from '#server/features/parts/index.ts';
import { ensure } from '#server/http/errors.ts';

/**
 * The instalments in which what is open of an invoice is paid, the first one today, in the words of the
 * caller's language. Throws `already-in-instalments`, and `instalments-too-small` for a card.
 */
export async function planInvoice(
  tx: Db,
  { _id: invoiceid, number, openCharges, currency }: OpenInvoice,
  { count, school, now }: { count: number; school: SchoolNow; now: number },
): Promise<Plan> {
  ensure(!(await hasParts(tx, invoiceid)), 'already-in-instalments');
  const parts = partsOf(openCharges, count, schoolDay(school, now)).map((part) => ({
    ...part,
    tryat: tryOn(part.day, school),
  }));
  ensure(
    parts.every(({ amount }) => amount >= leastCharge(currency)),
    'instalments-too-small',
  );
  const { day, money } = formatsOf(school);
  const list = parts
    .slice(1)
    .map((part) =>
      t('instalments.sum_on_day', { sum: money(part.amount / 100, currency), day: day(part.day) }),
    );
  const words = t('instalments.consent', { school: school.name, number, parts: listOf(list) });
  return { invoiceid, parts, words, agreedat: now };
}
