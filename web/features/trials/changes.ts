import { type GivenUpTrial, trialCalls } from '#contract/trials/calls.ts';
import { type MessageId, t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(trialCalls);

type GivingUp = {
  lessonid: string;
  learnerid: string;
  /** What was paid, written out. */
  sum: string;
  paidbyother?: true;
};

const BACK = {
  refunded: 'payments.goes_back',
  refund_due: 'payments.on_its_way_back',
  refund_failed: 'payments.not_yet_refunded',
} as const satisfies Record<NonNullable<GivenUpTrial['state']>, MessageId>;

/** What a family does with the trial lessons that it has. */
export const trialChanges = {
  giveUpTrial: ({ lessonid, learnerid, sum, paidbyother }: GivingUp) =>
    announce(api.giveUpTrial({ params: { lessonid, learnerid } }), {
      done: ({ state }) => {
        const payer = paidbyother ? 'other' : 'self';
        return [t('trials.given_back'), state && t(BACK[state], { sum, payer })].filter(Boolean).join(' ');
      },
    }),
};
