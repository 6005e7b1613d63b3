import type { Kysely } from 'kysely';
import { addDays } from '#contract/time/days.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { insertAll } from '#server/database/seed/insert-all.ts';
import { transact } from '#server/database/transact.ts';
import { changeLine, type GrownAccount, type GrownPerson } from './grown-people.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MONTHS = 24;
/** One person in so many is sent an invoice each month. */
const PEOPLE_A_MONTH = 40;
const DUE_AFTER_DAYS = 14;
const PAID_AFTER_MS = 5 * DAY_MS;
/** One invoice in so many is not paid. */
const UNPAID_EVERY = 60;

type Line = {
  label: string;
  about: string[];
  taxrate: number;
  net: number;
  tax: number;
  gross: number;
};

/** What an invoice says, as the feature that issues them words it. */
type Facts = {
  kind: 'invoice';
  number: string;
  issuedday: string;
  dueday: string;
  cancels: null;
  reason: null;
  currency: string;
  school: { name: string; lines: string[]; taxnumber: null };
  payer: { name: string; lines: string[] };
  lines: Line[];
  taxes: [];
  total: number;
  paid: 0;
  terms: null;
  bank: null;
};

/** Of the feature that issues invoices: what is printed of one. */
export type PrintInvoice = (facts: Facts) => object;

type Invoices = {
  people: readonly GrownPerson[];
  admin: GrownAccount;
  school: { name: string; currency: string };
  printInvoice: PrintInvoice;
  /** Epoch milliseconds. */
  now: number;
};

/**
 * Issues invoices of two years, each over a charge, at the first of each month. Nearly all are paid by transfer
 * soon after; of the others the families count as reminded. Gives how many there are.
 */
export async function growInvoices(
  db: Kysely<Database>,
  { people, now, ...billing }: Invoices,
): Promise<number> {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate();
  const first = today.with({ day: 1 }).subtract({ months: MONTHS - 1 });
  const last = new Map<string, number>();
  const aMonth = Math.ceil(people.length / PEOPLE_A_MONTH);
  let issued = 0;
  for (let month = 0; month < MONTHS; month++) {
    const day = first.add({ months: month }).toString();
    const at = Date.parse(`${day}T08:00:00Z`);
    if (at >= now) break;
    const there = people.filter(({ joinedat }) => joinedat < at - DAY_MS);
    const payers = Array.from(
      { length: aMonth },
      (_, index) => there[Math.floor(((index + (month % 2) / 2) * there.length) / aMonth)],
    ).filter((payer) => payer !== undefined);
    const rows = payers.map((payer, index) => {
      const year = day.slice(0, 4);
      const count = (last.get(year) ?? 0) + 1;
      last.set(year, count);
      const number = `${year}-${String(count).padStart(4, '0')}`;
      const isPaid = at + PAID_AFTER_MS < now && index % UNPAID_EVERY !== 7;
      return invoiceRows(payer, {
        ...billing,
        ...{ number, day, at, isPaid, amount: 1500 + 500 * (index % 8) },
      });
    });
    await transact(db, (tx) => insertInvoices(tx, rows, now));
    issued += rows.length;
  }
  const numbers = [...last].map(([year, count]) => ({ year, last: count }));
  await insertAll(numbers, (rows) => db.insertInto('invoicenumbers').values(rows).execute());
  return issued;
}

type Issued = ReturnType<typeof invoiceRows>;

async function insertInvoices(tx: Kysely<Database>, rows: readonly Issued[], now: number) {
  const all = <K extends keyof Issued>(key: K) => rows.flatMap((row) => row[key] ?? []);
  await insertAll(all('charge'), (some) => tx.insertInto('charges').values(some).execute());
  await insertAll(all('invoice'), (some) => tx.insertInto('invoices').values(some).execute());
  await insertAll(all('line'), (some) => tx.insertInto('invoicelines').values(some).execute());
  await insertAll(all('movement'), (some) => tx.insertInto('ledger').values(some).execute());
  await insertAll(all('allocation'), (some) => tx.insertInto('allocations').values(some).execute());
  await insertAll(all('notice'), (some) => tx.insertInto('duenotices').values(some).execute());
  await insertAll(all('change'), (some) => tx.insertInto('changes').values(some).execute());
  const owing = rows.filter(({ movement }) => !movement).map(({ charge: { userid } }) => userid ?? '');
  await insertAll(owing, (some) =>
    tx
      .insertInto('openaccounts')
      .values(some.map((userid) => ({ userid, workat: now + DAY_MS })))
      .onConflict((c) => c.doNothing())
      .execute(),
  );
}

type Issuing = Pick<Invoices, 'admin' | 'school' | 'printInvoice'> & {
  number: string;
  day: string;
  at: number;
  isPaid: boolean;
  amount: number;
};

function invoiceRows(
  payer: GrownPerson,
  { number, day, at, isPaid, amount, admin, school: { name, currency }, printInvoice }: Issuing,
) {
  const { userid, learnerid } = payer;
  const label = `Hire of an instrument, ${day.slice(0, 7)}`;
  const dueday = addDays(day, DUE_AFTER_DAYS);
  const line = { label, about: [payer.name], taxrate: 0, net: amount, tax: 0, gross: amount };
  const printed = printInvoice({
    ...{ kind: 'invoice', number, issuedday: day, dueday, cancels: null, reason: null, currency },
    school: { name, lines: [], taxnumber: null },
    payer: { name: payer.name, lines: [] },
    ...{ lines: [line], taxes: [], total: amount, paid: 0, terms: null, bank: null },
  });
  const charge = {
    ...{ _id: newId(at), userid, learnerid, classid: null, kind: 'fee' as const, label, amount, currency },
    ...{ taxrate: 0, day, periodfrom: null, periodto: null, orderid: null, reverses: null },
    ...{ key: `growth.${number}`, byid: admin._id, createdat: at },
  };
  const invoice = {
    ...{ _id: newId(at), number, userid, kind: 'invoice' as const, state: 'issued' as const, cancels: null },
    ...{ issuedday: day, dueday, total: amount, currency, printed: JSON.stringify(printed) },
    ...{ byid: admin._id, createdat: at },
  };
  const paidat = at + PAID_AFTER_MS;
  const movement = isPaid && {
    ...{ _id: newId(paidat), orderid: null, checkoutid: null, kind: 'transfer' as const },
    ...{ ref: `growth.${number}`, amount, seats: 0, createdat: paidat, userid },
    ...{ day: new Date(paidat).toISOString().slice(0, 10), returnof: null },
  };
  const told = at + DUE_AFTER_DAYS * DAY_MS;
  const unpaid: Row<'duenotices'> = {
    ...{ invoiceid: invoice._id, soonat: told - 2 * DAY_MS, overdueat: told + DAY_MS },
    ...{ fee: null, feeday: null, announcedat: null, feeat: null },
  };
  return {
    charge,
    invoice,
    line: { _id: newId(at), invoiceid: invoice._id, chargeid: charge._id, orderid: null, stands: 1 as const },
    movement: movement || undefined,
    allocation: movement
      ? {
          ...{ ledgerid: movement._id, chargeid: null, orderid: null, invoiceid: invoice._id },
          ...{ amount, seats: 0, createdat: paidat },
        }
      : undefined,
    notice: movement ? undefined : unpaid,
    change: changeLine({
      ...{ about: 'family', subjectid: userid, subjectname: payer.name, action: 'invoiced' },
      ...{ before: number, by: admin, at: at + HOUR_MS },
    }),
  };
}
