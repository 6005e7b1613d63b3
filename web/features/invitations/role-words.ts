import type { InvitedRole } from '#contract/invitations/calls.ts';
import type { MessageId, PlainId } from '#languages/t.ts';

/** What each role is called for who gives it. */
export const ROLES = {
  instructor: 'invitations.instructor',
  office: 'invitations.office',
  admin: 'invitations.admin',
} as const satisfies Record<InvitedRole, PlainId>;

/** What it may, for who gives it. */
export const MAY = {
  instructor: 'invitations.instructor_may',
  office: 'users.office_means',
  admin: 'users.admin_means',
} as const satisfies Record<InvitedRole, PlainId>;

/** The page of the link. */
export const TITLES = {
  instructor: 'invitations.title_instructor',
  office: 'invitations.title_office',
  admin: 'invitations.title_admin',
} as const satisfies Record<InvitedRole, PlainId>;

export const ASKS = {
  instructor: 'invitations.asks_instructor',
  office: 'invitations.asks_office',
  admin: 'invitations.asks_admin',
} as const satisfies Record<InvitedRole, MessageId>;

export const YOU_MAY = {
  instructor: 'invitations.you_instructor',
  office: 'invitations.you_office',
  admin: 'invitations.you_admin',
} as const satisfies Record<InvitedRole, PlainId>;

/** What is said once it is accepted, and where it leads. */
export const NOW = {
  instructor: 'users.mail_now_instructor',
  office: 'users.mail_now_office',
  admin: 'users.mail_now_admin',
} as const satisfies Record<InvitedRole, PlainId>;

export const AREAS = {
  instructor: '/instructor',
  office: '/admin',
  admin: '/admin',
} as const satisfies Record<InvitedRole, string>;
