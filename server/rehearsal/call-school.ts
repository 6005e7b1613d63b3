import type { FastifyInstance } from 'fastify';

/** Calls the copy as one of its people would: through the front door, as a browser does. */
export type Visitor = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer>;
// biome-ignore lint/suspicious/noExplicitAny: what the play reads of an answer its schema holds
type Answer = { status: number; body: any };

type Keys = { identity: string; cards: string };

/** Signs people of the copy in by their password, and pays for them with a test card. */
export function visitors(app: FastifyInstance, { password, keys }: { password: string; keys: Keys }) {
  async function post(url: string, body: object, token?: string) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      payload: JSON.stringify(body),
    });
    if (answer.statusCode >= 400) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  }

  return {
    /** The calls of an account, for as long as its token lasts: an hour of the moved clock. Throws. */
    async signIn({ email, name }: { email: string; name: string }): Promise<Visitor> {
      const way = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${keys.identity}`;
      const { idToken } = await post(way, { email, password, returnSecureToken: true });
      await post('/api/users', { email, name }, idToken);
      const { token } = await post('/api/jwt', { email }, idToken);
      return async (method, path, body) => {
        const answer = await app.inject({
          method,
          url: `/api${path}`,
          headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { payload: JSON.stringify(body) }),
        });
        return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
      };
    },

    /** Confirms a payment as the card service's own script does in a browser; gives its id. */
    async pay(clientSecret: string): Promise<string> {
      const id = clientSecret.split('_secret_')[0] ?? '';
      const answer = await app.inject({
        method: 'POST',
        url: `/cards/v1/payment_intents/${id}/confirm`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          key: keys.cards,
          client_secret: clientSecret,
          payment_method: 'pm_card_visa',
        }).toString(),
      });
      if (answer.statusCode >= 400) throw new Error(`The card was refused: ${answer.body}`);
      return id;
    },
  };
}
