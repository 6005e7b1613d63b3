import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { holdCurrency } from './queries.ts';

/**
 * Holds the school to a currency for as long as a transaction lasts. Throws `price-differs` where it was
 * given another meanwhile.
 */
export type BindCurrency = (tx: Db, currency: string) => Promise<void>;

/** The same once, where little depends on how long it takes. */
export const requireCurrency: BindCurrency = async (tx, currency) =>
  ensure((await holdCurrency(tx))?.currency === currency, 'price-differs');

/**
 * An order is made in the school's currency, which can be changed until there is one. A change of it waits
 * for orders that are being made, and the other way round. Once an order is there nothing can change any
 * more, and nothing is asked any more.
 */
export function currencyBinding(): BindCurrency {
  let isBound = false;
  return async (tx, currency) => {
    if (isBound) return;
    const held = await holdCurrency(tx);
    ensure(held?.currency === currency, 'price-differs');
    isBound = held.firstorder !== null;
  };
}
