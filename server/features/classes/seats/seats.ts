import type { Db } from '#server/database/schema.ts';
import { atOnce } from '#server/database/transact.ts';
import * as queries from './queries.ts';
import { type ClassMoment, noQueue, type OrderRequest, type SeatQueue } from './seat-queue.ts';

export type SeatCheckpoint = 'inside-offering';

type Options = {
  /** Ends the holds of a class's orders at once, wherever the orders are kept. */
  expireHolds: (tx: Db, moment: ClassMoment) => Promise<void>;
  queue?: SeatQueue;
  /** Is called where seats were offered and nothing is committed yet: a test lets the process die there. */
  checkpoint?: (at: SeatCheckpoint) => void;
};

/** The seats of the school's classes. */
export type Seats = ReturnType<typeof openSeats>;

/**
 * The only way to a change of a class's seats. Each change is one conditional statement in the caller's
 * transaction: two at once never get the same seat. Who waits in `queue` is asked first.
 */
export function openSeats({ expireHolds, queue = noQueue, checkpoint = () => {} }: Options) {
  /** Offers the free seats to those who wait, before they are shown. */
  async function offer(tx: Db, moment: ClassMoment): Promise<void> {
    await queue.offer(tx, moment);
    checkpoint('inside-offering');
  }
  return {
    findOffer: queue.findOffer,
    findDeadlines: queue.findDeadlines,

    /**
     * Holds a seat for an order: the one offered to its learner, which `until` then says how long, or a free
     * one. Undefined: none.
     */
    async hold(tx: Db, request: OrderRequest): Promise<{ until: number | null } | undefined> {
      const [until, isHeld] = await atOnce(tx, (on) => [
        queue.take(on, request),
        queries.holdFreeSeat(on, request.classid),
      ]);
      if (until === undefined) return isHeld ? { until: null } : undefined;
      // The second one was never visible.
      if (isHeld) await queries.freeHeldSeat(tx, request.classid);
      return { until };
    },

    /**
     * Gives back the seat an order held: to its learner's offer while that lasts, else to the next in the
     * queue, else to the public.
     */
    async release(tx: Db, { classid, orderid, now }: ClassMoment & { orderid: string }): Promise<void> {
      if (await queue.giveBack(tx, { orderid, now })) return;
      await queries.freeHeldSeat(tx, classid);
      await offer(tx, { classid, now });
    },

    /**
     * Makes the seat an order holds a taken one and gives the class's name; undefined where the class is no
     * longer open for enrolment.
     */
    async enrol(
      tx: Db,
      { classid, orderid, now }: ClassMoment & { orderid: string },
    ): Promise<string | undefined> {
      const classname = await queries.enrolHeldSeat(tx, classid);
      if (classname !== undefined) await queue.finish(tx, { classid, orderid, now });
      return classname;
    },

    /** The seat that an order holds is kept for its learner without an end: who waited for it does not any more. */
    reserve: queue.finish,

    /** Frees a taken seat. */
    async free(tx: Db, { classid, now }: ClassMoment): Promise<void> {
      await queries.freeTakenSeat(tx, classid);
      await offer(tx, { classid, now });
    },

    /** Ends the wait of a learner who was given another's place. */
    leave: queue.leave,

    /** Sets how many seats are free; to be followed by `offer` once the class is as it should be. */
    resize: (tx: Db, { classid, free }: { classid: string; free: number }) =>
      queries.updateFreeSeats(tx, classid, free),

    offer,

    /**
     * Ends the holds on a class that is taken off; those who wait keep their place for when it comes back.
     */
    async suspend(tx: Db, moment: ClassMoment): Promise<void> {
      await expireHolds(tx, moment);
      await queue.suspend(tx, moment);
    },

    /** Ends all entries of the waiting list of a class that is deleted. */
    close: queue.close,
  };
}
