import type { RecoveryRules, SetUp } from '#server/features/feature.ts';
import { deleteCalendar, findCreated } from './queries.ts';

const setUpOf = (createdat: number): SetUp => ({
  kind: 'calendar',
  id: 'calendar',
  title: 'Calendar address',
  detail: null,
  createdat,
});

export const calendarRecovery: RecoveryRules = {
  calendars: {
    async ends(tx, { userid }) {
      const createdat = await findCreated(tx, userid);
      await deleteCalendar(tx, userid);
      return createdat === undefined ? [] : [setUpOf(createdat)];
    },
    async list(db, { userid }) {
      const createdat = await findCreated(db, userid);
      return createdat === undefined ? [] : [setUpOf(createdat)];
    },
    endOne: async (tx, { userid }) => (await deleteCalendar(tx, userid)) > 0,
  },
};
