import type { Calls } from '#contract/endpoint.ts';

/* The calls of admins, apart from that of calls.ts: no public page loads them. */

const admins = { admin: 'any' } as const;
const changes = ['classes', 'timetable'] as const;

export const termOfficeCalls = {
  addTerm: { method: 'POST', url: '/terms', config: { access: admins, changes } },
  updateTerm: { method: 'PUT', url: '/terms/:id', config: { access: admins, changes } },
  copyTerm: {
    method: 'POST',
    url: '/terms/:id/copy',
    config: { access: admins, changes: [...changes, 'instructors'] },
  },
  deleteTerm: { method: 'DELETE', url: '/terms/:id', config: { access: admins, changes } },
} as const satisfies Calls;
