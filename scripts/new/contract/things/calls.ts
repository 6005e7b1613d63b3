import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** A thing of the school. */
export type Thing = z.input<typeof schema.Thing>;
export type ThingDraft = z.input<typeof form.ThingDraft>;

export const THING_NAME_MAX = 60;

const admins = { admin: 'any' } as const;

export const thingCalls = {
  listThings: { method: 'GET', url: '/things', config: { access: { ...admins, key: 'read' } } },
  addThing: { method: 'POST', url: '/things', config: { access: admins } },
  updateThing: { method: 'PUT', url: '/things/:id', config: { access: admins } },
  deleteThing: { method: 'DELETE', url: '/things/:id', config: { access: admins } },
} as const satisfies Calls;
