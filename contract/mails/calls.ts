import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A mail that could not be sent yet, or was given up. */
export type FailedMail = z.input<typeof schema.FailedMail>;
export type FailedMailPage = z.input<typeof schema.FailedMailPage>;

const office = { office: 'any', admin: 'any' } as const;

/** The lists name people by their addresses. */
export const mailCalls = {
  listFailedMails: { method: 'GET', url: '/mails/failed', config: { access: { ...office, key: 'people' } } },
  browseFailedMails: {
    method: 'GET',
    url: '/mails/failed/page',
    config: { access: { ...office, key: 'people' } },
  },
  retryMail: { method: 'POST', url: '/mails/:id/retry', config: { access: office } },
} as const satisfies Calls;
