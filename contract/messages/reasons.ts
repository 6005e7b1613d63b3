import { type PlainId, t } from '#languages/t.ts';
import { LESSON_REASONS } from './lesson-reasons.ts';

/**
 * Why an order came to be as it is, or costs another sum, as far as the school itself writes it. A row keeps
 * the sentence, in English for good: one that is worded anew stays here beside the new one.
 */
export const REASONS = [
  ...LESSON_REASONS,
  ['Another amount was paid than the one asked for.', 'orders.another_amount'],
  ['Another class meets at the same time.', 'orders.another_class_then'],
  ['Another lesson is at the same time.', 'orders.another_lesson_then'],
  ['Another payment for the same class came first.', 'orders.another_payment_first'],
  ['The bank gave the money back to the cardholder.', 'orders.bank_gave_back'],
  ['The bank did not accept the refund.', 'orders.bank_refused_refund'],
  ['The payment was refunded at the card service.', 'orders.card_service_refunded'],
  ['The payment was taken back at the card service.', 'orders.card_service_took_back'],
  ['All uses of the code were taken when the payment came.', 'orders.code_used_up'],
  ['Second child', 'discounts.second_child'],
  ['Third child', 'discounts.third_child'],
  ['Fourth child', 'discounts.fourth_child'],
  ['Fifth child', 'discounts.fifth_child'],
  ['Sixth child', 'discounts.sixth_child'],
  ['Further child', 'discounts.further_child'],
  ['The school called the class off.', 'orders.class_called_off'],
  ['No card was saved for it.', 'orders.card_not_saved'],
  ['The class was full when the payment came.', 'orders.class_was_full'],
  [
    'The payment was disputed at the bank. The school may keep it, and the refund is still owed.',
    'orders.dispute_won',
  ],
  ['The payment is disputed at the bank, so that it cannot be refunded now.', 'orders.disputed'],
  ['The school gives this place free of charge.', 'orders.free_place'],
  ['The school has withdrawn the list by which it gave this place.', 'orders.import_undone'],
  ['The lesson is not held.', 'orders.lesson_not_offered'],
  ['The family gave the reserved place back.', 'orders.reservation_given_up'],
  ['The learner was enrolled in another way.', 'orders.reservation_replaced'],
  ['Too few learners have joined the class.', 'orders.too_few_joined'],
  ['The lesson had no place left when the payment came.', 'orders.lesson_was_full'],
  ['The learner it was for is no longer at the school.', 'orders.learner_left'],
  ['It was paid without naming a class.', 'orders.named_no_class'],
  ['There is no payment for it at the card service.', 'orders.no_payment_there'],
  ['It was not paid in time.', 'orders.not_paid_in_time'],
  ['The class is no longer offered, so nothing is owed for it.', 'orders.nothing_owed'],
  ['The card service did not accept the payment.', 'orders.payment_not_accepted'],
  ['The card service does not know this payment.', 'orders.payment_unknown'],
  ['The money was refunded at the card service.', 'orders.payment_was_refunded'],
  ['The card service refused the refund.', 'orders.refund_refused'],
  ['The school cancelled the enrolment.', 'orders.school_cancelled'],
  ['The student cancelled the enrolment.', 'orders.student_cancelled'],
  ['The student deleted the account.', 'orders.student_left'],
  ['The family gave the trial lesson back.', 'orders.trial_given_up'],
  ['The learner has enrolled in the class.', 'orders.trial_joined'],
  ['The price of the trial lesson is taken off.', 'orders.trial_taken_off'],
] as const satisfies readonly (readonly [kept: string, id: PlainId])[];
export type ReasonId = (typeof REASONS)[number][1];

const IDS: ReadonlyMap<string, ReasonId> = new Map(REASONS);

/** The message of a reason that a row keeps; undefined for one that a person wrote. */
export const reasonIdOf = (reason: string): ReasonId | undefined => IDS.get(reason);

/**
 * Such a reason in the language of now; what a person wrote stays as it is. Where a sum has several a row keeps
 * them line by line.
 */
export const reasonWords = (reason: string): string =>
  reason
    .split('\n')
    .map((one) => {
      const id = reasonIdOf(one);
      return id ? t(id) : one;
    })
    .join(' · ');
