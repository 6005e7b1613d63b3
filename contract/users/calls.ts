import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type { Role } from '#contract/endpoint.ts';
export type User = z.input<typeof schema.User>;
export type SignedInUser = z.input<typeof schema.SignedInUser>;
export type ListedUser = z.input<typeof schema.ListedUser>;
export type UserPage = z.input<typeof schema.UserPage>;

export const ROLES = ['admin', 'instructor', 'student'] as const;
/** Orders of the users' list; the name is the default. */
export const USER_COLUMNS = ['name', 'email', 'role'] as const;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 1024;

const admins = { admin: 'any' } as const;
const readers = { ...admins, key: 'people' } as const;

export const userCalls = {
  signInUser: { method: 'POST', url: '/users', config: { access: 'identity' } },
  issueAccessToken: { method: 'POST', url: '/jwt', config: { access: 'identity' } },
  listUsers: { method: 'GET', url: '/users', config: { access: readers } },
  searchUsers: { method: 'GET', url: '/users/search', config: { access: readers } },
  makeAdmin: {
    method: 'PATCH',
    url: '/users/admin/:id',
    config: { recentSignIn: true, access: admins, changes: ['timetable', 'instructors'] },
  },
  makeInstructor: {
    method: 'PATCH',
    url: '/users/instructor/:id',
    config: { recentSignIn: true, access: admins, changes: ['timetable', 'instructors'] },
  },
  makeStudent: {
    method: 'PATCH',
    url: '/users/student/:id',
    config: { access: admins, changes: ['timetable', 'instructors'] },
  },
} as const satisfies Calls;
