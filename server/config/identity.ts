import { createPrivateKey } from 'node:crypto';
import * as z from 'zod';
import { incomplete, needing } from './faults.ts';
import { Secret, secret } from './secret.ts';
import { onOff, url, withoutSlash } from './values.ts';

/** The part that counts of the file that Google's console gives for a service account. */
const KeyFile = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string().refine(isPrivateKey),
  token_uri: z.url({ protocol: /^https?$/ }),
});

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const serviceAccount = z.string().transform((text, context) => {
  const read = KeyFile.safeParse(jsonIn(text));
  if (!read.success) {
    const message =
      'FIREBASE_SERVICE_ACCOUNT must be the key of a service account: the JSON file that Google’s console gives.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const { project_id: projectId, client_email: email, private_key: key, token_uri: tokenUrl } = read.data;
  return { projectId, email, key: new Secret(key), tokenUrl };
});

export const identityVariables = z.object({
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  FIREBASE_SERVICE_ACCOUNT: serviceAccount.optional(),
  IDENTITY_BASE_URL: url('IDENTITY_BASE_URL').optional(),
  IDENTITY_JWKS_URL: url('IDENTITY_JWKS_URL').optional(),
  ENUMERATION_PROTECTION: onOff('ENUMERATION_PROTECTION').optional(),
  REQUIRE_SECOND_FACTOR: z
    .enum(['admins', 'none'], { error: 'REQUIRE_SECOND_FACTOR must be admins or none.' })
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: secret(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: secret(),
});

type Env = z.output<typeof identityVariables>;

export const identityFaults = (env: Env): string[] => [
  ...incomplete(env, ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN']),
  ...needing(env, 'FIREBASE_SERVICE_ACCOUNT', 'FIREBASE_PROJECT_ID'),
  ...ofAnotherProject(env),
  ...needing(env, 'IDENTITY_BASE_URL', 'FIREBASE_PROJECT_ID'),
  ...needing(env, 'IDENTITY_JWKS_URL', 'FIREBASE_PROJECT_ID'),
  ...incomplete(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
  ...incomplete(env, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']),
];

const ofAnotherProject = ({ FIREBASE_PROJECT_ID: ours, FIREBASE_SERVICE_ACCOUNT: account }: Env) =>
  ours && account && account.projectId !== ours
    ? [`FIREBASE_SERVICE_ACCOUNT is one of the project ${account.projectId}, not of FIREBASE_PROJECT_ID.`]
    : [];

const provider = (clientId?: string, clientSecret?: Secret) =>
  clientId && clientSecret ? { clientId, clientSecret } : undefined;

export function identityConfig(env: Env, { isDemo, production }: { isDemo: boolean; production: boolean }) {
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
              /** What the school's own server calls with for accounts that are not the caller's. */
              serviceAccount: env.FIREBASE_SERVICE_ACCOUNT,
            }
          : undefined,
      /** Whether who works in the office and who is an admin need a second factor. */
      asksSecondFactor: (env.REQUIRE_SECOND_FACTOR ?? (production ? 'admins' : 'none')) === 'admins',
      enumerationProtection: env.ENUMERATION_PROTECTION ?? !isDemo,
      google: provider(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
      github: provider(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    },
  };
}
