import * as z from 'zod';
import { incomplete, needing } from './faults.ts';
import { type Secret, secret } from './secret.ts';
import { onOff, url, withoutSlash } from './values.ts';

export const identityVariables = z.object({
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  IDENTITY_BASE_URL: url('IDENTITY_BASE_URL').optional(),
  IDENTITY_JWKS_URL: url('IDENTITY_JWKS_URL').optional(),
  ENUMERATION_PROTECTION: onOff('ENUMERATION_PROTECTION').optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: secret(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: secret(),
});

type Env = z.output<typeof identityVariables>;

export const identityFaults = (env: Env): string[] => [
  ...incomplete(env, ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN']),
  ...needing(env, 'IDENTITY_BASE_URL', 'FIREBASE_PROJECT_ID'),
  ...needing(env, 'IDENTITY_JWKS_URL', 'FIREBASE_PROJECT_ID'),
  ...incomplete(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
  ...incomplete(env, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']),
];

const provider = (clientId?: string, clientSecret?: Secret) =>
  clientId && clientSecret ? { clientId, clientSecret } : undefined;

export function identityConfig(env: Env, { isDemo }: { isDemo: boolean }) {
  return {
    identity: {
      projectId: env.FIREBASE_PROJECT_ID ?? 'cadenza-school',
      apiKey: env.FIREBASE_API_KEY ?? 'cadenza-web',
      /** The hosted service; `baseUrl` and `jwksUrl` are where another than the vendor's own answers. */
      hosted:
        env.FIREBASE_PROJECT_ID && env.FIREBASE_AUTH_DOMAIN
          ? {
              authDomain: env.FIREBASE_AUTH_DOMAIN,
              baseUrl: withoutSlash(env.IDENTITY_BASE_URL),
              jwksUrl: env.IDENTITY_JWKS_URL,
            }
          : undefined,
      enumerationProtection: env.ENUMERATION_PROTECTION ?? !isDemo,
      google: provider(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
      github: provider(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    },
  };
}
