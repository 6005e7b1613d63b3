import { formatsOf } from '#contract/formats.ts';
import { LINE_KINDS } from '#contract/statement/calls.ts';
import { t } from '#languages/t.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findNumbers } from '#server/features/invoices/index.ts';
import { findChargeLines } from './charge-lines.ts';
import { findGoodwillLines } from './goodwill-lines.ts';
import type { Line, Source, Whose } from './lines.ts';
import { findMovementLines } from './movement-lines.ts';
import { findPlaceLines } from './place-lines.ts';

/** All that stands in a statement, and what its balance is the sum of: no balance is stored. */
const SOURCES: readonly Source[] = [findPlaceLines, findChargeLines, findMovementLines, findGoodwillLines];

/** The days between which lines are shown, both included. */
export type Between = { from?: string | undefined; to?: string | undefined };

/**
 * What is between an account and the school; from a day on, with the sum of what was before, and to a day, at
 * whose end the balance is then meant.
 */
export async function readStatement(db: Db, { from, to, ...whose }: Whose & Between) {
  const { school } = whose;
  const found = (await Promise.all(SOURCES.map((find) => find(db, whose)))).flat();
  const numbers = await findNumbers(db, whose.userid);
  const invoiceOf = ({ kind, chargeid, ref }: Line) =>
    numbers.get(chargeid ?? (kind === 'place' ? (ref ?? '') : ''));
  const dated = found
    .map((line) => ({ ...line, invoice: invoiceOf(line), day: line.day ?? schoolDay(school, line.at) }))
    .sort(inOrder);
  const before = from === undefined ? [] : dated.filter(({ day }) => day < from);
  const shown = dated.slice(before.length).filter(({ day }) => to === undefined || day <= to);
  const opening = from === undefined ? [] : [openingOf(before, from, whose)];
  let balance = 0;
  const lines = [...opening, ...shown].map(({ at, ...line }) => {
    balance += line.amount;
    return { ...line, balance };
  });
  return { balance, currency: school.currency, lines };
}

type Dated = Line & { day: string };

/** By day, then by moment; of one moment what is owed before what was paid for it. */
const inOrder = (one: Dated, other: Dated) =>
  (one.day < other.day ? -1 : one.day > other.day ? 1 : 0) ||
  one.at - other.at ||
  LINE_KINDS.indexOf(one.kind) - LINE_KINDS.indexOf(other.kind) ||
  (one._id < other._id ? -1 : 1);

const openingOf = (before: readonly Dated[], day: string, { school }: Whose): Dated => ({
  _id: 'opening',
  kind: 'opening',
  label: t('statement.opening', { day: formatsOf(school).day(day) }),
  amount: before.reduce((sum, { amount }) => sum + amount, 0),
  at: 0,
  day,
  ref: null,
});
