import { familyCalls } from '#contract/families/calls.ts';
import { learnerCalls } from '#contract/learners/calls.ts';
import {
  type ByHandPay,
  type CancelledEnrolment,
  type EnrolMode,
  type HandKind,
  paymentCalls,
} from '#contract/payments/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(paymentCalls, familyCalls, learnerCalls);

type Movement = { id: string; kind: HandKind; key: string; amount?: string; reason?: string };

const CANCELLED: Record<CancelledEnrolment['state'], PlainId> = {
  refunded: 'families.cancelled_to_card',
  refund_due: 'families.cancelled_under_way',
  refund_failed: 'families.cancelled_failed',
  expired: 'families.cancelled_owes_nothing',
};

const cancelledWords = ({ state, price, earned, paidby }: CancelledEnrolment) => {
  if (price === 0 || price === earned) return t('families.cancelled');
  return state === 'refund_due' && paidby ? t('families.cancelled_by_hand') : t(CANCELLED[state]);
};

type SeveralItem = {
  classid: string;
  learnerid: string;
  pay: ByHandPay;
  price?: number;
  confirmage?: true;
  confirmclash?: true;
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
  }) => attempt(api.enrolByHand({ body, querystring: {} }), t('families.enrolled')),
  enrolSeveral: (body: { mode: EnrolMode; items: SeveralItem[] }) =>
    attempt(api.enrolByHand({ body, querystring: {} }), (answer) =>
      'leftout' in answer && answer.enrolled.length > 0
        ? t('families.several_enrolled', { count: answer.enrolled.length })
        : '',
    ),
  markPaid: ({ id, ...body }: Movement) =>
    announce(api.markPaid({ params: { id }, body }), { done: t('families.marked_as_paid') }),
  markReturned: ({ id, ...body }: Movement) =>
    announce(api.markReturned({ params: { id }, body }), { done: t('families.marked_as_refunded') }),
  recordMovement: (body: {
    userid: string;
    kind: HandKind;
    amount: string | number;
    day: string;
    key: string;
  }) => attempt(api.recordMovement({ body }), t('families.payment_recorded')),
  movePlace: ({
    id,
    ...body
  }: {
    id: string;
    learnerid: string;
    was: string;
    confirmage?: true;
    confirmclash?: true;
  }) => attempt(api.movePlace({ params: { id }, body }), t('families.moved')),
  cancelPlace: (params: { id: string }) =>
    announce(api.cancelEnrolment({ params }), { done: cancelledWords }),
  tryMerge: (body: { keep: string; drop: string }) =>
    attempt(api.mergeFamilies({ body, querystring: { dry: '1' } })),
  merge: (body: { keep: string; drop: string }) =>
    attempt(api.mergeFamilies({ body, querystring: {} }), t('families.merged')),
  takeBackLearner: ({ id, name, from }: { id: string; name: string; from: string }) =>
    announce(api.takeBackLearner({ params: { id } }), {
      done: t('families.taken_back', { name, from }),
    }),
  undoMerge: (params: { id: string }) =>
    announce(api.undoMerge({ params }), {
      done: ({ left }) => [t('families.merge_undone'), ...left].join(' '),
    }),
};
