import { expect, test } from 'vitest';
import { formatPrice } from './price.ts';

test.each([
  [60, 'usd', '$60'],
  [59.5, 'usd', '$59.50'],
  [1200, 'eur', '€1,200'],
  [0, 'gbp', '£0'],
])('%d %s reads as %s', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text);
});
