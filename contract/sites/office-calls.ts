import type { Calls } from '#contract/endpoint.ts';

/* The calls of admins, apart from that of calls.ts: no public page loads them. */

const admins = { admin: 'any' } as const;
/** Lessons say where they are. */
const changes = ['classes', 'timetable'] as const;

export const siteOfficeCalls = {
  addSite: { method: 'POST', url: '/sites', config: { access: admins, changes } },
  updateSite: { method: 'PUT', url: '/sites/:id', config: { access: admins, changes } },
  deleteSite: { method: 'DELETE', url: '/sites/:id', config: { access: admins, changes } },
} as const satisfies Calls;
