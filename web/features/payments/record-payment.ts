import { apiErrorOf } from '#contract/client.ts';
import { paymentCalls } from '#contract/payments/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { refreshMyClasses } from '#web/lib/family/my-classes.ts';

const api = apiOf(paymentCalls);

type Payment = { classid: string; email: string; transactionId: string; price: number };

const PAUSES_MS = [1000, 3000];

/** No answer came, or the server is too busy. */
const isBusy = (error: unknown) => ['silence', 'too-many'].includes(apiErrorOf(error)?.kind ?? '');

/** Calls the school, and again while no answer comes. Rejects with `ApiError`. */
export async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return call();
}

/** Tells the school of a payment that was made; asks again while no answer comes. Rejects with `ApiError`. */
export async function recordPayment({ classid, ...payment }: Payment): Promise<void> {
  const body = { ...payment, date: new Date().toISOString() };
  await untilAnswered(() => api.recordPayment({ params: { classid }, body }));
  void refreshMyClasses();
}
