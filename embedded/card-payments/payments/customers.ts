import type Stripe from 'stripe';
import { missing } from '#embedded/card-payments/errors.ts';
import type { CardsDb, CustomerRow } from '#embedded/card-payments/tables.ts';

/** A customer in the API's form. */
export const customerJson = (row: CustomerRow): Stripe.Customer => ({
  id: row.id,
  object: 'customer',
  address: null,
  balance: 0,
  created: Math.floor(row.createdat / 1000),
  currency: null,
  default_source: null,
  delinquent: false,
  description: row.description,
  email: row.email,
  invoice_prefix: row.id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: JSON.parse(row.metadata),
  name: row.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

export const deletedJson = ({ id }: Pick<CustomerRow, 'id'>): Stripe.DeletedCustomer => ({
  id,
  object: 'customer',
  deleted: true,
});

/** A customer by its id, deleted ones, too. Throws 404; `param`: which parameter named it. */
export async function findCustomer(db: CardsDb, id: string, param = 'id'): Promise<CustomerRow> {
  const row = await db.selectFrom('cards_customers').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('customer', id, param);
  return row;
}

/** The same, locked until the transaction ends; undefined where there is none. */
export const lockCustomer = (tx: CardsDb, id: string): Promise<CustomerRow | undefined> =>
  tx
    .selectFrom('cards_customers')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate('cards_customers')
    .executeTakeFirst();

/** The same where it can be used. Throws 404 also for a deleted one. */
export async function takeCustomer(tx: CardsDb, id: string, param = 'id'): Promise<CustomerRow> {
  const row = await lockCustomer(tx, id);
  if (!row || row.deletedat !== null) throw missing('customer', id, param);
  return row;
}
