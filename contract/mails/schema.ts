import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Id, Moment, PageQuery, pageOf, Updated } from '#contract/primitives.schema.ts';
import { mailCalls } from './calls.ts';

export const FailedMail = z.object({
  _id: Id,
  /** The kind of mail, such as `enrolled`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** The mail server's last answer. */
  error: z.string(),
  /** Since it was written, or since it was last sent again. */
  attempts: z.int(),
  createdat: Moment,
  /** When it is tried next; null where it was given up. */
  nextat: Moment.nullable(),
  /** Whether it can be sent again: mails that open an account, or would come too late, are not kept. */
  isretryable: z.boolean(),
});

export const FailedMailPage = pageOf(FailedMail);

export const mailEndpoints = withSchemas(mailCalls, {
  listFailedMails: {
    summary: 'Every mail that could not be sent so far or was given up, the newest first.',
    pagedBy: mailCalls.browseFailedMails,
    response: { 200: z.array(FailedMail) },
  },
  browseFailedMails: {
    summary: 'One page of the same.',
    querystring: PageQuery,
    response: { 200: FailedMailPage },
  },
  retryMail: {
    summary: 'Sends a mail again, now; a day counts from then on until it is given up.',
    refusals: ['mail-not-found', 'mail-not-kept'],
    params: ById,
    response: { 200: Updated },
  },
});
