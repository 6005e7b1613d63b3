import * as z from 'zod';
import { MusicClass } from './classes.schema.ts';
import { withSchemas } from './endpoint.ts';
import { ByEmail, ById, Deleted, Id, Moment } from './primitives.schema.ts';
import { waitlistCalls } from './waitlist.ts';

/** A student who waits for a full class; `offered`: a seat is held for them and can be paid for until `offeruntil`. */
export const WaitlistEntry = z.object({
  _id: Id,
  classid: z.string(),
  email: z.string(),
  state: z.enum(['waiting', 'offered']),
  /** 1 is the first who waits; null once a seat is offered. */
  position: z.int().nullable(),
  offeruntil: Moment.nullable(),
  createdat: Moment,
  /** The class itself, as the only item. */
  result: z.array(MusicClass),
});

export const waitlistEndpoints = withSchemas(waitlistCalls, {
  joinWaitlist: { body: z.object({ classid: Id.min(1) }), response: { 200: WaitlistEntry } },
  listWaitlist: { params: ByEmail, response: { 200: z.array(WaitlistEntry) } },
  leaveWaitlist: { params: ById, response: { 200: Deleted } },
});
