import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';

/* Recitals as records, for tests of what reads them. */

/** Adds a recital on a day, at 18:00 in no room, in which these learners play a piece each; gives its id. */
export async function addRecital(
  db: Db,
  {
    learnerids,
    day = '2027-06-12',
    isPublic = true,
  }: { learnerids: readonly string[]; day?: string; isPublic?: boolean },
): Promise<string> {
  const recitalid = newId();
  await db
    .insertInto('recitals')
    .values({
      _id: recitalid,
      name: 'Summer recital',
      day,
      starttime: '18:00',
      heldminutes: 60,
      roomid: null,
      public: isPublic ? 1 : 0,
      printedat: null,
      printedas: null,
      deletedat: null,
      createdat: 0,
      changedat: 0,
    })
    .execute();
  for (const [position, learnerid] of learnerids.entries()) {
    const pieceid = newId();
    await db
      .insertInto('recitalpieces')
      .values({
        _id: pieceid,
        recitalid,
        position,
        title: `Piece ${position + 1}`,
        composer: 'Gossec',
        minutes: 3,
        setupminutes: 0,
        instrument: 'Violin',
        accompanistid: null,
        turnerid: null,
        turnsself: 0,
        needs: '[]',
        printednumber: null,
        printedtitle: null,
        printedcomposer: null,
      })
      .execute();
    await db
      .insertInto('recitalperformers')
      .values({ _id: newId(), recitalid, pieceid, learnerid, position: 0, printedas: null })
      .execute();
  }
  return recitalid;
}
