import * as z from 'zod';
import { MusicClass } from '#contract/classes/schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { CsvFile, CsvHeadings, HEADED, Money } from '#contract/primitives.schema.ts';
import { Month } from '#contract/reconciliation/schema.ts';
import { reportCalls } from './calls.ts';

export const Overview = z
  .object({
    /** Pending classes, and the first of them in the order in which they came. */
    waiting: z.object({ count: z.int(), classes: z.array(MusicClass) }),
    /** Approved classes that were changed since. */
    changed: z.int(),
    /** Of the approved classes; `held` is being paid for right now. */
    seats: z.object({ sold: z.int(), held: z.int(), free: z.int() }),
    users: z.object({ admin: z.int(), instructor: z.int(), student: z.int() }),
    /** Payments that need an admin. */
    attention: z.int(),
    /** Mails of the last week that could not be sent and can be sent again. */
    failedmails: z.int(),
    /** The latest weeks at the school, Monday to Sunday, the oldest first and this week last. */
    weeks: z.array(
      z.object({
        /** The Monday. */
        start: z.iso.date(),
        /** Seats paid for less seats given up; below zero when more were given up. */
        seats: z.int(),
        /** Money received; a refund that the bank refused counts as received. */
        charged: Money,
        refunded: Money,
      }),
    ),
  })
  .meta({ id: 'Overview' });

export const reportEndpoints = withSchemas(reportCalls, {
  readOverview: {
    summary: 'What an admin sees first: what waits, seats, people and the latest weeks.',
    response: { 200: Overview },
  },
  exportUsers: {
    summary: `Every user, as a file of comma-separated values. ${HEADED}`,
    querystring: CsvHeadings,
    response: { 200: CsvFile },
  },
  exportClasses: {
    summary: `Every class, as a file of comma-separated values. ${HEADED}`,
    querystring: CsvHeadings,
    response: { 200: CsvFile },
  },
  exportPayments: {
    summary: `Every movement of money, or those of a month at the school, as a file of comma-separated values. ${HEADED}`,
    querystring: CsvHeadings.extend({ month: Month.optional() }),
    response: { 200: CsvFile },
  },
});
