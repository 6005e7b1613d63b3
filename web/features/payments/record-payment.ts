import { apiErrorOf } from '#contract/client.ts';
import { paymentCalls } from '#contract/payments/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { refreshMyClasses } from '#web/lib/family/my-classes.ts';

const api = apiOf(paymentCalls);

type Payment = { classid: string; email: string; transactionId: string; price: number };

const PAUSES_MS = [1000, 3000];

/** No answer came, or the server is too busy. */
const isBusy = (error: unknown) => ['silence', 'too-many'].includes(apiErrorOf(error)?.kind ?? '');

/** Tells the school of a payment that was made; asks again while no answer comes. Rejects with `ApiError`. */
export async function recordPayment({ classid, ...payment }: Payment): Promise<void> {
  const body = { ...payment, date: new Date().toISOString() };
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      await api.recordPayment({ params: { classid }, body });
      void refreshMyClasses();
      return;
    } catch (error) {
      if (pause === undefined || !isBusy(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
