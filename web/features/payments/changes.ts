import { api } from '#web/lib/api.ts';
import { announce } from '#web/lib/change.ts';
import { clientFormats } from '#web/lib/formats.ts';
import { refreshAfter } from '#web/lib/refresh-after.ts';
import { returns } from './money-back.ts';

type Cancelled = {
  id: string;
  classname: string;
  /** Whose place it was, where that may be somebody else’s than the student’s own. */
  learnername: string | undefined;
  price: number;
  currency: string;
  paidbyother?: true;
};

/** What students change of their enrolments; paying by card is not among it (`pay-by-card.ts`). */
export const enrolmentChanges = {
  /** For the student, or the one whom `learnerid` names. */
  enrolFree: ({ classid, learnerid }: { classid: string; learnerid?: string }) =>
    refreshAfter(announce(api.enrolFree({ params: { classid }, body: { learnerid } }))),
  cancelEnrolment: ({ id, classname, learnername, price, currency, paidbyother }: Cancelled) =>
    refreshAfter(
      announce(api.cancelEnrolment({ params: { id } }), {
        done: (cancelled) => {
          const sum = clientFormats().money(price, currency);
          const back = price > 0 ? ` ${returns({ ...cancelled, paidbyother }, sum)}` : '';
          return `${learnername ?? 'You'} ${learnername ? 'has' : 'have'} left ${classname}.${back}`;
        },
      }),
    ),
};
