import { ENGLISH } from '#languages/languages.ts';
import { type PlainId, t, withLanguage } from '#languages/t.ts';

/** Why an order came to be as it is, or a lesson is cancelled, as far as the school itself writes it. */
const REASONS = [
  'orders.another_amount',
  'orders.another_class_then',
  'orders.another_payment_first',
  'orders.bank_gave_back',
  'orders.bank_refused_refund',
  'orders.card_service_refunded',
  'orders.card_service_took_back',
  'orders.class_not_offered',
  'orders.class_was_full',
  'orders.disputed',
  'orders.dispute_won',
  'orders.learner_left',
  'orders.named_no_class',
  'orders.no_payment_there',
  'orders.not_paid_in_time',
  'orders.payment_not_accepted',
  'orders.payment_unknown',
  'orders.payment_was_refunded',
  'orders.refund_refused',
  'orders.school_cancelled',
  'orders.student_cancelled',
  'orders.student_left',
] as const satisfies readonly PlainId[];
type ReasonId = (typeof REASONS)[number];

/** A reason as a row keeps it: in English. */
export const reasonOf = (id: ReasonId): string => withLanguage(ENGLISH, () => t(id));

const ids = new Map<string, ReasonId>();

/** The message of a reason as it was written; undefined for one that an admin, or an earlier version, wrote. */
export function reasonIdOf(reason: string): ReasonId | undefined {
  if (ids.size === 0) for (const id of REASONS) ids.set(reasonOf(id), id);
  return ids.get(reason);
}

/** A reason as it was written, in the language of now. */
export function reasonWords(reason: string): string {
  const id = reasonIdOf(reason);
  return id ? t(id) : reason;
}
