import type * as z from 'zod';
import type { SignInWithIdp, SignInWithIdpAnswer } from '#contract/protocols/identity.ts';
import { federatedId } from '#embedded/identity/accounts/accounts.ts';
import { countChange } from '#embedded/identity/accounts/credentials.ts';
import { arrive, type Conflict, link, RaceLost } from '#embedded/identity/accounts/idp-accounts.ts';
import { insertNewWayInMail } from '#embedded/identity/codes/mails.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { isOn, isProviderId, PROVIDER_NAMES } from '#embedded/identity/popup/providers.ts';
import { answerTo, enter } from '#embedded/identity/second-factor/pending-sign-ins.ts';
import { type Assertion, consumeAssertion, readAssertion } from '#embedded/identity/tokens/assertions.ts';
import { authenticate, openSignedInSession } from '#embedded/identity/tokens/tokens.ts';

const TRIES = 3;

type Input = z.output<typeof SignInWithIdp>;
type Answer = z.input<typeof SignInWithIdpAnswer>;

/**
 * Signs in, or links to the ID token's account, the person of an assertion that this service's own popup has
 * just made. An assertion is used up only when it opened an account, so that after a conflict it can still be
 * linked.
 */
export async function signInWithIdp(identity: Identity, input: Input, caller: Caller): Promise<Answer> {
  const { db, now } = identity;
  ensure(input.requestUri, 'MISSING_REQUEST_URI');
  ensure(URL.canParse(input.requestUri), 'INVALID_REQUEST_URI');
  const { token, assertion } = await readCredential(identity, input);
  const person = describe(assertion, token);
  const linked = input.idToken === undefined ? undefined : await authenticate(identity, input.idToken);
  if (linked) await countChange(identity, linked.account, linked.signIn, caller);

  const signIn = { authTime: now(), ...linked?.signIn, provider: assertion.provider };
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      const arrival = linked
        ? await link(tx, linked.account, assertion)
        : await arrive(tx, identity, assertion);
      if (!('account' in arrival)) return arrival;
      await consumeAssertion(tx, assertion);
      if (arrival.isNewWayIn) {
        const name = PROVIDER_NAMES[assertion.provider];
        await insertNewWayInMail(tx, identity, caller, arrival.account, name);
      }
      const entry = linked
        ? { refreshToken: await openSignedInSession(tx, now(), arrival.account, signIn) }
        : await enter(tx, now(), arrival.account, signIn);
      return { ...arrival, entry };
    });
  const outcome = await retried(attempt);

  if (!('account' in outcome)) return explain(outcome, person, input);
  return {
    ...person,
    localId: outcome.account.localid,
    isNewUser: outcome.isNewUser,
    ...(await answerTo(identity, caller, outcome.account, signIn, outcome.entry)),
  };
}

async function readCredential(
  identity: Identity,
  { postBody, pendingToken }: Input,
): Promise<{ token: string; assertion: Assertion }> {
  const fields = new URLSearchParams(postBody);
  const providerId = fields.get('providerId');
  const token = pendingToken || fields.get('id_token') || fields.get('access_token');
  ensure(
    token && (providerId || pendingToken),
    'INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: a token and a providerId are needed.',
  );
  ensure(
    !providerId || isProviderId(providerId),
    'OPERATION_NOT_ALLOWED : The identity provider configuration is not found.',
  );
  const assertion = await readAssertion(identity, token);
  ensure(
    !providerId || assertion.provider === providerId,
    'INVALID_IDP_RESPONSE : The sign-in happened at another provider.',
  );
  ensure(
    isOn(identity.providers, assertion.provider),
    'OPERATION_NOT_ALLOWED : The identity provider configuration is not found.',
  );
  return { token, assertion };
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RaceLost) || tries >= TRIES) throw error;
    }
  }
}

/** The part of the answer that describes the person. */
function describe(assertion: Assertion, token: string): Answer {
  const { provider, sub, email, emailVerified, name, givenName, familyName, picture, screenName } = assertion;
  const isGithub = provider === 'github.com';
  const rawUserInfo = isGithub
    ? { id: sub, login: screenName, name, email, avatar_url: picture }
    : {
        id: sub,
        name,
        given_name: givenName,
        family_name: familyName,
        email,
        verified_email: emailVerified,
        picture,
      };
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId: provider,
    federatedId: federatedId(provider, sub),
    email,
    emailVerified,
    displayName: name,
    fullName: name,
    firstName: givenName,
    lastName: familyName,
    photoUrl: picture,
    screenName,
    rawUserInfo: JSON.stringify(rawUserInfo),
    // Where the SDK looks for the credential of either provider, to link it after a conflict.
    ...(isGithub ? { oauthAccessToken: token } : { oauthIdToken: token }),
  };
}

/** Says why the sign-in did not happen, in the form the caller asked for. */
function explain(outcome: Conflict, person: Answer, { returnIdpCredential }: Input): Answer {
  if ('needConfirmation' in outcome) {
    const { needConfirmation, verifiedProvider } = outcome;
    return { ...person, localId: needConfirmation.localid, needConfirmation: true, verifiedProvider };
  }
  if (!returnIdpCredential) refuse(outcome.conflict);
  return { ...person, errorMessage: outcome.conflict };
}
