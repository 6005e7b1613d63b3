import { sql } from 'kysely';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import { findGivenBack } from '#server/features/ledger/index.ts';

export type InvoiceRow = Row<'invoices'>;

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('_id', '=', id).executeTakeFirst();

/** An invoice, locked until the transaction ends. */
export const lockInvoice = (tx: Db, id: string): Promise<InvoiceRow | undefined> =>
  tx.selectFrom('invoices').selectAll().where('_id', '=', id).forNoKeyUpdate('invoices').executeTakeFirst();

/** Those of an account, the newest first. */
export const findInvoices = (db: Db, userid: string): Promise<InvoiceRow[]> =>
  db.selectFrom('invoices').selectAll().where('userid', '=', userid).orderBy('_id', 'desc').execute();

/**
 * The next number of a year. Its row stays locked until the transaction ends, so that a number of one that
 * fails is the next one's.
 */
export async function takeNumber(tx: Db, year: string): Promise<string> {
  const { last } = await tx
    .insertInto('invoicenumbers')
    .values({ year, last: 1 })
    .onConflict((c) => c.column('year').doUpdateSet({ last: sql<number>`invoicenumbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${year}-${String(last).padStart(4, '0')}`;
}

export const insertInvoice = (tx: Db, row: NewRow<'invoices'>) =>
  tx.insertInto('invoices').values(row).execute();

export const findLines = (db: Db, invoiceid: string): Promise<Row<'invoicelines'>[]> =>
  db.selectFrom('invoicelines').selectAll().where('invoiceid', '=', invoiceid).orderBy('_id').execute();

/** Adds lines; gives how many of them no other invoice that stands has. */
export async function insertLines(tx: Db, rows: readonly NewRow<'invoicelines'>[]): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('invoicelines')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/** Makes an invoice void: what it is over may be on another one. */
export async function markVoid(tx: Db, id: string): Promise<void> {
  await tx.updateTable('invoices').set({ state: 'void' }).where('_id', '=', id).execute();
  await tx.updateTable('invoicelines').set({ stands: 0 }).where('invoiceid', '=', id).execute();
}

/**
 * What an account was charged that no invoice says; left out is what was taken back before it was invoiced, and
 * what lowers what is owed and has paid an invoice, or was given back in part: what is left of it pays.
 */
export async function findUninvoicedCharges(db: Db, userid: string) {
  const unsaid = await findUnsaidCharges(db, userid);
  const isCredited = unsaid.some(({ amount }) => amount < 0);
  const givenBack = isCredited ? await findGivenBack(db, userid) : new Set<string>();
  return unsaid.filter(({ _id }) => !givenBack.has(_id));
}

async function findUnsaidCharges(db: Db, userid: string) {
  const standing = await unsaidCharges(db, userid)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charges as reversals')
            .select('reversals._id')
            .whereRef('reversals.reverses', '=', 'charges._id'),
        ),
      ),
    )
    .execute();
  // Where an invoice says what took one back, it counts beside it.
  const takenBack = await unsaidCharges(db, userid)
    .innerJoin('charges as reversals', 'reversals.reverses', 'charges._id')
    .innerJoin('invoicelines as after', 'after.chargeid', 'reversals._id')
    .where('reversals.userid', '=', userid)
    .where('after.stands', '=', 1)
    .execute();
  return [...standing, ...takenBack].sort((one, other) => (one._id < other._id ? -1 : 1));
}

const unsaidCharges = (db: Db, userid: string) =>
  db
    .selectFrom('charges')
    .leftJoin('classes', 'classes._id', 'charges.classid')
    .leftJoin('learners', 'learners._id', 'charges.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .selectAll('charges')
    .select(['classes.classname', LEARNER_NAME.as('learnername')])
    .where('charges.userid', '=', userid)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoicelines')
            .select('invoicelines._id')
            .whereRef('invoicelines.chargeid', '=', 'charges._id')
            .where('invoicelines.stands', '=', 1),
        ),
      ),
    )
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('charges.reverses', 'is', null),
        exists(
          selectFrom('invoicelines as before')
            .select('before._id')
            .whereRef('before.chargeid', '=', 'charges.reverses')
            .where('before.stands', '=', 1),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('allocations')
            .innerJoin('invoices', 'invoices._id', 'allocations.invoiceid')
            .select('invoices._id')
            .whereRef('allocations.chargeid', '=', 'charges._id')
            .whereRef('invoices.userid', '=', 'charges.userid')
            .where('invoices.state', '=', 'issued'),
        ),
      ),
    )
    .orderBy('charges._id');

/** The places that an account has and pays, as far as no invoice says it. */
export const findUninvoicedOrders = (db: Db, userid: string) =>
  db
    .selectFrom('orders')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .selectAll('orders')
    .select(['classes.classname', LEARNER_NAME.as('learnername')])
    .where('orders.userid', '=', userid)
    .where('orders.state', '=', 'enrolled')
    .where('orders.amount', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoicelines')
            .select('invoicelines._id')
            .whereRef('invoicelines.orderid', '=', 'orders._id')
            .where('invoicelines.stands', '=', 1),
        ),
      ),
    )
    .orderBy('orders._id')
    .execute();
