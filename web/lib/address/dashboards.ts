import type { Role } from '#contract/users/calls.ts';

/** Where each role has its own first page. */
export const DASHBOARDS: Readonly<Record<Role, string>> = {
  admin: '/admin',
  office: '/admin',
  instructor: '/instructor',
  student: '/student',
};
