import { formatsOf } from '#contract/formats.ts';
import { formerStudent } from '#contract/former.ts';
import { addressLines } from '#contract/school/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { t, withLanguage } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { languageOf } from '#server/database/rows/languages.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type BillingSettings, billRests, findBillingSettings } from '#server/features/billing/index.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { chargePlace } from '#server/features/enrolments/index.ts';
import {
  applyCredit,
  balanceOf,
  findBalances,
  noteOpenAccounts,
  notifyOfPaid,
  sumFunds,
} from '#server/features/ledger/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { isolated } from '#server/pdf/lines.ts';
import { logInvoice } from './log-invoice.ts';
import { notifyOfInvoice } from './notify-of-invoice.ts';
import { notifyOfInvoices } from './notify-of-invoices.ts';
import { printInvoice } from './print-invoice.ts';
import type { InvoiceLine } from './printed.ts';
import {
  findUninvoicedCharges,
  findUninvoicedOrders,
  type InvoiceRow,
  insertInvoice,
  insertLines,
  takeNumber,
} from './queries.ts';
import { sumTaxes, taxedLine } from './taxed.ts';

export type Issuing = {
  userid: string;
  chargeids: readonly string[];
  orderids: readonly string[];
  school: SchoolNow;
  /** The admin; null where a run issues it. */
  actor: Actor;
  now: number;
};

export const issueInvoice = (db: Db, issuing: Issuing): Promise<InvoiceRow> =>
  transact(db, (tx) => issueInvoiceIn(tx, issuing));

/**
 * Issues an invoice over charges and places of an account, in the caller's transaction: the number is taken
 * and what it says is settled in it, earlier credit pays it, and the mail is written. Throws `user-not-found`, `charge-not-found` and
 * `enrolment-not-found` for what is not the account's to pay or was taken back, `already-invoiced`, and
 * `nothing-to-invoice` where the sum is not above zero, or that of the charges is below.
 */
export async function issueInvoiceIn(tx: Db, issuing: Issuing): Promise<InvoiceRow> {
  const { userid, school, actor, now } = issuing;
  // Whatever else is issued to or taken back for the family waits.
  const user = await lockUser(tx, userid);
  ensure(user, 'user-not-found');
  const { charges, orders } = await chargeOwed(tx, await findBilled(tx, issuing), { school, now });
  const settings = await findBillingSettings(tx);
  const language = languageOf(user, school);
  const lines = withLanguage(language, () => linesOf({ charges, orders }, { settings, school }));
  const total = lines.reduce((sum, { gross }) => sum + gross, 0);
  ensure(total > 0, 'nothing-to-invoice');
  // A place is paid whole: nothing on the invoice can lower its price.
  if (charges.reduce((sum, { amount }) => sum + amount, 0) < 0)
    throw new AppError('nothing-to-invoice', { detail: () => t('invoices.lowers_a_place') });
  const paid = (await sumPaid(tx, orders)) + (await creditFor(tx, { userid, charges, now }));
  const issuedday = schoolDay(school, now);
  const dueday = addDays(issuedday, settings.dueafterdays);
  const { currency } = school;
  const number = await takeNumber(tx, issuedday.slice(0, 4));
  const address = {
    street: user.street ?? undefined,
    postcode: user.postcode ?? undefined,
    town: user.town ?? undefined,
  };
  const printed = printInvoice(
    {
      kind: 'invoice',
      number,
      issuedday,
      dueday,
      cancels: null,
      reason: null,
      currency,
      school: {
        name: school.name,
        lines: [...addressLines(school), school.phone ?? '', school.email ?? ''].filter(Boolean),
        taxnumber: settings.taxnumber ?? null,
      },
      payer: { name: user.name, lines: addressLines(address) },
      lines,
      taxes: sumTaxes(lines),
      total,
      paid,
      terms: settings.invoicetext ?? null,
      bank: settings.bank ?? null,
    },
    { language, locale: school.locale, palette: school.palette },
  );
  const row: InvoiceRow = {
    ...{
      _id: newId(now),
      number,
      userid,
      kind: 'invoice',
      state: 'issued',
      cancels: null,
      issuedday,
      dueday,
    },
    ...{ total, currency, printed: JSON.stringify(printed), byid: actor?._id ?? null, createdat: now },
  };
  await insertInvoice(tx, row);
  const over = [
    ...charges.map(({ _id }) => ({ chargeid: _id })),
    ...orders.map(({ _id }) => ({ orderid: _id })),
  ].map((of) => ({ _id: newId(now), invoiceid: row._id, stands: 1 as const, ...of }));
  ensure((await insertLines(tx, over)) === over.length, 'already-invoiced');
  await notifyOfInvoices(tx, 'invoice.issued', { invoice: row, now });
  await applyCredit(tx, { userid, now });
  // Of places that were paid before, nothing pays it any more.
  await notifyOfPaid(tx, [row._id], now);
  await noteOpenAccounts(tx, [userid], now);
  await logInvoice(tx, row, { action: 'invoiced', user, actor, now });
  await notifyOfInvoice(tx, row, now);
  return row;
}

/**
 * Issues one invoice over all that an account was charged and no invoice says, in the caller's transaction. Gives
 * false where that is nothing, or no more than what is credited, which pays what is open then.
 */
export async function issueOpenIn(
  tx: Db,
  { userid, school, now }: Pick<Issuing, 'userid' | 'school' | 'now'>,
): Promise<boolean> {
  // The account may have been erased or merged into another since.
  if (!(await lockUser(tx, userid))) return false;
  const open = await findUninvoicedCharges(tx, userid);
  if (open.reduce((sum, { amount }) => sum + amount, 0) <= 0) {
    await applyCredit(tx, { userid, now });
    return false;
  }
  const chargeids = open.map(({ _id }) => _id);
  await issueInvoiceIn(tx, { userid, chargeids, orderids: [], school, actor: null, now });
  return true;
}

/**
 * What is owed for places is charged from now on: it is paid as anything else on an invoice is, in parts, by card or
 * by credit.
 */
async function chargeOwed(
  tx: Db,
  { charges, orders }: Billed,
  { school, now }: { school: SchoolNow; now: number },
): Promise<Billed> {
  const owed = orders.filter(({ paidby }) => paidby === 'due');
  const charged = [];
  for (const { classname, learnername, ...order } of owed) {
    const costless = await chargePlace(tx, order, { receiptday: schoolDay(school, now), now });
    ensure(costless, 'enrolment-not-found');
    const [charge] = await billRests(tx, [costless], { school, now });
    if (charge) charged.push({ ...charge, classname, learnername });
  }
  return { charges: [...charges, ...charged], orders: orders.filter((order) => !owed.includes(order)) };
}

/** What was paid of places before they are invoiced. */
async function sumPaid(tx: Db, orders: Billed['orders']): Promise<number> {
  const balances = await findBalances(tx, orders);
  return orders.reduce((sum, order) => {
    const { received, returned } = balanceOf(balances, order);
    return sum + received - returned;
  }, 0);
}

/** What of these charges the family's credit pays at once, after what older invoices take of it. */
async function creditFor(
  tx: Db,
  { userid, charges, now }: { userid: string; charges: Billed['charges']; now: number },
): Promise<number> {
  await applyCredit(tx, { userid, now });
  const said = charges.map(({ _id }) => _id);
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, Math.min(charged, await sumFunds(tx, userid, said)));
}

async function findBilled(tx: Db, { userid, chargeids, orderids }: Issuing) {
  const [open, places] = [await findUninvoicedCharges(tx, userid), await findUninvoicedOrders(tx, userid)];
  const charges = open.filter(({ _id }) => chargeids.includes(_id));
  const orders = places.filter(({ _id }) => orderids.includes(_id));
  await ensureAll(tx, 'chargeid', { userid, wanted: chargeids, found: charges });
  await ensureAll(tx, 'orderid', { userid, wanted: orderids, found: orders });
  return { charges, orders };
}

/** Throws `already-invoiced` for what is missing since an invoice has it, and what it is not found by else. */
async function ensureAll(
  tx: Db,
  column: 'chargeid' | 'orderid',
  { wanted, found }: { userid: string; wanted: readonly string[]; found: readonly { _id: string }[] },
) {
  const missing = [...new Set(wanted)].filter((id) => !found.some(({ _id }) => _id === id));
  if (missing.length === 0) return;
  const invoiced = await tx
    .selectFrom('invoicelines')
    .select('_id')
    .where(column, 'in', missing)
    .where('stands', '=', 1)
    .executeTakeFirst();
  ensure(!invoiced, 'already-invoiced');
  ensure(false, column === 'chargeid' ? 'charge-not-found' : 'enrolment-not-found');
}

type Billed = Awaited<ReturnType<typeof findBilled>>;

/** What is billed, worded in the language of now. */
function linesOf(
  { charges, orders }: Billed,
  { settings, school }: { settings: BillingSettings; school: SchoolNow },
): InvoiceLine[] {
  const { days } = formatsOf(school);
  const about = (...names: (string | null | undefined)[]) => {
    const named = names.flatMap((name) => (name ? [isolated(name)] : []));
    return named.length === 0 ? [] : [named.join(' · ')];
  };
  return [
    ...charges.map(({ label, amount, taxrate, periodfrom, periodto, learnerid, ...of }) =>
      taxedLine(amount, taxrate, {
        label,
        about: [
          ...about(learnerid && (of.learnername ?? formerStudent()), of.classname),
          ...(periodfrom && periodto ? [days(periodfrom, periodto)] : []),
        ],
      }),
    ),
    ...orders.map(({ amount, classname, learnername }) =>
      taxedLine(amount, settings.taxrate, {
        label: t('statement.place', { class: isolated(classname ?? '') }),
        about: about(learnername ?? formerStudent()),
      }),
    ),
  ];
}
