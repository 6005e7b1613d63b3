import { Configuration, fetchProtectedResource } from 'openid-client';
import * as z from 'zod';
import { readKnownEmail } from '#embedded/identity/accounts/accounts.ts';
import type { GithubOptions } from '#embedded/identity/options.ts';
import { extensionsFor, type OAuthProvider, oauthProvider } from './oauth.ts';

/** GitHub REST API, "Get the authenticated user" and "List email addresses for the authenticated user". */
const User = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub, by plain OAuth 2.0: its REST API says who signed in, and only the primary address counts. */
export function githubProvider({
  clientId,
  clientSecret,
  baseUrl = 'https://github.com',
  apiUrl = 'https://api.github.com',
}: GithubOptions): OAuthProvider {
  return oauthProvider({
    async configure() {
      const server = {
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}/login/oauth/authorize`,
        token_endpoint: `${baseUrl}/login/oauth/access_token`,
      };
      const config = new Configuration(server, clientId, clientSecret);
      for (const extend of extensionsFor(baseUrl)) extend(config);
      return config;
    },
    scope: 'read:user user:email',
    isOpenId: false,
    async readPerson(config, { access_token }) {
      const read = async (path: string) => {
        const url = new URL(`${apiUrl}${path}`);
        const response = await fetchProtectedResource(config, access_token, url, 'GET');
        if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}.`);
        return response.json();
      };
      const [user, emails] = [User.parse(await read('/user')), Emails.parse(await read('/user/emails'))];
      const primary = emails.find((one) => one.primary);
      return {
        provider: 'github.com',
        sub: String(user.id),
        email: readKnownEmail(primary?.email ?? ''),
        emailVerified: primary?.verified ?? false,
        name: user.name ?? user.login,
        picture: user.avatar_url ?? undefined,
        screenName: user.login,
      };
    },
  });
}
