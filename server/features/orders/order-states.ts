import type { OrderState } from '#server/database/schema.ts';

type StateFacts = {
  /** Whether an order of a class holds one of its seats, has taken it, or has none. */
  seat: 'held' | 'taken' | 'none';
  money: 'none' | 'received' | 'owed back' | 'sent back';
  /** Whether its student may begin to pay or go on; what is paid in another state is settled all the same. */
  isPayable: boolean;
  meaning: string;
};

/** Every state of an order. `docs/payments.md` is drawn from this and from the transitions below. */
export const ORDER_STATES: Readonly<Record<OrderState, StateFacts>> = {
  held: {
    seat: 'held',
    money: 'none',
    isPayable: true,
    meaning: 'The order is open; the payment is not yet known to have been made at the card service.',
  },
  intent: {
    seat: 'held',
    money: 'none',
    isPayable: true,
    meaning: 'The payment is made at the card service, and the browser can confirm it.',
  },
  expiring: {
    seat: 'held',
    money: 'none',
    isPayable: false,
    meaning: 'The card service is asked to cancel the payment; only its answer frees the place.',
  },
  expired: { seat: 'none', money: 'none', isPayable: false, meaning: 'It was not paid.' },
  enrolled: {
    seat: 'taken',
    money: 'received',
    isPayable: false,
    meaning: 'It is paid, or owed to the school as an admin agreed, and the student is enrolled.',
  },
  refund_due: {
    seat: 'none',
    money: 'owed back',
    isPayable: false,
    meaning: 'The workers send the money back; what came by hand an admin gives back and says so.',
  },
  refunded: { seat: 'none', money: 'sent back', isPayable: false, meaning: 'The money has gone back.' },
  refund_failed: {
    seat: 'none',
    money: 'owed back',
    isPayable: false,
    meaning: 'The money could not be sent back: it lies with the school, and an admin is shown so.',
  },
};

type WithState = { state: OrderState };

/** Whether the place is kept until it is decided whether its class runs, and its card is charged by then. */
export const isReserved = ({ state, reservedat }: WithState & { reservedat: number | null }) =>
  state === 'held' && reservedat !== null;

export const holdsSeat = ({ state }: WithState) => ORDER_STATES[state].seat === 'held';
export const mayBePaid = ({ state }: WithState) => ORDER_STATES[state].isPayable;
/**
 * Whether money came for the order, wherever it is now; before, the card service still decides what becomes
 * of it.
 */
export const isPaid = ({ state }: WithState) => ORDER_STATES[state].money !== 'none';

const statesWhere = (fits: (order: WithState) => boolean) =>
  (Object.keys(ORDER_STATES) as OrderState[]).filter((state) => fits({ state }));

/** The same for queries. */
export const HOLDING = statesWhere(holdsSeat);
export const PAYABLE = statesWhere(mayBePaid);
export const PAID = statesWhere(isPaid);
export const UNPAID = statesWhere((order) => !isPaid(order));
/** An order that has a seat, held or taken: a student has one of a class at most, by a unique index. */
export const OPEN = statesWhere(({ state }) => ORDER_STATES[state].seat !== 'none');
/** It was paid, and the student is enrolled no more. */
export const RETURNED = PAID.filter((state) => state !== 'enrolled');

type Transition = { from: readonly OrderState[]; to: OrderState; cause: string };

/** Every way from one state to another, and what causes it. */
export const TRANSITIONS: readonly Transition[] = [
  { from: ['held'], to: 'intent', cause: 'The card service has made the payment.' },
  {
    from: ['intent', 'expiring'],
    to: 'held',
    cause:
      'The card is saved that is charged once it is decided that the class runs: the place is reserved, without an end of its time.',
  },
  {
    from: ['held', 'expiring', 'expired'],
    to: 'intent',
    cause:
      'It was paid without naming a class, or after its time: it is bound to a class, and enrolled or owed back at once.',
  },
  {
    from: ['held', 'intent'],
    to: 'expiring',
    cause:
      'Its time is over, or ends early: the class is taken off, the price has changed, the payer pays for other places instead, deletes the account or a child, or leaves the waiting list.',
  },
  {
    from: HOLDING,
    to: 'expired',
    cause: 'The card service has cancelled the payment, refuses it, or does not know it.',
  },
  {
    from: HOLDING,
    to: 'enrolled',
    cause: 'The card service says that it is paid, there is nothing to pay, or an admin enrols by hand.',
  },
  {
    from: [...HOLDING, 'expired'],
    to: 'refund_due',
    cause:
      'It is paid and enrols no one: another amount, no class, a class that is no longer offered, no place left, another payment for the class, or money that went back already; of a checkout, whichever of its orders it is.',
  },
  {
    from: ['enrolled'],
    to: 'refund_due',
    cause: 'The student cancels in time or deletes the account, or the school cancels.',
  },
  {
    from: ['enrolled'],
    to: 'refunded',
    cause:
      'All the money went back past the school, by a refund at the card service or a lost dispute; or a place is cancelled of which nothing goes back, being free or its lessons over.',
  },
  {
    from: ['enrolled'],
    to: 'expired',
    cause:
      'An admin ends a place for which the card service has no payment, or a place ends that was owed and never paid.',
  },
  {
    from: ['refund_due', 'refund_failed'],
    to: 'refunded',
    cause: 'All the money has gone back, by any way.',
  },
  { from: ['refund_due'], to: 'refund_failed', cause: 'The card service refuses the refund.' },
  { from: ['refunded'], to: 'refund_failed', cause: 'The bank does not accept the refund.' },
  { from: ['refund_failed'], to: 'refund_due', cause: 'An admin asks for the refund again.' },
];

const known = new Set(TRANSITIONS.flatMap(({ from, to }) => from.map((state) => `${state} ${to}`)));

/** Throws where the table has no way from one of these states to the other: a mistake in the program. */
export function checkTransition(from: readonly OrderState[], to: OrderState): void {
  const state = from.find((one) => one !== to && !known.has(`${one} ${to}`));
  if (state) throw new Error(`No order goes from ${state} to ${to}.`);
}
