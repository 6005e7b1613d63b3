import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findOrderByIntent, mayBePaid, type Payments } from '#server/features/orders/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import { findSaved, insertMandate, keepCustomer, lockUnused, updateMandate, withdrawFor } from './queries.ts';

export type Asking = { userid: string; clientSecret: string };

/** Whether a payment that is not of places is open; undefined where this account has none under this id. */
export type IsPayable = (db: Db, asking: Asking & { intentid: string }) => Promise<boolean | undefined>;

export type Saving = Pick<Payments, 'db' | 'cards' | 'now'> & { isPayable: IsPayable };

/** After so long a payment that was to save its card is not made any more. */
export const ASKED_MS = 24 * 60 * 60_000;

/** What a family consents to, in the language of the page on which they do. */
export const consentWords = (school: string): string =>
  `${t('mandates.save_card')}. ${t('mandates.consent', { school })}`;

/** The intent of which this is the secret. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_', 1)[0] ?? '';

/** The intent of an open payment of this account. Throws `payment-not-found` and `payment-expired`. */
async function payableOf({ db, isPayable }: Saving, asking: Asking): Promise<string> {
  const { userid, clientSecret } = asking;
  const intentid = intentOf(clientSecret);
  const order = await findOrderByIntent(db, intentid);
  const isOwn = order?.userid === userid && order.clientsecret === clientSecret;
  const isOpen = isOwn ? mayBePaid(order) : await isPayable(db, { ...asking, intentid });
  ensure(isOpen !== undefined, 'payment-not-found');
  ensure(isOpen, 'payment-expired');
  return intentid;
}

/** Waits for an answer about a payment; one that was paid or cancelled meanwhile has expired. */
const unpaid = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause) => {
    throw cause instanceof CardRefusal ? new AppError('payment-expired', { cause }) : cause;
  });

/**
 * Records the consent to saving the card of a payment, then has the card service save it once the payment
 * succeeds. Repeatable. Throws `payment-not-found`, `payment-expired` and `provider-unavailable`.
 */
export async function saveCard(
  saving: Saving,
  { userid, clientSecret, words }: Asking & { words: string },
): Promise<void> {
  const { db, cards, now } = saving;
  const intentid = await payableOf(saving, { userid, clientSecret });
  const mandate = await transact(db, async (tx) => {
    await lockUser(tx, userid);
    await withdrawFor(tx, intentid);
    const known = await lockUnused(tx, userid);
    const consent = { intentid, words, consentedat: now(), workat: now() + ASKED_MS };
    if (known) {
      await updateMandate(tx, known._id, consent);
      return { ...known, ...consent };
    }
    const card = { customerid: null, methodid: null, last4: null, until: null };
    const row = { _id: newId(), userid, state: 'asked' as const, ...card, ...consent, createdat: now() };
    await insertMandate(tx, row);
    return row;
  });
  const customerid = mandate.customerid ?? (await unpaid(cards.createCustomer(mandate._id)));
  if (mandate.customerid === null) await keepCustomer(db, mandate._id, customerid);
  await unpaid(cards.nameCustomer(intentid, { customerid, saves: true }));
}

/** The card of a payment is not to be saved after all. Throws as above. */
export async function saveNoCard(saving: Saving, asking: Asking): Promise<void> {
  const { db, cards } = saving;
  const intentid = await payableOf(saving, asking);
  const mandate = await withdrawFor(db, intentid);
  if (!mandate?.customerid) return;
  await unpaid(cards.nameCustomer(intentid, { customerid: mandate.customerid, saves: false }));
}

/**
 * Lets the newest saved card pay an open payment, with its holder there; gives its id for the browser. What its
 * holder agrees to by that is kept with the card. Throws `card-not-found`, and as above.
 */
export async function takeCard(
  saving: Saving,
  { agreed, ...asking }: Asking & { agreed: string | undefined },
): Promise<string> {
  const { db, cards, now } = saving;
  const intentid = await payableOf(saving, asking);
  const [card] = await findSaved(db, asking.userid);
  ensure(card, 'card-not-found');
  if (agreed !== undefined && !card.words.includes(agreed))
    await updateMandate(db, card._id, { words: `${card.words} ${agreed}`, consentedat: now() });
  await withdrawFor(db, intentid);
  await unpaid(cards.nameCustomer(intentid, { customerid: card.customerid, saves: false }));
  return card.methodid;
}
