import { type Expression, sql } from 'kysely';
import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';

type Counter = 'availableseat' | 'heldseats' | 'enrolledstudents';
type Counts = Partial<Record<Counter | 'capacity', Expression<number>>>;

/** Allows these columns in an update, which the schema's types refuse everywhere else. */
const counting = (counts: Counts): Record<string, Expression<number>> => counts;

/** What a class without students begins with. */
export const newSeats = (availableseat: number) => ({
  availableseat,
  heldseats: 0,
  enrolledstudents: 0,
  capacity: availableseat,
});

type Move = { from: Counter; to: Counter; isOpen?: boolean };

/**
 * Moves one seat between free, held and taken, and gives the class's name; undefined where it did not happen.
 * `isOpen`: only while the class is open for enrolment.
 */
function namedSeatMove({ from, to, isOpen = false }: Move) {
  const move = prepared((tx, { classid }: { classid: string }) =>
    tx
      .updateTable('classes')
      .set((eb) => ({
        ...counting({ [from]: eb(from, '-', 1), [to]: eb(to, '+', 1) }),
        version: eb('version', '+', 1),
      }))
      .where('_id', '=', classid)
      .where(from, '>', 0)
      .$if(isOpen, (update) => update.where('deletedat', 'is', null).where('status', '=', 'approved'))
      .returning('classname'),
  );
  return async (tx: Db, classid: string): Promise<string | undefined> =>
    (await move(tx, { classid }))[0]?.classname;
}

/** The same where only whether it happened is asked. */
function seatMove(move: Move): (tx: Db, classid: string) => Promise<boolean> {
  const moveSeat = namedSeatMove(move);
  return async (tx, classid) => (await moveSeat(tx, classid)) !== undefined;
}

/** Holds a free seat of a class that is open for enrolment; false where there is none. */
export const holdFreeSeat = seatMove({ from: 'availableseat', to: 'heldseats', isOpen: true });

/**
 * Makes a held seat a taken one and gives the class's name; undefined where the class is no longer open for
 * enrolment.
 */
export const enrolHeldSeat = namedSeatMove({ from: 'heldseats', to: 'enrolledstudents', isOpen: true });

export const freeHeldSeat = seatMove({ from: 'heldseats', to: 'availableseat' });

export const freeTakenSeat = seatMove({ from: 'enrolledstudents', to: 'availableseat' });

/**
 * Sets how many seats are free, on top of those held and taken: in one statement, so that none is sold twice.
 */
export async function updateFreeSeats(tx: Db, classid: string, free: number): Promise<void> {
  await tx
    .updateTable('classes')
    .set(counting({ availableseat: sql.val(free), capacity: sql`${free} + heldseats + enrolledstudents` }))
    .where('_id', '=', classid)
    .where('deletedat', 'is', null)
    .execute();
}

/** Locks a class until the transaction ends, so that its seats stay as they are. */
export async function lockSeats(tx: Db, classid: string): Promise<void> {
  await tx
    .updateTable('classes')
    .set({ status: sql.ref('status') })
    .where('_id', '=', classid)
    .execute();
}

/**
 * The same where fewer than so many seats are free, so that none comes free unseen; false where there are as
 * many.
 */
export async function lockFullClass(tx: Db, classid: string, seats = 1): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('classes')
    .set({ status: sql.ref('status') })
    .where('_id', '=', classid)
    .where('availableseat', '<', seats)
    .where('deletedat', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
