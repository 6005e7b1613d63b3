import { expect, test } from 'vitest';
import { cancelLead, returned, returns } from './money-back.ts';

const CARD = {};
const CASH = { paidby: 'cash' as const };
const PLACE = { who: 'self', until: 'Monday', sum: '$60' } as const;
const OTHER = { paidbyother: true as const };

test('who paid by card is told of their card, and who did not is told whose it is', () => {
  expect(cancelLead(CARD, PLACE)).toBe(
    'Your place goes to someone else, and $60 goes back to the card you paid with. You can cancel until Monday.',
  );
  expect(returns({ state: 'refunded' }, '$60')).toBe('$60 goes back to your card.');
  expect(returned({ state: 'refunded' }, '$60', '$0')).toBe('$60 went back to your card.');
  const said = [cancelLead(OTHER, PLACE)];
  for (const state of ['refunded', 'refund_due', 'refund_failed'] as const)
    said.push(returns({ state, ...OTHER }, '$60'), returned({ state, ...OTHER }, '$60', '$60'));
  for (const words of said) expect(words).toMatch(/to the card of the person who paid/);
});

test('what came by hand goes back at the school, to who brought it, and to no card', () => {
  const said = (['refund_due', 'refunded'] as const).flatMap((state) => [
    cancelLead(CASH, PLACE),
    returned({ state, ...CASH }, '$60', '$60'),
    returned({ state, ...CASH, ...OTHER }, '$60', '$60'),
    cancelLead({ ...CASH, ...OTHER }, { ...PLACE, who: 'other' }),
  ]);
  said.push(returns({ state: 'refund_due', ...CASH }, '$60'));
  said.push(returns({ state: 'refund_due', ...CASH, ...OTHER }, '$60'));
  for (const words of said) {
    expect(words).toMatch(/school/);
    expect(words).not.toMatch(/card/);
  }
  for (const words of said.filter((one) => one.includes('person who paid')))
    expect(words).not.toMatch(/\byou\b/);
});

test('what was owed to the school is owed no more, and nothing goes back', () => {
  expect(cancelLead({ paidby: 'due' }, { ...PLACE, who: 'other' })).toBe(
    'The place goes to someone else, and $60 is no longer owed to the school. You can cancel until Monday.',
  );
  expect(returns({ state: 'expired', paidby: 'due' }, '$60')).toBe('$60 is no longer owed to the school.');
});
