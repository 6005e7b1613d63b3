import type * as z from 'zod';
import { ownOnly } from '#contract/account/sign-out.ts';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A place that is kept until it is decided whether its class runs. */
export type Reservation = z.input<typeof schema.Reservation>;
export type ClassDecision = z.input<typeof schema.ClassDecision>;

/** Places in classes that run once enough learners have joined. */
export const reservationCalls = {
  /** Those of the caller's family. */
  listReservations: { method: 'GET', url: '/reservations', config: { access: ownOnly } },
  giveUpReservation: {
    method: 'DELETE',
    url: '/reservations/:id',
    config: { access: ownOnly, changes: ['classes'] },
  },
  /** Before the day on which it is decided by itself. */
  decideClass: {
    method: 'POST',
    url: '/class/:id/decide',
    config: { access: { office: 'any', admin: 'any' }, changes: ['classes', 'timetable', 'instructors'] },
  },
} as const satisfies Calls;
