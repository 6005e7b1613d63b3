import type { PersonRows } from '#server/features/feature.ts';

/** Orders come first: a payment that is being settled has its order locked, and the enrolment is there after. */
export const orderPersonRows: PersonRows = {
  orders: {
    learnerid: { learner: 'place', inUse: { says: 'Has a payment.' } },
    userid: { account: 'moves', inUse: { says: 'Has a payment.' } },
  },
};
