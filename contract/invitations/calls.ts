import type * as z from 'zod';
import type { Calls, Role } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** What the holder of a mailed link is asked. */
export type MailedInvitation = z.input<typeof schema.MailedInvitation>;
/** An open invitation, as admins see it. */
export type Invitation = z.input<typeof schema.Invitation>;
export type InvitationDraft = z.input<typeof form.InvitationDraft>;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** The roles in which people run the school. */
export const INVITED_ROLES = ['instructor', 'office', 'admin'] as const satisfies readonly Role[];
/** The most classes that an invited instructor is given at once. */
export const INVITED_CLASSES_MAX = 50;

/** The page that the link opens: the token is in its query, which is never logged. */
export const invitationPage = (token: string) => `/account/invitation?token=${token}`;

/** The link proves the mailbox that it was sent to, so that both are made without a sign-in, too. */
export const invitationCalls = {
  readInvitation: { method: 'GET', url: '/invitations/:token', config: { access: 'everyone' } },
  acceptInvitation: {
    method: 'POST',
    url: '/invitations/:token',
    config: { access: 'everyone', changes: ['classes', 'timetable', 'instructors'] },
  },
} as const satisfies Calls;
