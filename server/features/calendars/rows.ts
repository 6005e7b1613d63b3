import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { say } from '#server/jobs/letter.ts';
import { deleteCalendar, findCreated } from './queries.ts';

const setUpOf = (createdat: number): SetUp => ({
  kind: 'calendar',
  id: 'calendar',
  title: say('calendars.calendar_address'),
  detail: null,
  createdat,
});

export const calendarRows = {
  calendars: {
    columns: { userid: { account: { stays: 'Its address was given to a browser that is signed out.' } } },
    export: async (db, { _id }) => {
      const createdat = await findCreated(db, _id);
      return createdat === undefined ? {} : { calendar: { createdat } };
    },
    erase: async (tx, { _id }) => void (await deleteCalendar(tx, _id)),
    example: ({ now, id, userid }) => [
      { userid, hash: id('calendar'), uid: id('uid'), epoch: null, createdat: now },
    ],
    recovery: {
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
  },
} satisfies FeatureRows;
