import type * as z from 'zod';
import { type Calls, type KeyScope, LIST_NOUNS, type OldKeyScope, WRITE_NOUNS } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

export type { KeyScope } from '#contract/endpoint.ts';
/** A key by which one of the school's own programs reads; its secret is shown once. */
export type ApiKey = z.input<typeof schema.ApiKey>;
export type NewApiKey = z.input<typeof schema.NewApiKey>;
export type KeyDraft = z.input<typeof form.KeyDraft>;

export const READ_SCOPES = LIST_NOUNS.map((noun) => `${noun}:read` as const);
export const WRITE_SCOPES = WRITE_NOUNS.map((noun) => `${noun}:write` as const);
/** Of the calls of the website, which take no key from 0.4 on. */
export const OLD_SCOPES = ['read', 'people', 'money'] as const satisfies readonly OldKeyScope[];
export const KEY_SCOPES: readonly KeyScope[] = [...READ_SCOPES, ...WRITE_SCOPES, ...OLD_SCOPES];
/** The most addresses, or ranges of them, from which one key may be used. */
export const KEY_ADDRESSES_MAX = 20;
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
