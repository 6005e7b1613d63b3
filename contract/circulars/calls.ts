import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** What the school writes to many families at once, on the wire `message`. */
export type Circular = z.input<typeof schema.Circular>;
export type CircularPage = z.input<typeof schema.CircularPage>;
export type CircularDetails = z.input<typeof schema.CircularDetails>;
export type CircularRecipient = CircularDetails['recipients'][number];
/** What sending one does, or with `dry` would do. */
export type Written = z.input<typeof schema.Written>;
export type CircularAim = z.input<typeof schema.Aim>;

export const SUBJECT_MAX = 150;
export const CIRCULAR_MAX = 5000;

/** Recipients on a page of one. */
export const RECIPIENTS_PER_PAGE = 100;

/** The most that one account sends within 24 hours. */
export const CIRCULARS_A_DAY = 20;
/** How long it is kept who got one, in days: as long as the mails are. */
export const RECIPIENT_DAYS = 90;
/** How long one is kept itself. */
export const CIRCULAR_DAYS = 730;

export const AIMS = ['class', 'term', 'owing'] as const;

/**
 * What has become of a mail: `unreached` without an address to send it to, `ended` where it was not to be
 * sent any more or is no longer kept.
 */
export const MAIL_STATES = ['sent', 'waiting', 'failed', 'unreached', 'ended'] as const;
export type MailState = (typeof MAIL_STATES)[number];

const office = { office: 'any', admin: 'any' } as const;

/** No API key: they name people, and write to them. */
export const circularCalls = {
  sendCircular: { method: 'POST', url: '/messages', config: { access: office } },
  browseCirculars: { method: 'GET', url: '/messages', config: { access: office } },
  readCircular: { method: 'GET', url: '/messages/:id', config: { access: office } },
} as const satisfies Calls;
