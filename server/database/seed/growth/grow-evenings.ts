import type { Kysely } from 'kysely';
import { runningTime } from '#contract/recitals/programme.ts';
import { addDays } from '#contract/time/days.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { insertAll } from '#server/database/seed/insert-all.ts';
import { transact } from '#server/database/transact.ts';
import type { GrownPerson } from './grown-people.ts';

const DAY_MS = 86_400_000;
/** So many Saturdays before now and after it. */
const EVENINGS_BEFORE = 104;
const EVENINGS_AFTER = 8;
const PIECES = 16;
const PLANNED_DAYS = 60;
const START = '19:00';
const MUSIC = [
  ['Minuet in G', 'Christian Petzold'],
  ['The Swan', 'Camille Saint-Saëns'],
  ['Arabesque', 'Friedrich Burgmüller'],
  ['Tarantella', 'William Henry Squire'],
  ['Gymnopédie no. 1', 'Erik Satie'],
] as const;

type Evenings = {
  people: readonly GrownPerson[];
  /** Epoch milliseconds. */
  now: number;
};

/** Adds evenings on which students play, in a hall of their own; some of the families have said how to name them. */
export async function growRecitals(db: Kysely<Database>, { people, now }: Evenings): Promise<void> {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate();
  const saturday = today.add({ days: 6 - today.dayOfWeek }).toString();
  const hall: Row<'rooms'> = {
    ...{ _id: newId(now), name: 'Concert hall', places: 300, siteid: null },
    ...{ retiredat: null, version: 1, createdat: now },
  };
  const evenings = Array.from({ length: EVENINGS_BEFORE + EVENINGS_AFTER }, (_, index) => {
    const day = addDays(saturday, 7 * (index - EVENINGS_BEFORE + 1));
    const createdat = Math.min(Date.parse(day), now) - PLANNED_DAYS * DAY_MS;
    const players = people.filter(({ joinedat }) => joinedat < createdat);
    return players.length < PIECES ? [] : eveningRows(players, { index, day, createdat, roomid: hall._id });
  }).flat();
  await transact(db, async (tx) => {
    await tx.insertInto('rooms').values(hall).execute();
    await insertAll(
      evenings.map(({ recital }) => recital),
      (rows) => tx.insertInto('recitals').values(rows).execute(),
    );
    await insertAll(
      evenings.flatMap(({ pieces }) => pieces),
      (rows) => tx.insertInto('recitalpieces').values(rows).execute(),
    );
    await insertAll(
      evenings.flatMap(({ performers }) => performers),
      (rows) => tx.insertInto('recitalperformers').values(rows).execute(),
    );
    await insertAll(
      evenings.flatMap(({ consents }) => consents),
      (rows) => tx.insertInto('recitalconsents').values(rows).execute(),
    );
  });
}

function eveningRows(
  players: readonly GrownPerson[],
  { index, day, createdat, roomid }: { index: number; day: string; createdat: number; roomid: string },
) {
  const recitalid = newId(createdat);
  const played = Array.from({ length: PIECES }, (_, position) => {
    const at = Math.floor(((position + (index % 7) / 7) * players.length) / PIECES);
    return { _id: newId(createdat), position, player: players[at] as GrownPerson };
  });
  const pieces = played.map(({ _id, position }): Row<'recitalpieces'> => {
    const [title, composer] = MUSIC[position % MUSIC.length] as (typeof MUSIC)[number];
    return {
      ...{ _id, recitalid, position, title, composer, minutes: 4, setupminutes: 1, instrument: 'Piano' },
      ...{ accompanistid: null, turnerid: null, turnsself: 0, needs: '[]' },
      ...{ printednumber: null, printedtitle: null, printedcomposer: null },
    };
  });
  const recital: Row<'recitals'> = {
    ...{ _id: recitalid, name: `Student recital no. ${index + 1}`, day, starttime: START },
    ...{ heldminutes: runningTime(pieces), roomid, public: 1, version: 1, seq: 0 },
    ...{ printedat: null, printedas: null, deletedat: null, createdat, changedat: createdat },
  };
  return {
    recital,
    pieces,
    performers: played.map(({ _id, player: { learnerid } }) => ({
      ...{ _id: newId(createdat), recitalid, pieceid: _id, learnerid, position: 0, printedas: null },
    })),
    // Every second family has answered.
    consents: played
      .filter(({ position }) => position % 2 === 0)
      .map(
        ({ player: { learnerid, userid } }): Row<'recitalconsents'> => ({
          _id: newId(createdat),
          ...{ recitalid, learnerid, answeredat: createdat, name: 'full', byid: userid },
        }),
      ),
  };
}
