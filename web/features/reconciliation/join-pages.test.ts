import { expect, test } from 'vitest';
import type { Reconciliation, ReconciliationLine, Verdict } from '#contract/reconciliation/calls.ts';
import { joinPages, MONTH_LINES_MAX, unlikeWays } from './join-pages.ts';

const pageOf = (verdicts: Verdict[], next: string | null): Reconciliation => ({
  month: '2026-09',
  currency: 'usd',
  received: 60 * verdicts.length,
  refunded: 10,
  sums: { card: 120, cash: 0.3, transfer: 0, owed: 0, givenback: 20 },
  behind: { card: 60, cash: 0.15, transfer: 0, owed: 0 },
  calledoff: [],
  lines: verdicts.map((verdict, at) => ({ verdict, transactionId: `${next}-${at}` }) as ReconciliationLine),
  next,
});

test('a month adds up its pages, and shows every line that is wrong beside the newest that are not', () => {
  const many = Array<Verdict>(MONTH_LINES_MAX).fill('matched');
  const known = joinPages(pageOf(['enrolled-not-paid', 'matched'], 'a'), pageOf(many, 'b'));
  const whole = joinPages(known, pageOf(['paid-not-enrolled', 'matched'], null));
  expect(whole).toMatchObject({ received: 60 * (MONTH_LINES_MAX + 4), refunded: 30, next: null });
  expect(whole.lines).toHaveLength(MONTH_LINES_MAX + 2);
  expect(whole.lines.map(({ verdict }) => verdict)).toEqual([
    'enrolled-not-paid',
    ...many,
    'paid-not-enrolled',
  ]);
  expect(whole.lines[1]?.transactionId).toBe('a-1');
});

test('a month agrees where the places behind each sum add up to it', () => {
  const whole = joinPages(pageOf(['matched'], 'a'), pageOf(['matched'], null));
  expect(unlikeWays(whole)).toEqual([]);
  expect(unlikeWays({ ...whole, sums: { ...whole.sums, cash: 0.31 } })).toEqual(['cash']);
});
