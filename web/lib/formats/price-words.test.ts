import { expect, test } from 'vitest';
import { formatsOf } from '#contract/formats.ts';
import { priceWords } from './price-words.ts';

const { money } = formatsOf({ currency: 'usd' });
const late = { lessons: { left: 9, of: 12 } };
const monthly = { priceunit: 'month', duetext: 'due to the school on the 1st of each month.' } as const;

test('with a flat fee the price has its unit, and says what is paid today and later', () => {
  expect(priceWords({ price: 48, ...monthly, today: { price: 60 } }, { enrolmentPrice: 60 }, money)).toEqual({
    isFlat: true,
    amount: '$48',
    unit: 'per month',
    each: '$48 per month',
    fee: '+ $60 enrolment fee',
    left: '',
    later: '$48 per month, due to the school on the 1st of each month',
    sentence:
      '$48 per month, due to the school on the 1st of each month; today you pay the enrolment fee of $60.',
  });
  const unsaid = priceWords({ price: 48, today: { price: 60, ...late } }, { enrolmentPrice: 60 }, money);
  expect(unsaid.sentence).toBe('$48; today you pay the enrolment fee of $60.');
  expect(unsaid.left).toBe('9 of 12 lessons left');
});

test('without a fee enrolling costs nothing today, and a free class has nothing to say', () => {
  const words = (price: number) => priceWords({ price, today: { price: 0 } }, { enrolmentPrice: 0 }, money);
  expect(words(48)).toMatchObject({ fee: '', sentence: '$48; enrolling costs nothing today.' });
  expect(words(0)).toMatchObject({ amount: '$0', fee: '', later: '', sentence: '' });
});

test('of a class that may not run it says what that costs, and not what is paid today', () => {
  const item = { price: 48, joined: 2, today: { price: 60 } };
  for (const enrolmentPrice of [60, 'class'] as const)
    expect(priceWords(item, { enrolmentPrice }, money).sentence).toBe(
      'If the class does not run, it costs you nothing.',
    );
});

test('with a price for each class the sum of today is the price, and nothing is due later', () => {
  const words = (today: object) =>
    priceWords({ price: 60, ...monthly, today }, { enrolmentPrice: 'class' }, money);
  expect(words({ price: 45, ...late })).toEqual({
    isFlat: false,
    amount: '$45',
    unit: '',
    each: '$45',
    fee: '',
    left: '9 of 12 lessons left, $45 instead of $60',
    later: '',
    sentence: '',
  });
  expect(words({ price: 60, lessons: { left: 12, of: 12 } })).toMatchObject({ amount: '$60', left: '' });
  expect(words({ lessons: { left: 0, of: 12 } })).toMatchObject({ left: '' });
});
