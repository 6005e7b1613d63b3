import { dayAt } from '#contract/time/wall-time.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { findEvenings, holdZone } from '#server/features/lessons/index.ts';
import { lockSite } from '#server/features/sites/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

const YEAR_MS = 365 * 24 * 60 * 60_000;

type Draft = Pick<queries.RoomRow, 'name' | 'places'> & { siteid?: queries.RoomRow['siteid'] | undefined };
/** Who does it and when (epoch milliseconds); `isDry` asks only what would happen. */
type Acting = { actor: Actor; now: number; isDry: boolean };

/** Adds a room and gives its id, which a dry run has none of. Throws `room-name-taken` and `site-not-found`. */
export async function addRoom(
  db: Db,
  { siteid = null, ...draft }: Draft,
  { isDry, ...acting }: Acting,
): Promise<{ insertedId?: string }> {
  return named(
    transactOrTry(db, isDry, async (tx) => {
      await ensureSite(tx, siteid);
      const room = await queries.insertRoom(tx, { ...draft, siteid }, acting.now);
      await log(tx, room, { ...acting, action: 'added' });
      return isDry ? {} : { insertedId: room._id };
    }),
  );
}

/**
 * Changes a room, and gives the classes that would be too large for it. Throws `room-not-found`,
 * `site-not-found`, `room-name-taken`, and `room-too-small` where there are such classes and it is no dry
 * run, and `changed-meanwhile`.
 */
export async function updateRoom(
  db: Db,
  { version, siteid, ...fields }: Draft & Seen,
  { id, isDry, ...acting }: Acting & { id: string },
) {
  return named(
    transactOrTry(db, isDry, async (tx) => {
      const times = await timesOf(tx, acting.now);
      const room = await queries.lockRoom(tx, id);
      ensure(room, 'room-not-found');
      const draft = { ...fields, siteid: siteid === undefined ? room.siteid : siteid };
      if (room.name === draft.name && room.places === draft.places && room.siteid === draft.siteid)
        return { modifiedCount: 0, toosmallfor: [] };
      ensureSeen(room, { version });
      await ensureSite(tx, draft.siteid);
      const classes = draft.places < room.places ? await queries.findClassesIn(tx, id, times) : [];
      const toosmallfor = classes.filter(({ seats }) => seats > draft.places);
      ensure(isDry || toosmallfor.length === 0, 'room-too-small');
      await queries.updateRoomRow(tx, id, draft);
      await log(tx, { _id: id, ...draft }, { ...acting, action: 'updated' });
      return { modifiedCount: toosmallfor.length === 0 ? 1 : 0, toosmallfor };
    }),
  );
}

/**
 * Takes a room out of use and gives the classes and recitals that still need it. Throws `room-not-found`, and
 * `room-in-use` where there are such classes and it is no dry run, and `changed-meanwhile`.
 */
export async function deleteRoom(db: Db, seen: Seen, { id, isDry, ...acting }: Acting & { id: string }) {
  return transactOrTry(db, isDry, async (tx) => {
    const times = await timesOf(tx, acting.now);
    const room = await queries.lockRoom(tx, id);
    ensure(room, 'room-not-found');
    ensureSeen(room, seen);
    const usedby = [
      ...(await queries.findClassesIn(tx, id, times)),
      ...(await findRecitalsIn(tx, id, acting.now)),
    ];
    ensure(isDry || usedby.length === 0, 'room-in-use');
    await queries.updateRoomRow(tx, id, { retiredat: acting.now });
    await log(tx, room, { ...acting, action: 'deleted' });
    return { deletedCount: usedby.length === 0 ? 1 : 0, usedby };
  });
}

/** Recitals that are still to be held in a room, told of as classes of one lesson. */
async function findRecitalsIn(tx: Db, roomid: string, now: number) {
  const evenings = await findEvenings(tx, { roomids: [roomid], from: now, to: now + 100 * YEAR_MS });
  return evenings.map(({ _id, name }) => ({ classid: _id, classname: name, seats: 0, lessons: 1 }));
}

/** That the building is there, and stays until the transaction ends. Throws `site-not-found`. */
const ensureSite = async (tx: Db, id: string | null) =>
  ensure(id === null || (await lockSite(tx, id)), 'site-not-found');

/** A moment, and the day that it is at the school. */
const timesOf = async (tx: Db, now: number) => ({ now, today: dayAt(now, await holdZone(tx)) });

/** Gives what `change` gives; the index of the rooms' names holds that no two in use are called alike. */
const named = <T>(change: Promise<T>): Promise<T> =>
  change.catch((error) => {
    throw isUniqueViolation(error) ? new AppError('room-name-taken') : error;
  });

const log = (
  tx: Db,
  { _id, name }: Pick<queries.RoomRow, '_id' | 'name'>,
  change: Omit<Acting, 'isDry'> & { action: 'added' | 'updated' | 'deleted' },
) => insertChange(tx, { about: 'school', subjectid: _id, subjectname: name, note: 'room', ...change });
