import type { Calls } from '#contract/endpoint.ts';

/*
 * The calls of invitations that admins make, apart from those of calls.ts: the page of a link does not load
 * them.
 */

const admins = { admin: 'any' } as const;

export const invitationOfficeCalls = {
  listInvitations: { method: 'GET', url: '/invitations', config: { access: admins } },
  addInvitation: { method: 'POST', url: '/invitations', config: { recentSignIn: true, access: admins } },
  withdrawInvitation: { method: 'DELETE', url: '/invitations/:id', config: { access: admins } },
  /** Mails it again, with a new link: the one before works no more. */
  sendInvitationAgain: {
    method: 'POST',
    url: '/invitations/:id/again',
    config: { recentSignIn: true, access: admins },
  },
} as const satisfies Calls;
