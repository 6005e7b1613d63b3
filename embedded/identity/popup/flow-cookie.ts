import { errors } from 'jose';
import * as z from 'zod';
import type { Identity } from '#embedded/identity/options.ts';
import type { Flow } from './oauth.ts';

const NAME = 'cadenza-sign-in';
const PATH = '/identity';
const LIFE_S = 600;
const TYP = 'flow+jwt';
const ISSUER = 'cadenza:popup';

/**
 * A sign-in that is under way at a provider: whose popup it is, in which language, and what has to match when it
 * comes back.
 */
export type PendingFlow = Flow & {
  provider: 'google.com' | 'github.com';
  popupState: string;
  lang?: string | undefined;
};

const Pending = z.object({
  provider: z.enum(['google.com', 'github.com']),
  popupState: z.string(),
  lang: z.string().optional(),
  verifier: z.string(),
  state: z.string(),
  nonce: z.string().optional(),
});

const audienceOf = (projectId: string) => `${projectId}:flow`;

const cookie = (value: string, maxAge: number, origin: string) => {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${value}; Path=${PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
};

/**
 * A `Set-Cookie` that keeps the flow, signed, in the browser that began it: any process can continue it, but
 * no other browser.
 */
export async function keepFlow(
  { keys, projectId, now }: Identity,
  flow: PendingFlow,
  origin: string,
): Promise<string> {
  const iat = Math.floor(now() / 1000);
  const claims = { ...flow, iss: ISSUER, aud: audienceOf(projectId), iat, exp: iat + LIFE_S };
  return cookie(await keys.sign(claims, TYP), LIFE_S, origin);
}

/** The `Set-Cookie` that forgets the flow. */
export const forgetFlow = (origin: string) => cookie('', 0, origin);

/**
 * The flow that this browser began, by its `Cookie` header; undefined when there is none or it has run out.
 */
export async function findFlow(
  { keys, projectId, now }: Identity,
  header: string | undefined,
): Promise<PendingFlow | undefined> {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  if (!value) return undefined;
  const audience = audienceOf(projectId);
  const options = {
    issuer: ISSUER,
    audience,
    typ: TYP,
    requiredClaims: ['exp'],
    currentDate: new Date(now()),
  };
  try {
    return Pending.parse(await keys.verify(value, options));
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
