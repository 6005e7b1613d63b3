import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { readPosted } from './identity-service.ts';
import type { TestSchool } from './school.ts';

/*
 * Somebody with all that one sign-in gives, at the identity service and at the school, beside the person
 * whose account it is.
 */

export const PASSWORD = 'Practice!1';
const JSON_TYPE = { 'content-type': 'application/json' };

// biome-ignore lint/suspicious/noExplicitAny: an answer is what a test looks into
type Answer = { status: number; body: any };

export function openAccounts(school: TestSchool) {
  const { apiKey } = school.config.identity;

  async function post(url: string, body: object | string, token?: string, method = 'POST'): Promise<Answer> {
    const isForm = typeof body === 'string';
    const answer = await school.app.inject({
      method: method as 'POST',
      url,
      headers: {
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : JSON_TYPE),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      payload: isForm ? body : JSON.stringify(body),
    });
    return {
      status: answer.statusCode,
      body: answer.headers['content-type']?.includes('json') && answer.json(),
    };
  }

  const accounts = (name: string, body: object) =>
    post(`/identitytoolkit.googleapis.com/v1/accounts:${name}?key=${apiKey}`, body);

  const renew = (refreshToken: string) =>
    post(
      `/securetoken.googleapis.com/v1/token?key=${apiKey}`,
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
    );

  /** Takes the school's token for an ID token, as a browser does after each sign-in. */
  async function enter(email: string, { idToken, refreshToken }: { idToken: string; refreshToken: string }) {
    await post('/api/users', { email }, idToken);
    const { body } = await post('/api/jwt', { email }, idToken);
    return { email, idToken, refreshToken, token: body.token as string };
  }

  async function signIn(email: string, { call = 'signInWithPassword', password = PASSWORD } = {}) {
    const { status, body } = await accounts(call, { email, password, returnSecureToken: true });
    if (status !== 200) throw new Error(`${call}: ${JSON.stringify(body)}`);
    return enter(email, body);
  }

  /** Signs in by the popup of a provider, as one of the people that it offers. */
  async function signInAt(provider: 'google.com' | 'github.com', person: number) {
    const form = { provider, state: 'state-of-the-opener', apiKey, person: String(person) };
    const { payload } = await school.app.inject({
      method: 'POST',
      url: '/identity/popup',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    const { postBody } = readPosted(payload);
    const { body } = await accounts('signInWithIdp', {
      requestUri: 'http://localhost',
      postBody,
      returnSecureToken: true,
      returnIdpCredential: true,
    });
    return enter(body.email, body);
  }

  /** The code in the newest mail to this address. */
  async function mailedCode(to: string): Promise<string> {
    await school.work();
    const outbox = join(school.config.dataDir, 'outbox');
    const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    const codes = mails
      .filter((mail) => mail.includes(`\nTo: ${to}`))
      .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
      .flatMap((mail) => /oobCode=([\w-]+)/.exec(mail)?.[1] ?? []);
    const code = codes.at(-1);
    if (!code) throw new Error(`No code was mailed to ${to}.`);
    return code;
  }

  return { post, accounts, renew, signIn, signInAt, mailedCode };
}

/** Whether the school lets whoever has this access token do anything. */
export async function opens(school: TestSchool, token: string): Promise<boolean> {
  const answer = await school.app.inject({
    url: '/api/account/sessions',
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.statusCode === 200;
}

/** What every call of the school that wants an access token answers to this one; sorted, each once. */
export async function answersTo(school: TestSchool, token: string): Promise<number[]> {
  const statuses = new Set<number>();
  for (const { method, url, config } of Object.values(endpoints) as Endpoint[]) {
    if (typeof config.access !== 'object') continue;
    const answer = await school.app.inject({
      method,
      url: `/api${url.replaceAll(/:\w+/g, 'x')}`,
      headers: { authorization: `Bearer ${token}`, ...JSON_TYPE },
      ...(method !== 'GET' && { payload: '{}' }),
    });
    statuses.add(answer.statusCode);
  }
  return [...statuses].sort();
}
