import type { Db } from '#server/database/schema.ts';

/** One class at one moment (epoch milliseconds). */
export type ClassMoment = { classid: string; now: number };
type SeatRequest = ClassMoment & { learnerid: string };
/** An order holds at most one seat of a class. */
export type OrderRequest = SeatRequest & { orderid: string };

/**
 * The queue of those who wait for seats, asked before a free seat is offered to others. Every member but
 * those that find something is called in the transaction that changes the class's seats. A seat that is
 * offered counts as held.
 */
export type SeatQueue = {
  /** Until when a seat is offered to this learner; undefined where none is. */
  findOffer(db: Db, request: SeatRequest): Promise<number | undefined>;
  /** Until when the offered seats are offered that these orders hold, by the order's id. */
  findDeadlines(db: Db, orderids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Gives the seat that is offered to this learner to their order, and until when; undefined where none is.
   */
  take(tx: Db, request: OrderRequest): Promise<number | undefined>;
  /**
   * Offers the seat of an order to its learner again; false where it was not offered before, or no longer is.
   */
  giveBack(tx: Db, order: { orderid: string; now: number }): Promise<boolean>;
  /**
   * The offer is used up: the order's learner has taken the seat for good, and the next of the family may be
   * offered one.
   */
  finish(tx: Db, order: ClassMoment & { orderid: string }): Promise<void>;
  /**
   * The learner has a place by another way: they wait no more, and a seat that was held for them goes to the
   * next.
   */
  leave(tx: Db, request: SeatRequest): Promise<void>;
  /** Offers the free seats of a class to the first who wait. */
  offer(tx: Db, moment: ClassMoment): Promise<void>;
  /**
   * The class is taken off the list for a while: an offer that was not mailed yet is taken back, and its
   * learner waits again.
   */
  suspend(tx: Db, moment: ClassMoment): Promise<void>;
  /** The wait for this class has ended. */
  close(tx: Db, moment: ClassMoment): Promise<void>;
};

/** A school without waiting lists. */
export const noQueue: SeatQueue = {
  findOffer: async () => undefined,
  findDeadlines: async () => new Map(),
  take: async () => undefined,
  giveBack: async () => false,
  finish: async () => {},
  leave: async () => {},
  offer: async () => {},
  suspend: async () => {},
  close: async () => {},
};
