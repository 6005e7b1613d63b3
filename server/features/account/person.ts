import type { PersonRecords } from '#server/features/feature.ts';
import { deleteMailsTo } from '#server/jobs/outbox.ts';
import { deleteSessions, findOpenSessions } from './queries.ts';

/** Tells which of a person's sessions is the one that asks. */
export const markCurrent = <S extends { _id: string }>(sessions: readonly S[], sessionid: string) =>
  sessions.map((session) => ({ ...session, current: session._id === sessionid }));

/** Where a person is signed in, and what was written to them. What is erased stays noted until the identity service has done the same. */
export const accountPerson: PersonRecords = {
  tables: ['sessions', 'mails', 'erasures'],
  export: async (db, { _id, sessionid }) => ({
    sessions: markCurrent(await findOpenSessions(db, _id), sessionid),
  }),
  async erase(tx, { _id, email }) {
    await deleteMailsTo(tx, email);
    await deleteSessions(tx, _id);
  },
};
