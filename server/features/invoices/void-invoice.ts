import { FORMER_MEMBER } from '#contract/former.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { findReversible, reverseCharge } from '#server/features/charges/index.ts';
import { applyCredit } from '#server/features/ledger/index.ts';
import { ensure } from '#server/http/errors.ts';
import { logInvoice } from './log-invoice.ts';
import { notifyOfInvoice } from './notify-of-invoice.ts';
import { notifyOfInvoices } from './notify-of-invoices.ts';
import { printInvoice } from './print-invoice.ts';
import type { Printed } from './printed.ts';
import {
  findInvoice,
  findLines,
  type InvoiceRow,
  insertInvoice,
  lockInvoice,
  markVoid,
  takeNumber,
} from './queries.ts';
import { sumTaxes } from './taxed.ts';

type Voiding = {
  id: string;
  reason: string;
  /** Whether its charges are no longer owed. */
  strike?: boolean | undefined;
  school: SchoolNow;
  actor: Exclude<Actor, null>;
  now: number;
};

/**
 * Makes an invoice void and issues the credit note that says so. Throws `invoice-not-found`, and
 * `invoice-void` where it is void already or a credit note itself.
 */
export const voidInvoice = (db: Db, voiding: Voiding): Promise<InvoiceRow> =>
  transact(db, async (tx) => {
    const { id, reason, strike = false, school, actor, now } = voiding;
    const known = await findInvoice(tx, id);
    ensure(known, 'invoice-not-found');
    // In the order in which invoices are issued.
    const user = known.userid === null ? undefined : await lockUser(tx, known.userid);
    const invoice = await lockInvoice(tx, id);
    ensure(invoice, 'invoice-not-found');
    ensure(invoice.kind === 'invoice' && invoice.state === 'issued', 'invoice-void');
    const day = schoolDay(school, now);
    const lines = await findLines(tx, id);
    await markVoid(tx, id);
    for (const chargeid of strike
      ? await findReversible(
          tx,
          lines.flatMap(({ chargeid }) => chargeid ?? []),
        )
      : [])
      await reverseCharge(tx, { id: chargeid, key: `void.${id}`, day, actor, now });
    // What paid it may pay another now.
    if (user) await applyCredit(tx, { userid: user._id, now });
    const credit = await insertCredit(tx, invoice, { reason, day, school, actor, now });
    await logInvoice(tx, invoice, {
      action: 'invoice-voided',
      user: user ?? { _id: id, name: FORMER_MEMBER },
      actor,
      now,
    });
    await notifyOfInvoices(tx, 'invoice.voided', { invoice, now });
    await notifyOfInvoices(tx, 'invoice.issued', { invoice: credit, now });
    await notifyOfInvoice(tx, credit, now);
    return credit;
  });

async function insertCredit(
  tx: Db,
  invoice: InvoiceRow,
  { reason, day, school, actor, now }: Omit<Voiding, 'id' | 'strike'> & { day: string },
): Promise<InvoiceRow> {
  const { language, words, ...facts } = JSON.parse(invoice.printed) as Printed;
  const number = await takeNumber(tx, day.slice(0, 4));
  const lines = facts.lines.map(({ net, tax, gross, ...line }) => ({
    ...line,
    net: -net,
    tax: -tax,
    gross: -gross,
  }));
  const printed = printInvoice(
    {
      ...facts,
      ...{ kind: 'credit', number, issuedday: day, dueday: null, cancels: invoice.number, reason },
      ...{ lines, taxes: sumTaxes(lines), total: -facts.total, paid: 0, bank: null },
    },
    { language, locale: school.locale, palette: school.palette },
  );
  const row: InvoiceRow = {
    ...{ _id: newId(now), number, userid: invoice.userid, kind: 'credit', state: 'issued' },
    ...{ cancels: invoice._id, issuedday: day, dueday: null, total: -invoice.total },
    ...{ currency: invoice.currency, printed: JSON.stringify(printed), byid: actor._id, createdat: now },
  };
  await insertInvoice(tx, row);
  return row;
}
