import { RECITAL_MINUTES_MIN } from '#contract/recitals/calls.ts';
import { runningTime } from '#contract/recitals/programme.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import {
  ensureRoomFree,
  holdClosures,
  holdZone,
  lockTimetable,
  momentsOf,
  overAlready,
} from '#server/features/lessons/index.ts';
import { changeEvent, dropEvent, putEvent } from '#server/features/school/index.ts';
import { ensure } from '#server/http/errors.ts';
import { printedEvening } from './changes-since-print.ts';
import { markTold, notifyCalledOff, notifyMoved, type RecitalCheckpoint } from './letters.ts';
import { readCast } from './names.ts';
import * as queries from './queries.ts';
import { playedIn, requireRecital } from './read-recitals.ts';

type Draft = Pick<queries.RecitalRow, 'name' | 'day' | 'starttime'> & {
  roomid?: string | null | undefined;
  public: boolean;
};
/** Who does it and when (epoch milliseconds). */
export type Acting = {
  actor: Actor;
  now: number;
  checkpoint?: ((at: RecitalCheckpoint) => void) | undefined;
};

/** How long a room is held for pieces, in minutes. */
export const heldFor = (pieces: Parameters<typeof runningTime>[0]): number =>
  Math.max(RECITAL_MINUTES_MIN, runningTime(pieces));

const columnsOf = ({ roomid, public: isPublic, ...draft }: Draft) => ({
  ...draft,
  roomid: roomid ?? null,
  public: isPublic ? (1 as const) : (0 as const),
});

type Time = Pick<queries.RecitalRow, '_id' | 'day' | 'starttime' | 'roomid' | 'heldminutes'>;

/**
 * Locks the room of an evening and holds it against what else is in it. The caller has held closing days and
 * the zone, and locked the recital. Throws `room-unknown`, `day-closed` and `room-taken`.
 */
export async function takeRoom(
  tx: Db,
  { heldminutes: minutes, ...evening }: Time,
  zone: string,
): Promise<void> {
  const { roomid } = evening;
  if (roomid === null) return;
  await lockTimetable(tx, { roomids: [roomid] });
  await ensureRoomFree(tx, { ...evening, roomid, ...momentsOf({ ...evening, minutes }, zone) });
}

/** Adds a recital and gives its id. Throws what `takeRoom` throws, and `invalid-input` for a time that is over. */
export const addRecital = (db: Db, draft: Draft, { actor, now }: Acting): Promise<string> =>
  transact(db, async (tx) => {
    await holdClosures(tx);
    const zone = await holdZone(tx);
    const fields = { ...columnsOf(draft), heldminutes: RECITAL_MINUTES_MIN };
    ensureToCome(fields, { zone, now });
    await takeRoom(tx, { _id: '', ...fields }, zone);
    const id = await queries.insertRecital(tx, fields, now);
    await log(tx, { _id: id, ...fields }, { action: 'added', actor, now });
    return id;
  });

function ensureToCome(
  { heldminutes: minutes, ...evening }: Omit<Time, '_id'>,
  { zone, now }: { zone: string; now: number },
): void {
  if (momentsOf({ ...evening, minutes }, zone).startsat <= now) throw overAlready();
}

/**
 * Changes a recital; an event of the home page that was made of it says the same again. Throws
 * `recital-not-found`, `changed-meanwhile`, and what `addRecital` throws where its time or its room is another.
 */
export const updateRecital = (
  db: Db,
  { version, ...draft }: Draft & Seen,
  { id, actor, now, checkpoint }: Acting & { id: string },
): Promise<void> =>
  transact(db, async (tx) => {
    await holdClosures(tx);
    const zone = await holdZone(tx);
    const recital = await queries.lockRecital(tx, id);
    ensure(recital, 'recital-not-found');
    const fields = columnsOf(draft);
    const differs = (columns: readonly (keyof typeof fields)[]) =>
      columns.some((column) => fields[column] !== recital[column]);
    if (!differs(['name', 'day', 'starttime', 'roomid', 'public'])) return;
    ensureSeen(recital, { version });
    const time = { _id: id, ...fields, heldminutes: recital.heldminutes };
    if (differs(['day', 'starttime'])) ensureToCome(time, { zone, now });
    const isMoved = differs(['day', 'starttime', 'roomid']);
    const before = await requireRecital(tx, id);
    if (isMoved) await takeRoom(tx, time, zone);
    await queries.updateRecitalRow(tx, id, {
      ...fields,
      isTold: differs(['name', 'day', 'starttime', 'roomid']),
      changedat: now,
    });
    const after = await requireRecital(tx, id);
    await changeEvent(tx, eventOf(after));
    if (isMoved) await notifyMoved(tx, { before, after }, { zone, actor, now });
    await log(tx, { _id: id, name: fields.name }, { action: 'updated', actor, now });
    markTold({ checkpoint });
  });

/**
 * Calls a recital off: its room is free, and it leaves the home page. Throws `recital-not-found` and
 * `changed-meanwhile`.
 */
export const deleteRecital = (
  db: Db,
  seen: Seen,
  { id, actor, now, checkpoint }: Acting & { id: string },
): Promise<void> =>
  transact(db, async (tx) => {
    const zone = await holdZone(tx);
    ensure(await queries.lockRecital(tx, id), 'recital-not-found');
    const recital = await requireRecital(tx, id);
    ensureSeen(recital, seen);
    await notifyCalledOff(tx, recital, { zone, actor, now });
    await queries.updateRecitalRow(tx, id, { deletedat: now, changedat: now, isTold: true });
    await dropEvent(tx, id);
    await log(tx, recital, { action: 'deleted', actor, now });
    markTold({ checkpoint });
  });

/**
 * Notes that the programme is printed as it is now; what was printed before counts no longer. Throws
 * `recital-not-found`, and `changed-meanwhile` where the programme is another than the caller saw.
 */
export const notePrinted = (db: Db, seen: Seen, { id, actor, now }: Acting & { id: string }): Promise<void> =>
  transact(db, async (tx) => {
    ensure(await queries.lockRecital(tx, id), 'recital-not-found');
    const recital = await requireRecital(tx, id);
    ensureSeen(recital, seen);
    const cast = await readCast(tx, [id]);
    const played = playedIn(cast, id);
    await queries.deletePieces(
      tx,
      cast.pieces.flatMap(({ _id, position }) => (position === null ? [_id] : [])),
    );
    await queries.writePieces(tx, {
      pieces: played.map((piece, at) => ({
        ...piece,
        printednumber: at + 1,
        printedtitle: piece.title,
        printedcomposer: piece.composer,
      })),
      performers: played.flatMap(({ _id }) =>
        cast
          .performersOf(_id)
          .filter(({ position }) => position !== null)
          .map((performer) => ({ ...performer, printedas: cast.printedAs(id, performer.learnerid) })),
      ),
    });
    await queries.updateRecitalRow(tx, id, { printedat: now, printedas: printedEvening(recital) });
    await log(tx, recital, { action: 'updated', actor, now });
  });

/** Puts a recital among the events of the home page. Throws `recital-not-found` and `too-many-facts`. */
export const fillNextEvent = (db: Db, id: string, acting: Acting): Promise<void> =>
  transact(db, async (tx) => putEvent(tx, eventOf(await requireRecital(tx, id)), acting));

const eventOf = ({
  _id,
  name,
  day,
  starttime,
  room,
}: Omit<Time, 'heldminutes' | 'roomid'> & { name: string; room: string | null }) => ({
  _id,
  title: name,
  day,
  words: [starttime, room].filter(Boolean).join(', '),
});

export const log = (
  tx: Db,
  { _id, name }: Pick<queries.RecitalRow, '_id' | 'name'>,
  change: Acting & { action: 'added' | 'updated' | 'deleted' },
) => insertChange(tx, { about: 'school', subjectid: _id, subjectname: name, note: 'recital', ...change });
