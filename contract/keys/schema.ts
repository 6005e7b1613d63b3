import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Deleted, Id, Moment } from '#contract/primitives.schema.ts';
import { KEY_SCOPES, keyCalls } from './calls.ts';
import { KeyDraft } from './form.ts';

export const KeyScopes = z.array(z.enum(KEY_SCOPES));

export const ApiKey = z
  .object({
    _id: Id,
    name: z.string(),
    /** The first characters of the key, by which admins recognise it. */
    prefix: z.string(),
    scopes: KeyScopes,
    /** The admin who made it; it ends with that admin's role. */
    madeby: z.string(),
    /** The last day on which it opens anything. */
    until: z.iso.date(),
    /** From where it may be used, in CIDR notation; empty: from anywhere. */
    addresses: z.array(z.string()),
    createdat: Moment,
    /** When it was last used, to the minute; null if it was never used. */
    usedat: Moment.nullable(),
  })
  .meta({ id: 'ApiKey' });

/** The only answer that carries the secret. */
export const NewApiKey = ApiKey.extend({ secret: z.string() }).meta({ id: 'NewApiKey' });

export const keyEndpoints = withSchemas(keyCalls, {
  listKeys: { summary: 'Every API key, the newest first.', response: { 200: z.array(ApiKey) } },
  addKey: {
    summary: 'Makes an API key; the answer alone carries what opens it.',
    refusals: ['too-many-keys'],
    body: KeyDraft,
    response: { 200: NewApiKey },
  },
  revokeKey: {
    summary: 'Revokes an API key: from the next call on it opens nothing.',
    refusals: ['key-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
});
