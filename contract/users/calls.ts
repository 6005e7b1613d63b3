import type * as z from 'zod';
import type { Calls, OfficeRole, Role } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type { Role } from '#contract/endpoint.ts';
export type User = z.input<typeof schema.User>;
export type SignedInUser = z.input<typeof schema.SignedInUser>;
export type ListedUser = z.input<typeof schema.ListedUser>;
export type UserPage = z.input<typeof schema.UserPage>;

export const ROLES = ['admin', 'office', 'instructor', 'student'] as const;

/** Whether a role is of those who run the school. */
export const isOffice = (role: Role): role is OfficeRole => role === 'admin' || role === 'office';

/** Orders of the users' list; the name is the default. */
export const USER_COLUMNS = ['name', 'email', 'role'] as const;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 1024;

export const userCalls = {
  signInUser: { method: 'POST', url: '/users', config: { access: 'identity' } },
  issueAccessToken: { method: 'POST', url: '/jwt', config: { access: 'identity' } },
} as const satisfies Calls;
