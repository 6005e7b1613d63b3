import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A line of the school's log: who changed which role or class, and when. */
export type Change = z.input<typeof schema.Change>;
export type ChangePage = z.input<typeof schema.ChangePage>;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

export const CHANGE_SUBJECTS = [
  'class',
  'lesson',
  'family',
  'user',
  'payment',
  'question',
  'integration',
  'school',
  'mail',
] as const;
export const CHANGE_ACTIONS = [
  'added',
  'updated',
  'approved',
  'denied',
  'accepted',
  'feedback',
  'resubmitted',
  'deleted',
  'teacher',
  'role',
  'words-cleared',
  'cancelled',
  'repaired',
  'kept',
  'noted',
  'partly-refunded',
  'refunded-outside',
  'disputed',
  'dispute-lost',
  'refund-failed',
  'key-made',
  'key-revoked',
  'webhook-made',
  'webhook-deleted',
  'webhook-stopped',
  'webhook-resumed',
  'mail-retried',
  'imported',
  'import-undone',
  'families-told',
  'enrolled-by-hand',
  'paid',
  'owed-back',
  'given-back',
  'struck',
  'merged',
  'parted',
  'place-offered',
  'waiting-removed',
  'place-moved',
  'lesson-moved',
  'lesson-length',
  'lesson-cancelled',
  'lesson-made-up',
  'lesson-room',
  'lesson-teacher',
  'lesson-reason',
  'guardian-asked',
  'guardian-accepted',
  'guardian-rights',
  'guardian-ended',
  'takeover-offered',
  'takeover-accepted',
  'takeover-back',
  'claim-withdrawn',
  'family-claimed',
  'answered',
] as const;

export const changeCalls = {
  listChanges: { method: 'GET', url: '/changes', config: { access: { admin: 'any', key: 'people' } } },
} as const satisfies Calls;
