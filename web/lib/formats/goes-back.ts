import type { Formats } from '#contract/formats.ts';
import { t } from '#languages/t.ts';

/** A place that ends or has ended; `earned` of its price stays with the school for lessons that were held. */
type Place = { price: number; earned?: number; currency: string };

/** What goes back of the price of a place, in currency units. */
export const goesBackOf = ({ price, earned = 0 }: Pick<Place, 'price' | 'earned'>): number =>
  Math.round((price - earned) * 100) / 100;

/** What stays, as a sentence. */
export const keptWords = ({ price, earned = 0, currency }: Place, money: Formats['money']): string =>
  earned === price
    ? t('payments.no_refund')
    : t('payments.stays_with_school', { kept: money(earned, currency) });
