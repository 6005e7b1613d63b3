import type { PersonRows } from '#server/features/feature.ts';

/** Orders come first: a payment that is being settled has its order locked, and the enrolment is there after. */
export const paymentPersonRows: PersonRows = {
  orders: { learnerid: { learner: 'place' }, userid: { account: 'moves' } },
  enrolments: { learnerid: { learner: 'place' } },
};
