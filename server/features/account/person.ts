import { deleteSignIns } from '#server/auth/sign-ins.ts';
import type { PersonRecords } from '#server/features/feature.ts';
import { deleteMailsTo } from '#server/jobs/outbox.ts';
import { findOpenSignIns } from './queries.ts';

/** Tells which of a person's sign-ins is the one that asks. */
export const markCurrent = <S extends { _id: string }>(signIns: readonly S[], signinid: string) =>
  signIns.map((signIn) => ({ ...signIn, current: signIn._id === signinid }));

/** Where a person is signed in, and what was written to them. What is erased stays noted until the identity service has done the same. */
export const accountPerson: PersonRecords = {
  tables: ['signins', 'mails', 'erasures', 'recoveries'],
  export: async (db, { _id, signinid }) => ({
    sessions: markCurrent(await findOpenSignIns(db, _id), signinid),
  }),
  async erase(tx, { _id, email }) {
    await deleteMailsTo(tx, { _id, email });
    await deleteSignIns(tx, _id);
  },
};
