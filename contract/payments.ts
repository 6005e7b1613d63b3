import type * as z from 'zod';
import type { Calls } from './endpoint.ts';
import type * as schema from './payments.schema.ts';

export type Enrolment = z.input<typeof schema.Enrolment>;

const everyRole = { student: 'self', instructor: 'self', admin: 'self' } as const;
const students = { student: 'self' } as const;

export const paymentCalls = {
  createPaymentIntent: { method: 'POST', url: '/create-payment-intent', config: { access: students } },
  recordPayment: { method: 'POST', url: '/payments/:classid', config: { access: students } },
  listEnrolments: { method: 'GET', url: '/enrolledclasses/:email', config: { access: everyRole } },
} as const satisfies Calls;
