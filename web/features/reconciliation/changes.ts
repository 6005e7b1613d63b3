import { paymentCalls } from '#contract/payments/calls.ts';
import { reconciliationCalls } from '#contract/reconciliation/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(reconciliationCalls, paymentCalls);

type Payment = { transactionId: string; kept: number };

const repair = (body: Payment & { keepplace?: true }, done: string) =>
  announce(api.repairPayment({ body }), { done });

/** What admins change of a payment and its enrolment. */
export const reconciliationChanges = {
  repairPayment: (payment: Payment) => repair(payment, t('reconciliation.agrees_again')),
  keepPlace: (payment: Payment) => repair({ ...payment, keepplace: true }, t('reconciliation.place_kept')),
  noteAttention: (payment: Payment) => repair(payment, t('reconciliation.was_noted')),
  endEnrolment: (params: { id: string }) =>
    announce(api.cancelEnrolment({ params }), {
      done: t('reconciliation.place_cancelled'),
    }),
};
