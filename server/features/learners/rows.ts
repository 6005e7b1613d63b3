import type { PersonRows } from '#server/features/feature.ts';
import { takeoverMerging } from './takeovers.ts';

export const learnerPersonRows: PersonRows = {
  learners: {
    userid: {
      account: { stays: 'The merge gives children to the account that is kept; each account keeps itself.' },
    },
  },
  guardians: {
    learnerid: {
      learner: { stays: 'The merge joins guardians: no right is had twice, and none comes to more.' },
    },
    userid: { account: { stays: 'The merge joins guardians: no account guards its own children.' } },
  },
  claims: {
    learnerid: {
      learner: { stays: 'The merge withdraws what was not yet accepted: it has to be asked anew.' },
    },
    byid: { account: { stays: 'The merge withdraws what was not yet accepted: it has to be asked anew.' } },
  },
  takeovers: {
    learnerid: { learner: { stays: 'A take-over is taken back of the entry that was taken over.' } },
    fromid: { account: 'moves' },
    toid: { account: { merging: takeoverMerging } },
  },
};
