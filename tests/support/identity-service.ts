import fastify, { type FastifyInstance } from 'fastify';
import type { IdentityOptions, Mail } from '#embedded/identity/options.ts';
import { identityService } from '#embedded/identity/plugin.ts';
import { type IdentityTables, identityTables } from '#embedded/identity/tables.ts';
import { migrate, type OpenDatabase, openSqliteInMemory } from '#server/database/open.ts';

export const API_KEY = 'test-key';
export const PROJECT_ID = 'test-school';
export const ORIGIN = 'http://school.test';
/** Where the clock of a fresh service stands. */
export const START_MS = Date.UTC(2030, 0, 7, 9);
export const PASSWORD = 'Correct-horse1';

export type Answer = {
  status: number;
  body: Record<string, unknown>;
  message: string | undefined;
  /** What the browser would send back. */
  cookie: string | undefined;
};

/** From where a call comes. */
export type From = { from?: string; cookie?: string | undefined };

/** An identity service on a database in memory, a clock that tests move, and the mails it sent. */
export type TestIdentity = Awaited<ReturnType<typeof openIdentity>>;

export async function openIdentity(
  options: Partial<IdentityOptions> & { database?: OpenDatabase<IdentityTables> } = {},
) {
  const { database = openSqliteInMemory<IdentityTables>(), ...rest } = options;
  await migrate(database.db, identityTables);
  const clock = { now: START_MS };
  const mails: (Mail & { text: string })[] = [];
  const app: FastifyInstance = fastify({ trustProxy: true, forceCloseConnections: true });
  await app.register(identityService, {
    db: database.db,
    projectId: PROJECT_ID,
    apiKey: API_KEY,
    now: () => clock.now,
    insertMail: async (_tx, mail) => {
      mails.push({ ...mail, text: textOf(mail) });
    },
    deleteUnsentMails: async (_tx, which) => {
      const isMeant = (mail: Mail) =>
        mail.kind === which.kind && ('to' in which ? mail.to === which.to : mail.ref === which.ref);
      mails.splice(0, mails.length, ...mails.filter((mail) => !isMeant(mail)));
    },
    schoolName: async () => 'Test School',
    originOf: () => ORIGIN,
    actionPath: '/account/action',
    ...rest,
  });

  /** Sends a body as given; `from` is the caller's IP address. */
  async function post(
    path: string,
    body: unknown,
    { from = '203.0.113.7', cookie }: From = {},
  ): Promise<Answer> {
    const isText = typeof body === 'string';
    const response = await app.inject({
      method: 'POST',
      url: `${path}?key=${API_KEY}`,
      headers: {
        'content-type':
          isText && !body.startsWith('{') ? 'application/x-www-form-urlencoded' : 'application/json',
        'x-forwarded-for': from,
        ...(cookie && { cookie }),
      },
      payload: isText ? body : JSON.stringify(body),
    });
    const answer = response.json<Record<string, unknown>>();
    const message = (answer.error as { message?: string } | undefined)?.message;
    const [set] = [response.headers['set-cookie'] ?? []].flat();
    return { status: response.statusCode, body: answer, message, cookie: set?.split(';')[0] };
  }

  /** Makes one call `accounts:<name>`. */
  const call = (name: string, body: unknown, options?: From) =>
    post(`/identitytoolkit.googleapis.com/v1/accounts:${name}`, body, options);

  /** Makes one call of the second factor, `mfaEnrollment:start` and the like. */
  const mfa = (name: string, body: unknown, options?: From) =>
    post(`/identitytoolkit.googleapis.com/v2/accounts/${name}`, body, options);

  /** Makes a call that has to succeed. */
  async function ok(name: string, body: unknown): Promise<Record<string, unknown>> {
    const answer = await call(name, body);
    if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const signUp = async (email: string, password = PASSWORD) => {
    const body = await ok('signUp', { email, password, returnSecureToken: true });
    return {
      localId: String(body.localId),
      idToken: String(body.idToken),
      refreshToken: String(body.refreshToken),
    };
  };
  const refresh = (refreshToken: string) =>
    post(
      '/securetoken.googleapis.com/v1/token',
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
    );
  /** The code in the newest mail to this address. */
  const mailedCode = (to: string) => {
    const mail = mails.findLast((one) => one.to === to);
    const link = mail?.text.match(/^http\S+$/m)?.[0];
    if (!link) throw new Error(`No mail to ${to}.`);
    return new URL(link).searchParams.get('oobCode') ?? '';
  };

  /** Chooses a demo person in the popup; gives the `postBody` that its last page posts. */
  async function choose(provider: 'google.com' | 'github.com', person: number): Promise<string> {
    const form = { provider, state: 'state-of-the-opener', apiKey: API_KEY, person: String(person) };
    const { body } = await app.inject({
      method: 'POST',
      url: '/identity/popup',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    const posted = readPosted(body);
    if (!('postBody' in posted)) throw new Error(JSON.stringify(posted));
    return posted.postBody;
  }

  return {
    app,
    choose,
    db: database.db,
    clock,
    mails,
    post,
    call,
    mfa,
    ok,
    signUp,
    refresh,
    mailedCode,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** A mail as its reader sees it, a line each. */
const textOf = ({ lines, link, notes }: Mail) => [...lines, link.label, link.href, ...notes].join('\n');

/** What a popup's last page posts to its opener. */
export function readPosted(html: string): { type: string; state: string; postBody: string } {
  const json = html.match(/postMessage\((\{.*?\}), location\.origin\)/)?.[1];
  if (!json) throw new Error(`Nothing is posted by: ${html}`);
  return JSON.parse(json);
}

/** The payload of a JWT, unchecked. */
export const claimsOf = (jwt: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
