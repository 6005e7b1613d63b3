import { randomUUID } from 'node:crypto';
import { errors } from 'jose';
import * as z from 'zod';
import { IDENTITY_TOOLKIT } from '#contract/protocols/identity.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { AccountRow } from '#embedded/identity/tables.ts';

/*
 * OWASP's "device cookies": a browser in which the owner has signed in lately counts for itself, so that
 * others who guess at the account never keep its owner out.
 */

const NAME = 'cadenza-known';
const LIFE_S = 90 * 24 * 60 * 60;
const TYP = 'known+jwt';
const ISSUER = 'cadenza:known';
/** A family shares a tablet. */
const ACCOUNTS_MAX = 4;

/** A browser, and the accounts it knows, the latest first, each at the epoch at which it was opened there. */
const Known = z.object({ jti: z.uuid(), accounts: z.array(z.tuple([z.string(), z.number()])) });
type Known = z.output<typeof Known>;

type Account = Pick<AccountRow, 'localid' | 'epoch'>;

const audienceOf = (projectId: string) => `${projectId}:known`;

async function read({ keys, projectId, now }: Identity, { cookies }: Caller): Promise<Known | undefined> {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  if (!value) return undefined;
  const options = {
    issuer: ISSUER,
    audience: audienceOf(projectId),
    typ: TYP,
    requiredClaims: ['exp'],
    currentDate: new Date(now()),
  };
  try {
    return Known.parse(await keys.verify(value, options));
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The browser that asks, where the account was opened in it lately and has not changed its ways in since. */
export async function knownBrowser(
  identity: Identity,
  caller: Caller,
  { localid, epoch }: Account,
): Promise<string | undefined> {
  const known = await read(identity, caller);
  return known?.accounts.some(([id, at]) => id === localid && at === epoch) ? known.jti : undefined;
}

/** Lets the browser that asks be known to have opened the account. */
export async function rememberBrowser(
  identity: Identity,
  caller: Caller,
  { localid, epoch }: Account,
): Promise<void> {
  const known = await read(identity, caller);
  const others = known?.accounts.filter(([id]) => id !== localid) ?? [];
  const accounts = [[localid, epoch], ...others].slice(0, ACCOUNTS_MAX);
  const iat = Math.floor(identity.now() / 1000);
  const claims = {
    jti: known?.jti ?? randomUUID(),
    accounts,
    iss: ISSUER,
    aud: audienceOf(identity.projectId),
    iat,
    exp: iat + LIFE_S,
  };
  const value = await identity.keys.sign(claims, TYP);
  const secure = caller.origin.startsWith('https:') ? '; Secure' : '';
  caller.setCookie(
    `${NAME}=${value}; Path=${IDENTITY_TOOLKIT}; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${secure}`,
  );
}
