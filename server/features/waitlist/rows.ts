import type { PersonRows } from '#server/features/feature.ts';

export const waitlistPersonRows: PersonRows = {
  waitlist: { learnerid: { learner: 'place', inUse: { says: 'Is or was on a waiting list.' } } },
};
