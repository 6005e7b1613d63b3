import { sql } from 'kysely';
import type { PersonRows } from '#server/features/feature.ts';
import { takeoverMerging } from './takeovers.ts';

export const learnerPersonRows: PersonRows = {
  claims: {
    learnerid: {
      learner: { stays: 'The merge withdraws what was not yet accepted: it has to be asked anew.' },
      inUse: {
        says: 'An invitation for this child has been sent and can still be accepted.',
        where: (now) => sql`kind <> 'family' and until > ${now}`,
      },
    },
    byid: { account: { stays: 'The merge withdraws what was not yet accepted: it has to be asked anew.' } },
  },
  takeovers: {
    learnerid: {
      learner: { stays: 'A take-over is taken back of the entry that was taken over.' },
      inUse: { says: 'Has their own account now.' },
    },
    fromid: { account: 'moves' },
    toid: { account: { merging: takeoverMerging } },
  },
  guardians: {
    learnerid: {
      learner: { stays: 'The merge joins guardians: no right is had twice, and none comes to more.' },
      inUse: { says: 'This child has another guardian, too.' },
    },
    userid: {
      account: { stays: 'The merge joins guardians: no account guards its own children.' },
      inUse: { says: 'Looks after a child of another family.' },
    },
  },
  learners: {
    userid: {
      account: { stays: 'The merge gives children to the account that is kept; each account keeps itself.' },
      inUse: { says: 'Has children who stay.', where: () => sql`self = 0` },
    },
  },
};
