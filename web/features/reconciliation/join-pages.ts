import { isWrong, type Reconciliation, type ReconciliationLine } from '#contract/reconciliation/calls.ts';

/** So many lines of a month are shown that are wrong, and so many that are not: the newest of each. */
export const MONTH_LINES_MAX = 2000;

/** What is known of a month once one more of its pages is there: the sums of all, and the newest lines. */
export const joinPages = (known: Reconciliation, page: Reconciliation): Reconciliation => ({
  ...page,
  received: known.received + page.received,
  refunded: known.refunded + page.refunded,
  behind: addUp(known.behind, page.behind),
  calledoff: [...known.calledoff, ...page.calledoff],
  lines: keepNewest([...known.lines, ...page.lines], MONTH_LINES_MAX),
});

const WAYS = ['card', 'cash', 'transfer', 'owed'] as const;

const addUp = (one: Reconciliation['behind'], other: Reconciliation['behind']): Reconciliation['behind'] => ({
  card: one.card + other.card,
  cash: one.cash + other.cash,
  transfer: one.transfer + other.transfer,
  owed: one.owed + other.owed,
});

/** The ways whose sum in the ledger is another than that of the places, once a month is there whole. */
export const unlikeWays = ({ sums, behind }: Reconciliation) =>
  WAYS.filter((way) => Math.round(sums[way] * 100) !== Math.round(behind[way] * 100));

function keepNewest(lines: readonly ReconciliationLine[], max: number): ReconciliationLine[] {
  let wrong = 0;
  let right = 0;
  return lines.filter(({ verdict }) => (isWrong(verdict) ? ++wrong : ++right) <= max);
}
