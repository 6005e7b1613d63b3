import type { PersonRows } from '#server/features/feature.ts';

export const enrolmentPersonRows: PersonRows = {
  enrolments: { learnerid: { learner: 'place', inUse: { says: 'Is enrolled in a class.' } } },
};
