import type { PersonRecords } from '#server/features/feature.ts';
import { deleteClaimsOf, deleteClaimsTo, deleteGuardiansOf } from './claim-queries.ts';

/** Who learns, who guards them, and who is asked to. What an account guards and has asked goes with its row. */
export const learnerPerson: PersonRecords = {
  tables: ['learners', 'guardians', 'claims'],
  async eraseLearner(tx, learnerid) {
    await deleteGuardiansOf(tx, learnerid);
    await deleteClaimsOf(tx, learnerid);
  },
  erase: (tx, { email }) => deleteClaimsTo(tx, email),
};
