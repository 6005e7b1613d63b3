import type { PersonRows } from '#server/features/feature.ts';
import { previousMerging } from './queries.ts';

export const changePersonRows: PersonRows = {
  changes: {
    learnerid: { learner: 'moves' },
    before: { learner: { merging: previousMerging } },
    subjectid: { account: { stays: 'The log names the account to which it was done.' } },
    actorid: { account: { stays: 'The log names the account that did it.' } },
  },
};
