import * as z from 'zod';
import { MusicClass, PriceInput } from './classes.schema.ts';
import { withSchemas } from './endpoint.ts';
import { paymentCalls } from './payments.ts';
import { ByEmail, Email, Id, Inserted, Moment, Money } from './primitives.schema.ts';

export const Enrolment = z.object({
  _id: Id,
  classid: z.string(),
  email: z.string(),
  transactionId: z.string(),
  price: Money,
  date: Moment,
  /** The class itself, as the only item; also when it has been deleted since. */
  result: z.array(MusicClass),
});

export const paymentEndpoints = withSchemas(paymentCalls, {
  createPaymentIntent: {
    /** `classid` holds a seat for the class; the spec's call without one gets a plain intent. */
    body: z.object({ price: PriceInput, classid: Id.min(1).optional() }),
    response: { 200: z.object({ clientSecret: z.string() }) },
  },
  recordPayment: {
    params: z.object({ classid: Id }),
    body: z.object({
      email: Email,
      transactionId: z.string().min(1, 'The transaction id is missing.').max(200),
      price: PriceInput,
      date: z.unknown().optional(),
    }),
    response: { 200: z.object({ result: Inserted }) },
  },
  listEnrolments: { params: ByEmail, response: { 200: z.array(Enrolment) } },
});
