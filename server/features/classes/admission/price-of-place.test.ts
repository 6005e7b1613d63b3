import { expect, test } from 'vitest';
import { priceOfPlace } from './price-of-place.ts';

const byClass = { enrolmentPrice: 'class', currency: 'eur' } as const;

test.each([
  ['a class under way', byClass, 6000, { left: 9, of: 12 }, { amount: 4500, fullamount: null }],
  ['less than a card can be charged', byClass, 500, { left: 1, of: 12 }, { amount: 0, fullamount: 42 }],
  ['just as much as a card can be charged', byClass, 50, undefined, { amount: 50, fullamount: null }],
  ['as much as the currency’s least', { ...byClass, currency: 'gbp' }, 30, undefined, { amount: 30 }],
  ['less than the currency’s least', { ...byClass, currency: 'czk' }, 1499, undefined, { amount: 0 }],
  ['a free class', byClass, 0, { left: 1, of: 2 }, { amount: 0, fullamount: null }],
  [
    'a flat fee, whatever is left',
    { ...byClass, enrolmentPrice: 6000 },
    9900,
    { left: 1, of: 9 },
    { amount: 6000, lessons: null },
  ],
  [
    'a flat fee below the least',
    { ...byClass, enrolmentPrice: 40 },
    9900,
    undefined,
    { amount: 0, fullamount: 40 },
  ],
])('%s costs', (_name, pricing, price, count, expected) => {
  expect(priceOfPlace(pricing, { price }, count)).toMatchObject(expected);
});

test('a class of which no lesson is left has no price', () => {
  expect(priceOfPlace(byClass, { price: 6000 }, { left: 0, of: 9 })).toBeUndefined();
});
