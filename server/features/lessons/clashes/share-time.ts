import type { Db } from '#server/database/schema.ts';
import { LostRace } from '#server/database/transact.ts';
import { lockTimetable } from '#server/features/lessons/locks.ts';
import {
  deleteConfirmed,
  findClassesOf,
  findClassNames,
  findConfirmed,
  insertConfirmed,
} from '#server/features/lessons/queries.ts';
import { findLearnerClashes } from './join-class.ts';

/*
 * Two learners who become one, or two again: places of the one become the other's, and no confirmation of
 * clashes is asked.
 */

/** Whose places become whose. */
type Giving = { from: string; to: string };

/**
 * Locks learners and before them the classes that they are in, until the transaction ends: these are not
 * planned anew, and no other learner gets into them. Throws `LostRace` where one of them got into another
 * class meanwhile.
 */
export async function lockPlaces(tx: Db, learnerids: readonly string[]): Promise<void> {
  const seen = new Set((await findClassesOf(tx, learnerids)).map(({ classid }) => classid));
  await lockTimetable(tx, { classids: [...seen], learnerids });
  for (const { classid } of await findClassesOf(tx, learnerids))
    if (!seen.has(classid)) throw new LostRace('A learner got into another class meanwhile.');
}

/**
 * Notes as known of a learner, who has the places of another now, what was known of the other, and what else
 * meets at the same time. Gives the names of classes whose clash was never confirmed for this learner. The
 * caller has locked both (`lockPlaces`) before places changed. `now`: epoch milliseconds.
 */
export async function joinPlaces(
  tx: Db,
  { from, to, now }: Giving & { now: number },
): Promise<[string, string][]> {
  for (const { classid, otherid } of await findConfirmed(tx, [from]))
    await insertConfirmed(tx, { learnerid: to, classid, others: [otherid], now });
  return confirmAll(tx, { learnerid: to, now });
}

/**
 * Notes as known what meets at the same time of a learner to whom places went back; what was known before
 * never left them. Who gave them back knows only of classes that they are in still: about any other they are
 * asked, though they may have been before, since asking twice does no harm, and not asking would.
 */
export async function partPlaces(tx: Db, { from, to, now }: Giving & { now: number }): Promise<void> {
  await confirmAll(tx, { learnerid: to, now });
  const isIn = new Set(await findClassidsOf(tx, from));
  for (const pair of await findConfirmed(tx, [from]))
    if (!isIn.has(pair.classid) || !isIn.has(pair.otherid)) await deleteConfirmed(tx, pair);
}

async function confirmAll(
  tx: Db,
  { learnerid, now }: { learnerid: string; now: number },
): Promise<[string, string][]> {
  const classids = await findClassidsOf(tx, learnerid);
  const names = await findClassNames(tx, classids);
  const pairs: [string, string][] = [];
  for (const classid of classids) {
    const clashes = await findLearnerClashes(tx, { learnerid, classid, now });
    if (clashes.length === 0) continue;
    const others = new Map(clashes.map((clash) => [clash.classid, clash.with]));
    await insertConfirmed(tx, { learnerid, classid, others: [...others.keys()], now });
    for (const name of others.values()) pairs.push([names.get(classid) ?? '', name]);
  }
  return pairs;
}

const findClassidsOf = async (tx: Db, learnerid: string): Promise<string[]> =>
  (await findClassesOf(tx, [learnerid])).map(({ classid }) => classid).sort();
