import { formerStudent } from '#contract/former.ts';
import { FIGURES, type Figure } from '#contract/reconciliation/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import type { PageQuery } from '#server/database/lists/pagination.ts';
import { type Span, schoolDay, spanOfMonth } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { browseMoved, sumMonth } from '#server/features/ledger/index.ts';
import { browseOrdersOwed, byLearner, isTrial, type Payments } from '#server/features/orders/index.ts';
import { type Cell, csvMoney } from '#server/http/answers/send-csv.ts';
import { findFamilies, findPlaced, type Placed } from './queries.ts';

/** A page of what a figure of a month of the school's (`2026-09`) is made of, and what all of it comes to. */
export async function browseMonthPlaces(
  payments: Payments,
  month: string,
  { figure, ...ask }: PageQuery & { figure: Figure },
) {
  const { db } = payments;
  const terms = await payments.terms();
  const span = spanOfMonth(terms, month);
  const { currency } = terms;
  const page = await browsePlaces(db, span, { figure, currency, ...ask });
  const { [figure]: sum } = await sumMonth(db, terms, { month, now: payments.now() });
  return { ...page, month, figure, currency, sum };
}

async function browsePlaces(
  db: Db,
  span: Span,
  { figure, currency, ...ask }: PageQuery & { figure: Figure; currency: string },
) {
  if (figure === 'owed') {
    const { items, ...page } = await browseOrdersOwed(db, span, ask);
    const owed = items.map(({ _id, createdat, amount }) => ({
      _id,
      orderid: _id,
      checkoutid: null,
      createdat,
      amount,
    }));
    return { ...page, items: await withPlaces(db, owed, currency) };
  }
  const { items, ...page } = await browseMoved(db, span, { figure, ...ask });
  return { ...page, items: await withPlaces(db, items, currency) };
}

type Sum = {
  _id: string;
  orderid: string | null;
  checkoutid: string | null;
  /** Whom it moved for, where that is no single place. */
  userid?: string | null;
  createdat: number;
  amount: number;
};

/** Sums with whom they are of and what for: what moved for a checkout is of all its places. */
async function withPlaces(db: Db, sums: readonly Sum[], currency: string) {
  const placed = await findPlaced(db, {
    orderids: sums.flatMap(({ orderid }) => orderid ?? []),
    checkoutids: sums.flatMap(({ orderid, checkoutid }) => (orderid === null ? (checkoutid ?? []) : [])),
  });
  const families = await findFamilies(
    db,
    sums.flatMap(({ userid }) => userid ?? []),
  );
  const byOrder = new Map(placed.map((one) => [one._id, one]));
  const byCheckout = Map.groupBy(placed, ({ checkoutid }) => checkoutid);
  return sums.map(({ _id, orderid, checkoutid, userid, createdat: date, amount }) => {
    const one = orderid === null ? undefined : byOrder.get(orderid);
    const shared = checkoutid === null ? undefined : byCheckout.get(checkoutid);
    const orders = one ? [one] : (shared ?? []);
    const [first] = orders;
    return {
      _id,
      date,
      userid: first?.userid ?? userid ?? null,
      name: first?.name ?? families.get(userid ?? '') ?? formerStudent(),
      places: orders.map(shown).sort(byLearner),
      amount,
      currency: first?.currency ?? currency,
    };
  });
}

const shown = ({ learnername, name, classid, classname, lessonid, trialday }: Placed) => ({
  learnername: learnername ?? name ?? formerStudent(),
  classid,
  classname,
  trial: isTrial({ lessonid }) ? (true as const) : undefined,
  trialday: trialday ?? undefined,
});

export const MONTH_COLUMNS = [
  'csv.kind',
  'csv.day',
  'csv.family',
  'csv.student',
  'csv.class',
  'csv.amount',
  'csv.currency',
] as const satisfies readonly PlainId[];

/** The rows of all figures of a month, one after the other, each the newest first. */
export async function* monthRows(payments: Payments, month: string): AsyncGenerator<Cell[]> {
  const terms = await payments.terms();
  const span = spanOfMonth(terms, month);
  for (const figure of FIGURES) {
    let after: string | null | undefined;
    while (after !== null) {
      const { items, next } = await browsePlaces(payments.db, span, {
        figure,
        currency: terms.currency,
        ...(after && { after }),
      });
      for (const { date, name, places, amount, currency } of items)
        yield [
          figure,
          schoolDay(terms, date),
          name,
          names(places.map(({ learnername }) => learnername)),
          names(places.flatMap(classOf)),
          csvMoney(amount),
          currency.toUpperCase(),
        ];
      after = next;
    }
  }
}

/** What a place is in; of a trial lesson that says so, and its day. */
function classOf({ classname, trial, trialday: day }: ReturnType<typeof shown>): string[] {
  if (classname === null) return [];
  if (!trial) return [classname];
  return [
    day ? t('trials.of_class_on', { class: classname, day }) : t('trials.of_class', { class: classname }),
  ];
}

const names = (some: readonly string[]) => [...new Set(some)].join(', ') || null;
