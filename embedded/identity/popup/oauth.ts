import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Person } from '#embedded/identity/tokens/assertions.ts';

/** What has to survive between leaving for the provider and coming back from it. */
export type Flow = { verifier: string; state: string; nonce?: string };

type Granted = Awaited<ReturnType<typeof authorizationCodeGrant>>;

/**
 * A provider for signing in by OAuth 2.0's authorization code flow (RFC 6749, section 4.1) with PKCE (RFC
 * 7636).
 */
export type OAuthProvider = {
  /**
   * Where to send the browser, which is to come back to `redirectUri`. Rejects when the provider cannot be
   * reached.
   */
  leave(redirectUri: string): Promise<{ url: URL; flow: Flow }>;
  /**
   * The person who came back to `currentUrl`. Rejects with openid-client's errors, or when the provider gives
   * no address.
   */
  comeBack(currentUrl: URL, flow: Flow): Promise<Person>;
};

type Options = {
  configure: () => Promise<Configuration>;
  scope: string;
  /** OpenID Connect providers answer an ID token, which is bound by a nonce. */
  isOpenId: boolean;
  /** More parameters of the authorization request. */
  parameters?: Record<string, string>;
  readPerson: (config: Configuration, granted: Granted) => Promise<Person>;
};

/** Builds a provider; its configuration is read at first use and kept once it could be read. */
export function oauthProvider({
  configure,
  scope,
  isOpenId,
  parameters,
  readPerson,
}: Options): OAuthProvider {
  let kept: Promise<Configuration> | undefined;
  const configured = () => {
    kept ??= configure().catch((error) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
  return {
    async leave(redirectUri) {
      const flow: Flow = {
        verifier: randomPKCECodeVerifier(),
        state: randomState(),
        ...(isOpenId && { nonce: randomNonce() }),
      };
      const url = buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope,
        state: flow.state,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(flow.nonce && { nonce: flow.nonce }),
        ...parameters,
      });
      return { url, flow };
    },
    async comeBack(currentUrl, { verifier, state, nonce }) {
      const config = await configured();
      const granted = await authorizationCodeGrant(config, currentUrl, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        ...(isOpenId && { expectedNonce: nonce, idTokenExpected: true }),
      });
      return readPerson(config, granted);
    },
  };
}

/**
 * openid-client's options for a provider at `address`: plain http only where it is configured so, on this
 * machine.
 */
export const extensionsFor = (address: string): ((config: Configuration) => void)[] =>
  new URL(address).protocol === 'http:' ? [allowInsecureRequests] : [];
