import type { Calls } from '#contract/endpoint.ts';

/*
 * The calls of users that the office makes, apart from those of calls.ts: no other page loads them.
 */

const admins = { admin: 'any' } as const;
const readers = { ...admins, key: 'people' } as const;

export const userOfficeCalls = {
  listUsers: { method: 'GET', url: '/users', config: { access: readers } },
  searchUsers: {
    method: 'GET',
    url: '/users/search',
    config: { access: { office: 'any', ...readers } },
  },
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
  makeOffice: {
    method: 'PATCH',
    url: '/users/office/:id',
    config: { recentSignIn: true, access: admins, changes: ['timetable', 'instructors'] },
  },
  makeStudent: {
    method: 'PATCH',
    url: '/users/student/:id',
    config: { access: admins, changes: ['timetable', 'instructors'] },
  },
  /** Whether a user's account has a second factor. */
  readSecondFactor: { method: 'GET', url: '/users/:id/second-factor', config: { access: admins } },
  /** Takes away the one that a user has lost. */
  resetSecondFactor: {
    method: 'POST',
    url: '/users/:id/second-factor/reset',
    config: { recentSignIn: true, access: admins },
  },
} as const satisfies Calls;
