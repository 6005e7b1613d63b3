import type { ApiError } from '#contract/client.ts';
import type { PaymentIntent } from '#contract/payments/calls.ts';

/** The code of a discount as the payer entered it, whether it takes anything off, and why it does not. */
export type EnteredCode = {
  code: string | undefined;
  isUsed: boolean;
  problem: string | undefined;
};

/** The code in the address of a payment’s page. */
export const codeIn = (url: string): string | undefined =>
  new URL(url).searchParams.get('code')?.trim() || undefined;

/** Refusals that are about the code alone: without it the payment can be made. */
const OF_CODES = new Set(['code-unknown', 'code-used-up', 'too-many-requests', 'invalid-input']);

/**
 * Asks for a payment with a code, and without it where the code is refused. `start` gives the refusal of
 * whatever else stands in the way.
 */
export async function withCode(
  code: string | undefined,
  start: (code: string | undefined) => Promise<PaymentIntent | ApiError>,
): Promise<{ intent: PaymentIntent | ApiError; entered: EnteredCode }> {
  const intent = await start(code);
  if (code !== undefined && intent instanceof Error && OF_CODES.has(intent.code)) {
    const { message: problem } = intent;
    return { intent: await start(undefined), entered: { code, isUsed: false, problem } };
  }
  const isUsed = intent instanceof Error ? intent.code === 'nothing-to-pay' : intent.codeused === true;
  return { intent, entered: { code, isUsed, problem: undefined } };
}
