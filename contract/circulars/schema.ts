import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { line, text } from '#contract/fields.form.ts';
import { ArticleHtml } from '#contract/markdown/schema.ts';
import { ById, DryQuery, Id, Moment, PageQuery, Place, pageOf } from '#contract/primitives.schema.ts';
import { AIMS, CIRCULAR_MAX, circularCalls, MAIL_STATES, SUBJECT_MAX } from './calls.ts';

/** Whom it is for: all of a class or a term, or those who owe the school for a place. */
export const Aim = z.union([
  z.strictObject({ classid: Id.min(1) }),
  z.strictObject({ termid: Id.min(1) }),
  z.strictObject({ owing: z.literal(true) }),
]);

/** A family without an address: someone has to call. */
const Unreached = z.object({ userid: Id, name: z.string(), phone: z.string().nullable() });

export const Written = z
  .object({
    insertedId: Id.optional(),
    /** How many accounts are written to, each once. */
    families: z.int(),
    unreached: z.array(Unreached),
    /** What the first of them reads, of a dry run; null where it goes to no one. */
    mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable().optional(),
  })
  .meta({ id: 'Written' });

export const Circular = z
  .object({
    _id: Id,
    /** The class or the term by its name of then. */
    aim: z.object({ kind: z.enum(AIMS), id: Id.nullable(), name: z.string().nullable() }),
    subject: z.string(),
    createdat: Moment,
    /** Null where the account is gone. */
    sentby: z.string().nullable(),
    families: z.int(),
    unreached: z.int(),
    /** Mails that are still to be sent, and those that were given up. */
    waiting: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'Circular' });

export const CircularPage = pageOf(Circular);

export const CircularDetails = Circular.extend({
  html: ArticleHtml,
  /** Those without an address first, then by name; none once they are no longer kept. */
  recipients: z.array(
    z.object({
      _id: Id,
      userid: Id,
      name: z.string(),
      email: z.string().nullable(),
      /** Of those without an address. */
      phone: z.string().nullable(),
      state: z.enum(MAIL_STATES),
      sentat: Moment.nullable(),
    }),
  ),
  previous: z.string().nullable(),
  next: z.string().nullable(),
}).meta({ id: 'CircularDetails' });

export const circularEndpoints = withSchemas(circularCalls, {
  sendCircular: {
    summary:
      'Writes to families, one mail each, in Markdown and with the school’s letterhead; those without an address are named. With `dry` it only says to whom. What was sent under the same `key`, or without one by the same caller in the last minute, is not sent again: the answer is that of then.',
    refusals: ['class-not-found', 'term-not-found', 'message-to-no-one', 'message-sent-already'],
    querystring: DryQuery,
    body: z.strictObject({
      to: Aim,
      /** A dry run needs neither. */
      subject: z.optional(line(SUBJECT_MAX)),
      text: z.optional(text(CIRCULAR_MAX)),
      key: Id.min(1).optional(),
    }),
    response: { 200: Written },
  },
  browseCirculars: {
    summary: 'One page of what the school wrote to families, the newest first.',
    querystring: PageQuery,
    response: { 200: CircularPage },
  },
  readCircular: {
    summary: 'One of them, with a page of who got it and what became of each mail.',
    refusals: ['circular-not-found'],
    params: ById,
    querystring: Place,
    response: { 200: CircularDetails },
  },
});
