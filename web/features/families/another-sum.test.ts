import { expect, test } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { anotherSumOf } from './another-sum.tsx';

test('another sum is sent as the wire writes it, however the language does', () => {
  const sum = { amount: '59,50', reason: 'Siblings' };
  expect(withLanguage('de', () => anotherSumOf(sum))).toEqual({ ...sum, amount: '59.50' });
  expect(anotherSumOf(null)).toBeNull();
});
