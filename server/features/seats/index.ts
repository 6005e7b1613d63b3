export { familyHolds, tooManyHeld } from './family-holds.ts';
export { freeHeldSeat, holdFreeSeat, lockFullClass, lockSeats, newSeats } from './queries.ts';
export type { SeatQueue } from './seat-queue.ts';
export { openSeats, type Seats } from './seats.ts';
