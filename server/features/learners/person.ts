import type { PersonRecords } from '#server/features/feature.ts';
import { withdraw } from './ask.ts';
import { deleteClaimsOf, deleteClaimsTo, deleteGuardiansOf, findGuardians } from './claim-queries.ts';
import { findShownLearners } from './find-learner.ts';
import { findAllAccessible } from './queries.ts';
import { deleteTakeovers } from './takeovers.ts';

/** Who learns, who guards them, and who is asked to. What an account guards and has asked goes with its row. */
export const learnerPerson: PersonRecords = {
  tables: ['learners', 'guardians', 'claims', 'takeovers'],

  async export(db, { _id: callerid }) {
    const own = await findShownLearners(db, { _id: callerid });
    const seen = await findAllAccessible(db, { callerid });
    const guarded = seen.filter((learner) => learner.own === 0);
    return {
      learners: own.map(({ _id, ...learner }) => ({ ...learner, learnerid: _id })),
      guardians: await findGuardians(
        db,
        own.map(({ _id }) => _id),
      ),
      guarded: guarded.map(({ _id, learnername }) => ({ learnerid: _id, learnername })),
    };
  },

  async eraseLearner(tx, learnerid, { now }) {
    await deleteGuardiansOf(tx, learnerid);
    await withdraw(tx, { learnerid, now });
    await deleteClaimsOf(tx, learnerid);
    await deleteTakeovers(tx, learnerid);
  },

  async erase(tx, { _id, email }, now) {
    // A link that has not been sent yet would lead to nothing.
    await withdraw(tx, { byid: _id, now });
    await withdraw(tx, { email, now });
    await deleteClaimsTo(tx, email);
  },
};
