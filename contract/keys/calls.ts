import type * as z from 'zod';
import type { Calls, KeyScope } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

export type { KeyScope } from '#contract/endpoint.ts';
/** A key by which one of the school's own programs reads; its secret is shown once. */
export type ApiKey = z.input<typeof schema.ApiKey>;
export type NewApiKey = z.input<typeof schema.NewApiKey>;
export type KeyDraft = z.input<typeof form.KeyDraft>;

export const KEY_SCOPES = ['read', 'people', 'money'] as const satisfies readonly KeyScope[];
/** The longest time that a key may work, in days; also the default. */
export const KEY_DAYS_MAX = 365;
export const KEY_NAME_MAX = 60;
/** The most keys that a school has at once. */
export const KEYS_MAX = 30;

const admins = { admin: 'any' } as const;

/** No key may make these calls, or it could make further keys. */
export const keyCalls = {
  listKeys: { method: 'GET', url: '/keys', config: { access: admins } },
  addKey: { method: 'POST', url: '/keys', config: { recentSignIn: true, access: admins } },
  revokeKey: { method: 'DELETE', url: '/keys/:id', config: { access: admins } },
} as const satisfies Calls;
