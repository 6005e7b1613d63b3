import type { Feature } from '#server/features/feature.ts';
import { deleteCalendar, findCreated } from './queries.ts';
import { calendarRecovery } from './recovery.ts';
import { type CalendarOptions, calendarRoutes } from './routes.ts';

export const calendarFeature = (options: CalendarOptions): Feature => ({
  routes: (app) => calendarRoutes(app, options),
  recovery: calendarRecovery,
  person: {
    tables: ['calendars'],
    export: async (db, { _id }) => {
      const createdat = await findCreated(db, _id);
      return createdat === undefined ? {} : { calendar: { createdat } };
    },
    erase: async (tx, { _id }) => void (await deleteCalendar(tx, _id)),
  },
});
