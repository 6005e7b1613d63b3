import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A requirement for opening the school, and whether it is met. */
export type GoLiveLine = z.input<typeof schema.GoLiveLine>;
export type GoLiveCode = (typeof GOLIVE_CODES)[number];

/** In the order in which an owner meets them. */
export const GOLIVE_CODES = [
  'address',
  'contact',
  'timezone',
  'privacy',
  'class',
  'sender',
  'card-events',
  'backup',
] as const;

export const goLiveCalls = {
  readGoLive: { method: 'GET', url: '/golive', config: { access: { admin: 'any', key: 'read' } } },
  /** Puts away what is still to do: the school opens without it. */
  putGoLiveAway: { method: 'PUT', url: '/golive/away', config: { access: { admin: 'any' } } },
  sendTestMail: { method: 'POST', url: '/golive/mail', config: { access: { admin: 'any' } } },
} as const satisfies Calls;
