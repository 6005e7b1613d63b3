import type { Db } from '#server/database/schema.ts';
import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { type BusyCalendarRow, deleteBusyCalendar, findBusyCalendar } from './queries.ts';

/** All that is shown of its address. */
export const hostOf = ({ url }: Pick<BusyCalendarRow, 'url'>) => new URL(url).host;

const setUpOf = (calendar: BusyCalendarRow): SetUp => ({
  kind: 'busy',
  id: 'busy',
  title: hostOf(calendar),
  detail: null,
  createdat: calendar.givenat,
});

async function listOf(db: Db, userid: string): Promise<SetUp[]> {
  const calendar = await findBusyCalendar(db, userid);
  return calendar ? [setUpOf(calendar)] : [];
}

const STAYS = { account: { stays: 'Only accounts of students are dropped.' } };

export const busyRows = {
  busycalendars: {
    columns: { userid: STAYS },
    export: async (db, { _id }) => {
      const calendar = await findBusyCalendar(db, _id);
      return calendar ? { busy: { host: hostOf(calendar), createdat: calendar.givenat } } : {};
    },
    erase: async (tx, { _id }) => void (await deleteBusyCalendar(tx, _id)),
    example: ({ now, userid }) => [
      {
        userid,
        url: 'https://calendar.test.example/private-token/basic.ics',
        givenat: now,
        readat: now,
        problem: null,
        workat: now,
        lease: null,
      },
    ],
    recovery: {
      async ends(tx, { userid }) {
        const ended = await listOf(tx, userid);
        await deleteBusyCalendar(tx, userid);
        return ended;
      },
      list: (db, { userid }) => listOf(db, userid),
      endOne: async (tx, { userid }) => (await deleteBusyCalendar(tx, userid)) > 0,
    },
  },
  busytimes: {
    columns: { userid: STAYS },
    export: { none: 'Copied of the calendar that the account has.' },
    example: ({ now, userid }) => [{ userid, startsat: now, endsat: now + 1 }],
    recovery: { stays: 'They go with the calendar of which they are.' },
  },
} satisfies FeatureRows;
