import { recordEvent } from '#embedded/card-payments/events/events.ts';
import { newId } from '#embedded/card-payments/ids.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import type { Parameters } from '#embedded/card-payments/parameters/parameters.ts';
import {
  customerJson,
  deletedJson,
  findCustomer,
  takeCustomer,
} from '#embedded/card-payments/payments/customers.ts';
import { noCardNumber } from '#embedded/card-payments/payments/methods.ts';
import { detachMethod } from '#embedded/card-payments/payments/save-method.ts';
import type { CustomerRow } from '#embedded/card-payments/tables.ts';

const TEXTS = { email: 512, name: 256, description: 1000 } as const;
type Text = keyof typeof TEXTS;

/** The texts of a customer that were sent; one that was sent empty is null. */
function readTexts(parameters: Parameters): Partial<Pick<CustomerRow, Text>> {
  const sent = (Object.keys(TEXTS) as Text[]).filter((name) => parameters.names().includes(name));
  const read = (name: Text) => noCardNumber(parameters.text(name, TEXTS[name]), 'A customer');
  return Object.fromEntries(sent.map((name) => [name, read(name)]));
}

/** POST /v1/customers */
export const createCustomer: Operation = (request) => {
  const { parameters, now } = request;
  const texts = readTexts(parameters);
  const metadata = parameters.metadata();
  parameters.end();
  return async (tx) => {
    const row: CustomerRow = {
      id: newId('cus'),
      email: null,
      name: null,
      description: null,
      ...texts,
      metadata: JSON.stringify(metadata),
      createdat: now,
      deletedat: null,
    };
    await tx.insertInto('cards_customers').values(row).execute();
    await recordEvent(tx, request, 'customer.created', customerJson(row));
    return ok(customerJson(row));
  };
};

/** GET /v1/customers/:id; of a deleted one that it is deleted. */
export const readCustomer: Operation = ({ id, parameters }) => {
  parameters.end();
  return async (db) => {
    const row = await findCustomer(db, id);
    return ok(row.deletedat === null ? customerJson(row) : deletedJson(row));
  };
};

/** POST /v1/customers/:id: what is not sent stays; a key of `metadata` that is sent empty goes. */
export const updateCustomer: Operation = (request) => {
  const { id, parameters } = request;
  const texts = readTexts(parameters);
  const metadata = parameters.metadata();
  parameters.end();
  return async (tx) => {
    const found = await takeCustomer(tx, id);
    const merged = Object.entries({ ...JSON.parse(found.metadata), ...metadata });
    const kept = Object.fromEntries(merged.filter(([, value]) => value !== ''));
    const change = { ...texts, metadata: JSON.stringify(kept) };
    await tx.updateTable('cards_customers').set(change).where('id', '=', id).execute();
    const row = { ...found, ...change };
    const before = customerJson(found);
    const changed = (Object.keys(texts) as Text[]).filter((name) => row[name] !== found[name]);
    const previous = Object.fromEntries(changed.map((name) => [name, before[name]]));
    await recordEvent(tx, request, 'customer.updated', customerJson(row), previous);
    return ok(customerJson(row));
  };
};

/** DELETE /v1/customers/:id: for good, and with it all that was saved. */
export const deleteCustomer: Operation = (request) => {
  const { id, parameters, now } = request;
  parameters.end();
  return async (tx) => {
    const found = await takeCustomer(tx, id);
    const saved = await tx.selectFrom('cards_methods').selectAll().where('customerid', '=', id).execute();
    for (const method of saved) await detachMethod(tx, request, method);
    const gone = { email: null, name: null, description: null, metadata: '{}', deletedat: now };
    await tx.updateTable('cards_customers').set(gone).where('id', '=', id).execute();
    await recordEvent(tx, request, 'customer.deleted', customerJson(found));
    return ok(deletedJson(found));
  };
};
