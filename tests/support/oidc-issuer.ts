import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { interactionPolicy, Provider } from 'oidc-provider';

export type OidcPerson = { sub: string } & Record<string, unknown>;

export const OIDC_CLIENT = { clientId: 'the-school', clientSecret: 'the-schools-secret-of-some-length' };

/**
 * A real OpenID Connect issuer on a free port, at which whoever comes is `issuer.person` at once; with none,
 * they say no. It insists on PKCE.
 */
export async function openIssuer(redirectUri: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: { person: OidcPerson | undefined } = { person: undefined };

  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'picture'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...state.person, sub: accountId }),
    }),
    interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    if (!state.person) {
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    }
    const accountId = state.person.sub;
    const grant = new provider.Grant({ accountId, clientId: params.client_id ?? '' });
    grant.addOIDCScope(params.scope ?? '');
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, {
      login: { accountId },
      consent,
      select_account: {},
    });
  }
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) answer(request, response);
    else serve(request, response);
  });

  /**
   * Goes where the browser is sent, with its cookies, until it is sent back to the school; gives that
   * address.
   */
  async function follow(start: string): Promise<URL> {
    const jar = new Map<string, string>();
    let url = new URL(start);
    while (url.origin === origin) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    return url;
  }

  return {
    origin,
    state,
    follow,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
