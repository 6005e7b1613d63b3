import type { CancelledEnrolment } from '#contract/payments.ts';
import { api } from '#web/lib/api.ts';
import { announce } from '#web/lib/change.ts';
import { clientFormats } from '#web/lib/formats.ts';
import { refreshAfter } from '#web/lib/refresh-after.ts';

const REFUND_WORDS = {
  refunded: 'goes back to your card.',
  refund_due: 'is on its way back to your card.',
  refund_failed: 'could not be sent back to your card yet; the school has been told.',
  expired: 'is no longer owed to the school.',
};

const refundWords = ({ state, paidby }: CancelledEnrolment) =>
  state === 'refund_due' && paidby
    ? 'comes back to you at the school: please ask there.'
    : REFUND_WORDS[state];

type Cancelled = {
  id: string;
  classname: string;
  /** Whose place it was, where that may be somebody else’s than the student’s own. */
  learnername: string | undefined;
  price: number;
  currency: string;
};

/** What students change of their enrolments; paying by card is not among it (`pay-by-card.ts`). */
export const enrolmentChanges = {
  /** For the student, or the one whom `learnerid` names. */
  enrolFree: ({ classid, learnerid }: { classid: string; learnerid?: string }) =>
    refreshAfter(announce(api.enrolFree({ params: { classid }, body: { learnerid } }))),
  cancelEnrolment: ({ id, classname, learnername, price, currency }: Cancelled) =>
    refreshAfter(
      announce(api.cancelEnrolment({ params: { id } }), {
        done: (cancelled) => {
          const back =
            price > 0 ? ` ${clientFormats().money(price, currency)} ${refundWords(cancelled)}` : '';
          return `${learnername ?? 'You'} ${learnername ? 'has' : 'have'} left ${classname}.${back}`;
        },
      }),
    ),
};
