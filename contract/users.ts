import type * as z from 'zod';
import type { Calls } from './endpoint.ts';
import type * as schema from './users.schema.ts';

export type { Role } from './endpoint.ts';
export type User = z.input<typeof schema.User>;
export type UserPage = z.input<typeof schema.UserPage>;
export type Instructor = z.input<typeof schema.Instructor>;

export const ROLES = ['admin', 'instructor', 'student'] as const;
/** What admins may order the users by; they come by name. */
export const USER_COLUMNS = ['name', 'email', 'role'] as const;
export const NAME_MAX = 120;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 1024;

/** The spec's five registration checks in their order; the first that fails is the sentence to show. */
export function findRegistrationFault(email: string, password: string, confirm: string): string | undefined {
  if (!email || !password) return "Password or email can't be empty";
  if (confirm !== password) return "Password Doesn't Match";
  return findPasswordFault(password);
}

/** What the spec asks of a password itself; the first check that fails is the sentence. */
export function findPasswordFault(password: string): string | undefined {
  if (!/\p{Lu}/u.test(password)) return 'Missing Capital letter';
  if (!/[^\p{L}\p{N}]/u.test(password)) return 'Missing Special Character';
  if (password.length < PASSWORD_MIN) return 'Password Must be more than 6';
}

const admins = { admin: 'any' } as const;

export const userCalls = {
  signInUser: { method: 'POST', url: '/users', config: { access: 'identity' } },
  issueAccessToken: { method: 'POST', url: '/jwt', config: { access: 'identity' } },
  listUsers: { method: 'GET', url: '/users', config: { access: admins } },
  searchUsers: { method: 'GET', url: '/users/search', config: { access: admins } },
  makeAdmin: {
    method: 'PATCH',
    url: '/users/admin/:id',
    config: { access: admins, changes: ['instructors'] },
  },
  makeInstructor: {
    method: 'PATCH',
    url: '/users/instructor/:id',
    config: { access: admins, changes: ['instructors'] },
  },
  makeStudent: {
    method: 'PATCH',
    url: '/users/student/:id',
    config: { access: admins, changes: ['instructors'] },
  },
  listInstructors: {
    method: 'GET',
    url: '/instructor/all',
    config: { access: 'everyone', shows: 'instructors' },
  },
} as const satisfies Calls;
