import type { Db } from '#server/database/schema.ts';
import { lockTimetable } from '#server/features/lessons/locks.ts';
import { findRooms, findRoomsOf } from '#server/features/lessons/queries.ts';
import { ensure } from '#server/http/errors.ts';

/**
 * Locks rooms that a class is to be held in, so that they are neither made smaller nor taken out of use. The
 * class is locked already. Throws `room-unknown` where one is not in use, and `room-too-small` where it has
 * fewer places than the class has seats.
 */
export async function fitRooms(
  tx: Db,
  { roomids, seats }: { roomids: readonly string[]; seats: number },
): Promise<void> {
  const rooms = await lockRooms(tx, roomids);
  ensure(new Set(roomids).size === rooms.length, 'room-unknown');
  ensureTaken(rooms, seats);
}

/**
 * The same of the rooms in which lessons of a class are still to be held (`now` in epoch milliseconds), where
 * it is to have so many seats.
 */
export async function fitSeats(
  tx: Db,
  { classid, seats, now }: { classid: string; seats: number; now: number },
): Promise<void> {
  ensureTaken(await lockRooms(tx, await findRoomsOf(tx, { classid, now })), seats);
}

async function lockRooms(tx: Db, roomids: readonly string[]) {
  await lockTimetable(tx, { roomids });
  return findRooms(tx, roomids);
}

function ensureTaken(rooms: Awaited<ReturnType<typeof findRooms>>, seats: number) {
  ensure(
    rooms.every(({ places }) => seats <= places),
    'room-too-small',
  );
}
