import { discovery } from 'openid-client';
import { readKnownEmail } from '#embedded/identity/accounts/accounts.ts';
import type { GoogleOptions } from '#embedded/identity/options.ts';
import { extensionsFor, type OAuthProvider, oauthProvider } from './oauth.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Google, by OpenID Connect; another issuer may be configured in its place. */
export function googleProvider({
  clientId,
  clientSecret,
  issuer = 'https://accounts.google.com',
}: GoogleOptions): OAuthProvider {
  return oauthProvider({
    configure: () =>
      discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute: extensionsFor(issuer),
      }),
    scope: 'openid email profile',
    isOpenId: true,
    parameters: { prompt: 'select_account' },
    async readPerson(_config, granted) {
      const claims = granted.claims();
      if (!claims) throw new Error('The provider answered no ID token.');
      return {
        provider: 'google.com',
        sub: claims.sub,
        email: readKnownEmail(text(claims.email) ?? ''),
        emailVerified: claims.email_verified === true,
        name: text(claims.name),
        givenName: text(claims.given_name),
        familyName: text(claims.family_name),
        picture: text(claims.picture),
      };
    },
  });
}
