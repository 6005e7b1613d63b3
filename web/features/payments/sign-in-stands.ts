import { accountCalls } from '#contract/account/calls.ts';
import { type ApiError, apiErrorOf } from '#contract/client.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(accountCalls);

/**
 * Asks the school whether the payer is still signed in and it answers, before money moves: gives what is
 * wrong, undefined where nothing is. A refusal of another kind stops no payment, since the payment itself is
 * judged by itself.
 */
export async function signInFault(): Promise<ApiError | undefined> {
  try {
    await api.listSessions();
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (!refusal) throw error;
    if (['signed-out', 'silence'].includes(refusal.kind)) return refusal;
  }
}
