import { formatsOf } from '#contract/formats.ts';
import type { HandKind } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import { newId } from '#server/database/ids.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange, sumNote } from '#server/features/changes/index.ts';
import { insertFamilyMovement } from '#server/features/ledger/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { requireCurrency } from '#server/features/school/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { askCard } from './ask-card.ts';
import { chooseCard, findCreditLeft } from './credit.ts';
import { notifyCreditRefunded } from './notify.ts';
import { type FamilyRefund, findFamilyRefundByKey, insertFamilyRefund } from './queries.ts';

type Giving = {
  userid: string;
  /** Cents. */
  amount: number;
  /** By which way what no card takes. */
  kind: HandKind;
  key: string;
  actor: Exclude<Actor, null>;
};

/** How long the workers leave a refund to the call that asks for it. */
const OWN_MS = 60_000;

/**
 * Gives a family back what it has as credit: to its newest card payment that can take it, the rest by hand,
 * which is recorded at once; the same key again gives nothing more. Where the card service does not answer, the
 * workers finish it. Throws `user-not-found` and `more-than-credit`.
 */
export async function giveBack(
  payments: Payments,
  giving: Giving,
  { isDry }: { isDry: boolean },
): Promise<FamilyRefund> {
  const { db, checkpoint } = payments;
  const terms = await payments.terms();
  const refund = await transactOrTry(db, isDry, (tx) => noteRefund(payments, tx, { ...giving, terms }));
  if (isDry) return refund;
  checkpoint('credit-refund-noted');
  return askCard(payments, refund).catch((error) => {
    if (error instanceof AppError && error.code === 'provider-unavailable') return refund;
    throw error;
  });
}

async function noteRefund(
  { now }: Payments,
  tx: Db,
  { userid, amount, kind, key, actor, terms }: Giving & { terms: Awaited<ReturnType<Payments['terms']>> },
): Promise<FamilyRefund> {
  const { currency } = terms;
  // Whatever else is given back, charged or paid waits.
  const user = await lockUser(tx, userid);
  ensure(user, 'user-not-found');
  const keyOfIt = `${userid}.${key}`;
  const known = await findFamilyRefundByKey(tx, keyOfIt);
  if (known) return known;
  await requireCurrency(tx, currency);
  const credit = await findCreditLeft(tx, { userid, school: terms });
  if (amount > credit)
    throw new AppError('more-than-credit', {
      detail: () => t('errors.more_than_credit_left', { sum: formatsOf(terms).exactMoney(credit / 100) }),
    });
  const part = await chooseCard(tx, { userid, amount });
  const createdat = now();
  const card = part?.amount ?? 0;
  const refund = await insertFamilyRefund(tx, {
    _id: newId(createdat),
    userid,
    card,
    byhand: amount - card,
    kind,
    currency,
    key: keyOfIt,
    paymentid: part?.paymentid ?? null,
    intentid: part?.intentid ?? null,
    cardlast4: part?.cardlast4 ?? null,
    state: part ? 'due' : 'none',
    byid: actor._id,
    workat: part ? createdat + OWN_MS : null,
    createdat,
  });
  if (refund.byhand > 0) {
    await insertFamilyMovement(tx, {
      userid,
      kind: `${kind}_refund`,
      ref: `refund.${refund._id}`,
      amount: refund.byhand,
      day: schoolDay(terms, createdat),
      seats: 0,
      createdat,
    });
    const sum = { cents: refund.byhand, currency };
    await notifyCreditRefunded(tx, refund, { sum, way: kind, now: createdat });
  }
  await insertChange(tx, {
    about: 'family',
    subjectid: userid,
    subjectname: user.name,
    action: 'credit-refunded',
    note: sumNote(amount, currency),
    after: part ? (refund.byhand > 0 ? `card-${kind}` : 'card') : kind,
    actor,
    now: createdat,
  });
  return refund;
}
