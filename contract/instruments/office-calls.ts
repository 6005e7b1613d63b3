import type { Calls } from '#contract/endpoint.ts';

/* The calls of admins, apart from that of calls.ts: no public page loads them. */

const admins = { admin: 'any' } as const;
/** The list of classes can be narrowed to them, and instructors say which of them they play. */
const changes = ['classes', 'instructors'] as const;

export const instrumentOfficeCalls = {
  addInstrument: { method: 'POST', url: '/instruments', config: { access: admins, changes } },
  updateInstrument: { method: 'PUT', url: '/instruments/:id', config: { access: admins, changes } },
  deleteInstrument: { method: 'DELETE', url: '/instruments/:id', config: { access: admins, changes } },
} as const satisfies Calls;
