import * as z from 'zod';
import { DECISIONS } from '#contract/classes/calls.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Deleted, Id, Moment, Money } from '#contract/primitives.schema.ts';
import { reservationCalls } from './calls.ts';

export const Reservation = z
  .object({
    _id: Id,
    classid: Id,
    classname: z.string(),
    learnerid: Id,
    learnername: z.string(),
    /** What the place costs once the class runs; absent where another account pays. */
    price: Money.optional(),
    currency: z.string(),
    /**
     * `reserved` until it is decided, `charging` once the class runs, `unpaid` where its card was refused: until
     * `payuntil` the family can pay.
     */
    state: z.enum(['reserved', 'charging', 'unpaid']),
    payuntil: Moment.optional(),
    /** How many have joined, and how many have to by which day; absent once it is decided. */
    joined: z.int().optional(),
    runsfrom: z.int().optional(),
    decideby: z.iso.date().optional(),
    reservedat: Moment,
  })
  .meta({ id: 'Reservation' });

export const ClassDecision = z
  .object({
    decided: z.enum(DECISIONS),
    /** How many learners had joined, of how many it needs. */
    learners: z.int(),
    runsfrom: z.int(),
  })
  .meta({ id: 'ClassDecision' });

export const reservationEndpoints = withSchemas(reservationCalls, {
  listReservations: {
    summary:
      'The places that the caller’s family has reserved in classes that run once enough learners have joined, the newest first.',
    response: { 200: z.object({ items: z.array(Reservation) }) },
  },
  giveUpReservation: {
    summary: 'Gives a reserved place back, before it is decided whether its class runs. Nothing was charged.',
    unlogged: 'One’s own.',
    refusals: ['reservation-not-found', 'already-decided'],
    params: ById,
    response: { 200: Deleted },
  },
  decideClass: {
    summary:
      'Decides whether a class runs that waits for enough learners, before its day or with fewer than it needs. Where it runs, the cards of reserved places are charged; where not, it is called off and all that was paid goes back. The same `key` again answers what was decided.',
    refusals: ['class-not-found', 'nothing-to-decide', 'already-decided'],
    params: ById,
    body: z.strictObject({ runs: z.boolean(), key: Id.min(1) }),
    response: { 200: ClassDecision },
  },
});
