import { randomUUID } from 'node:crypto';
import { errors } from 'jose';
import { nameFrom } from '#contract/protocols/identity.ts';
import { refuse } from '#embedded/identity/errors.ts';
import type { Identity } from '#embedded/identity/options.ts';
import type { IdentityDb, ProviderId } from '#embedded/identity/tables.ts';

const ASSERTION_MS = 5 * 60_000;
const ISSUER = 'cadenza:popup';
/**
 * RFC 8725, section 3.11: a `typ` of its own, so that no other JWT of ours passes as one, nor it as another.
 */
const TYP = 'idp+jwt';
const URL_MAX = 2048;

/** What a provider said of the person who has just signed in there. */
export type Person = {
  provider: ProviderId;
  sub: string;
  email: string;
  emailVerified: boolean;
  name?: string;
  givenName?: string;
  familyName?: string;
  picture?: string;
  screenName?: string;
};

/** A person, and the id under which this assertion about them can be used up. */
export type Assertion = Person & { jti: string; expiresAt: number };

const audienceOf = (projectId: string) => `${projectId}:sign-in`;

const PICTURE = /^https?:\/\/[^\s<>"'`\\]+$|^\/[a-z][^\s<>"'`\\]*$/i;

const named = (text: string | undefined) => nameFrom(text ?? '') || undefined;
const isPicture = (url: string) => url.length <= URL_MAX && url.isWellFormed() && PICTURE.test(url);

/** Says, signed, that a provider vouches for this person now; counts once and for five minutes. */
export function signAssertion({ keys, projectId, now }: Identity, person: Person): Promise<string> {
  const iat = Math.floor(now() / 1000);
  const { provider, sub, email, emailVerified, picture } = person;
  const claims = {
    iss: ISSUER,
    aud: audienceOf(projectId),
    jti: randomUUID(),
    iat,
    exp: iat + ASSERTION_MS / 1000,
    sub,
    person: {
      provider,
      sub,
      email,
      emailVerified,
      name: named(person.name),
      givenName: named(person.givenName),
      familyName: named(person.familyName),
      screenName: named(person.screenName),
      picture: picture && isPicture(picture) ? picture : undefined,
    },
  };
  return keys.sign(claims, TYP);
}

/** What an assertion of ours says; throws INVALID_IDP_RESPONSE for any other token. */
export async function readAssertion({ keys, projectId, now }: Identity, token: string): Promise<Assertion> {
  try {
    const claims = await keys.verify(token, {
      issuer: ISSUER,
      audience: audienceOf(projectId),
      typ: TYP,
      requiredClaims: ['jti', 'exp', 'sub', 'person'],
      currentDate: new Date(now()),
    });
    const person = claims.person as Person;
    return { ...person, jti: String(claims.jti), expiresAt: Number(claims.exp) * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError)
      refuse('INVALID_IDP_RESPONSE : The sign-in at the provider is not valid any more.');
    throw error;
  }
}

/** Uses an assertion up; throws INVALID_IDP_RESPONSE when that has happened before. */
export async function consumeAssertion(tx: IdentityDb, { jti, expiresAt }: Assertion): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_used_assertions')
    .values({ jti, expiresat: expiresAt })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) {
    refuse('INVALID_IDP_RESPONSE : The sign-in at the provider has been used already.');
  }
}
