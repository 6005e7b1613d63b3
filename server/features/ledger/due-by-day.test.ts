import { describe, expect, test } from 'vitest';
import { dueBy, leftOfParts, type Part } from './due-by-day.ts';

const part = (number: number, day: string, amount: number, state: Part['state'] = 'due'): Part => ({
  ...{
    _id: `part-${number}`,
    invoiceid: 'invoice',
    userid: 'payer',
    number,
    day,
    amount,
    state,
    attempts: 0,
    refusal: null,
  },
});
const invoice = (openCharges: number, places = 0) => ({
  ...{ _id: 'invoice', dueday: '2026-09-15', open: openCharges + places, openCharges },
});
const PARTS = [part(1, '2026-09-10', 3334, 'paid'), part(2, '2026-10-10', 3333), part(3, '2026-11-10', 3333)];

describe('what is due of an invoice', () => {
  test('is all that is open from its day on', () => {
    expect(dueBy(invoice(2500), [], '2026-09-14')).toBe(0);
    expect(dueBy(invoice(2500), [], '2026-09-15')).toBe(2500);
  });

  test('is the parts whose day has come, and a place by the invoice’s day', () => {
    expect(dueBy(invoice(6666), PARTS, '2026-10-09')).toBe(0);
    expect(dueBy(invoice(6666), PARTS, '2026-10-10')).toBe(3333);
    expect(dueBy(invoice(6666), PARTS, '2026-11-10')).toBe(6666);
    expect(dueBy(invoice(6666, 1000), PARTS, '2026-09-15')).toBe(1000);
  });

  test('is less where money came otherwise, the next part first', () => {
    expect(dueBy(invoice(4000), PARTS, '2026-10-10')).toBe(667);
    expect(dueBy(invoice(3000), PARTS, '2026-10-10')).toBe(0);
    expect(dueBy(invoice(3000), PARTS, '2026-11-10')).toBe(3000);
  });

  test('is also what went back of a part that was paid', () => {
    expect(dueBy(invoice(6666 + 3334), PARTS, '2026-09-10')).toBe(3334);
  });
});

test('what is left of the parts is never more than is open', () => {
  for (const open of [0, 1, 3333, 4000, 6666, 9999]) {
    const left = [...leftOfParts(PARTS, open).values()];
    expect(left.reduce((sum, amount) => sum + amount)).toBe(Math.min(open, 6666));
  }
  expect(leftOfParts(PARTS, 4000).get('part-2')).toBe(667);
  expect(leftOfParts(PARTS, 4000).get('part-3')).toBe(3333);
});
