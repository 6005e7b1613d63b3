import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** A building in which the school teaches. */
export type Site = z.input<typeof schema.Site>;
export type SiteDraft = z.input<typeof form.SiteDraft>;

export const SITE_NAME_MAX = 60;
export const DIRECTIONS_MAX = 300;

export const siteCalls = {
  listSites: { method: 'GET', url: '/sites', config: { access: 'everyone', shows: 'timetable' } },
} as const satisfies Calls;
