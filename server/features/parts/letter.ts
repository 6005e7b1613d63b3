import { type Label, say, type Words } from '#server/jobs/letter.ts';

/** What a mail says of the instalments that begin with a payment: the others, in cents, with their days. */
export const begunFacts = (
  later: readonly { day: string; amount: number }[],
  currency: string,
): (readonly [Label, Words])[] =>
  later.map(({ day, amount: cents }, at) => [
    say('instalments.nth', { number: at + 2 }),
    [{ cents, currency }, ' · ', { day }],
  ]);
