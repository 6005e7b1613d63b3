import { paymentCalls } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';
import { refreshAfter } from '#web/lib/family/refresh-after.ts';
import { clientFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf, keptWords } from '#web/lib/formats/goes-back.ts';
import { returns } from './money-back.ts';

const api = apiOf(paymentCalls);

type Cancelled = {
  id: string;
  classname: string;
  /** The learner who had the place, where that may be another than the student. */
  learnername: string | undefined;
  paidbyother?: true;
};

type Moved = {
  id: string;
  learnerid: string;
  /** Who had the place when it was read. */
  was: string;
  classname: string;
  confirmage?: true;
  confirmclash?: true;
};

type FreePlace = {
  classid: string;
  learnerid?: string;
  confirmclash?: true;
  /** Of a discount that takes all off. */
  code?: string | undefined;
};

/** What students change of their enrolments; paying by card is not among it (`pay-by-card.ts`). */
export const enrolmentChanges = {
  /** For the student, or the one whom `learnerid` names. */
  enrolFree: ({ classid, ...body }: FreePlace) =>
    refreshAfter(announce(api.enrolFree({ params: { classid }, body }))),
  movePlace: ({ id, classname, ...body }: Moved) =>
    refreshAfter(
      attempt(api.movePlace({ params: { id }, body }), t('payments.place_was_moved', { classname })),
    ),
  cancelEnrolment: ({ id, classname, learnername, paidbyother }: Cancelled) =>
    refreshAfter(
      announce(api.cancelEnrolment({ params: { id } }), {
        done: (cancelled) => {
          const { money } = clientFormats();
          const sum = money(goesBackOf(cancelled), cancelled.currency);
          const isBack = goesBackOf(cancelled) > 0;
          const left = t('payments.has_left', {
            who: learnername ? 'other' : 'self',
            learner: learnername ?? '',
            name: classname,
          });
          const back = isBack ? returns({ ...cancelled, paidbyother }, sum) : '';
          const kept = cancelled.earned ? keptWords(cancelled, money) : '';
          return [left, back, kept].filter(Boolean).join(' ');
        },
      }),
    ),
};
