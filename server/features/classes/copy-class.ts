import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { notifyWebhooks } from '#server/features/webhooks/index.ts';
import { type ClassRow, setInstruments } from './queries.ts';
import { newSeats } from './seats/queries.ts';

/**
 * Adds a class like an approved one, with as many seats and none of them taken, and approved as that one is.
 * Until `opensat`, where it is not null, it is for those in the other (epoch milliseconds, as `now`).
 */
export async function copyClass(
  tx: Db,
  original: ClassRow,
  { _id, opensat, actor, now }: { _id: string; opensat: number | null; actor: Actor; now: number },
): Promise<void> {
  const { classname, instructorid } = original;
  await tx
    .insertInto('classes')
    .values({
      _id,
      classname,
      instructorid,
      image: original.image,
      price: original.price,
      level: original.level,
      group: original.group,
      description: original.description,
      priceunit: original.priceunit,
      duetext: original.duetext,
      agefrom: original.agefrom,
      ageto: original.ageto,
      series: original.series,
      guestplaces: original.guestplaces,
      trialprice: original.trialprice,
      billing: original.billing,
      feedback: null,
      ...newSeats(original.capacity),
      // What its teacher has changed since is still to be accepted.
      status: 'approved',
      approvedas: original.approvedas,
      changedat: original.changedat,
      copyof: original._id,
      opensat,
      createdat: now,
      deletedat: null,
    })
    .execute();
  await setInstruments(tx, _id, original.instrumentids);
  await insertChange(tx, {
    about: 'class',
    subjectid: _id,
    subjectname: classname,
    action: 'added',
    after: 'approved',
    note: 'for the next term',
    actor,
    now,
  });
  const happening = { type: 'class.approved' as const, timestamp: now, data: { classid: _id, instructorid } };
  await notifyWebhooks(tx, happening, { ref: `${_id}-1` });
}
