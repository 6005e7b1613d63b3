import type { Guardians, Rights } from '#contract/learners/calls.ts';
import { familyChanges } from '#web/features/learners/changes.ts';
import { type Outcome, useSave } from '#web/lib/api/change.ts';

/** Who looks after a learner, too, as far as the list shows them. */
export type Guardian = Omit<Guardians['guardians'][number], 'learnerid'>;

/** What the reader of the list can do about the guardians of a learner. */
export type GuardianActions = {
  save: (draft: Rights & { email: string }) => Promise<Outcome>;
  /** Says in a toast that it is `done`. */
  end: (guardian: Guardian, done: string) => Promise<Outcome>;
  withdraw: (email: string) => Promise<Outcome>;
};

/** For a learner of one's own. */
export function useOwnGuardians(learnerid: string): GuardianActions {
  const save = useSave(familyChanges);
  return {
    save: (draft) => save('saveGuardian', { learnerid, ...draft }),
    end: ({ userid }, done) => save('deleteGuardian', { learnerid, userid, done }),
    withdraw: (email) => save('withdrawClaim', { learnerid, email }),
  };
}
