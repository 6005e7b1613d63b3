import { familyCalls } from '#contract/families/calls.ts';
import { learnerCalls } from '#contract/learners/calls.ts';
import {
  type ByHandPay,
  type CancelledEnrolment,
  type HandKind,
  paymentCalls,
} from '#contract/payments/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(paymentCalls, familyCalls, learnerCalls);

type Movement = { id: string; kind: HandKind; key: string; amount?: string; reason?: string };

const CANCELLED: Record<CancelledEnrolment['state'], string> = {
  refunded: 'Cancelled. The money goes back to the card.',
  refund_due: 'Cancelled. The money is on its way back.',
  refund_failed: 'Cancelled. The refund failed: see the money check.',
  expired: 'Cancelled. Nothing is owed.',
};

const cancelledWords = ({ state, price, earned, paidby }: CancelledEnrolment) => {
  if (price === 0 || price === earned) return 'Cancelled.';
  return state === 'refund_due' && paidby ? 'Cancelled. Refund the money by hand.' : CANCELLED[state];
};

/** What the office does for a family. */
export const officeChanges = {
  enrolByHand: (body: {
    classid: string;
    learnerid: string;
    pay: ByHandPay;
    price?: number;
    amount?: string;
    reason?: string;
    confirmage?: true;
    confirmclash?: true;
  }) => attempt(api.enrolByHand({ body, querystring: {} }), 'Enrolled'),
  markPaid: ({ id, ...body }: Movement) =>
    announce(api.markPaid({ params: { id }, body }), { done: 'Marked as paid' }),
  markReturned: ({ id, ...body }: Movement) =>
    announce(api.markReturned({ params: { id }, body }), { done: 'Marked as refunded' }),
  movePlace: ({
    id,
    ...body
  }: {
    id: string;
    learnerid: string;
    was: string;
    confirmage?: true;
    confirmclash?: true;
  }) => attempt(api.movePlace({ params: { id }, body }), 'Moved'),
  cancelPlace: (params: { id: string }) =>
    announce(api.cancelEnrolment({ params }), { done: cancelledWords }),
  tryMerge: (body: { keep: string; drop: string }) =>
    attempt(api.mergeFamilies({ body, querystring: { dry: '1' } })),
  merge: (body: { keep: string; drop: string }) =>
    attempt(api.mergeFamilies({ body, querystring: {} }), 'Merged. You can undo this for a day.'),
  takeBackLearner: ({ id, name, from }: { id: string; name: string; from: string }) =>
    announce(api.takeBackLearner({ params: { id } }), { done: `${name} is on the account of ${from} again` }),
  undoMerge: (params: { id: string }) =>
    announce(api.undoMerge({ params }), {
      done: ({ left }) => ['The merge was undone.', ...left].join(' '),
    }),
};
