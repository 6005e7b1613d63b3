import type { Calls } from '#contract/endpoint.ts';

const office = { office: 'any', admin: 'any' } as const;

/** What teachers and the office make; no public page loads them. */
export const wishOfficeCalls = {
  readWishGrid: {
    method: 'GET',
    url: '/wishes/grid',
    config: { access: { instructor: 'any', ...office } },
  },
  inviteWishers: {
    method: 'POST',
    url: '/wishes/invite',
    config: { access: office, changes: ['classes'] },
  },
} as const satisfies Calls;
