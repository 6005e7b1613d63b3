import { ApiError, createApi, type Send } from '#contract/client.ts';
import type { Problem } from '#contract/errors.ts';
import { accessToken, idToken, noteRefusal, noteRole } from './session.ts';

const TIMEOUT_MS = 30_000;

async function request(method: string, path: string, body: unknown, token: string | null): Promise<Response> {
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new ApiError({
      status: 0,
      code: 'network',
      detail: 'The school cannot be reached. Check your connection and try again.',
    });
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  return new ApiError(
    problem ?? {
      status: response.status,
      code: 'internal',
      detail: 'Something went wrong. Try again in a moment.',
    },
  );
}

/** What was answered: a file of text as it was sent, its byte order mark included (`text()` would drop it), or JSON. */
async function contentOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.startsWith('text/')) return response.json();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/** Carries a call with the token it needs. An access token that has run out is renewed once, unseen. */
const send: Send = async ({ method, path, body, config }) => {
  const isIdentity = config.access === 'identity';
  const token = await (isIdentity ? idToken() : accessToken());
  let response = await request(method, path, body, token);
  if (response.status === 401 && token && !isIdentity) {
    const renewed = await accessToken({ refused: token });
    if (renewed) response = await request(method, path, body, renewed);
  }
  noteRole(response.headers.get('x-role'));
  if (response.ok) return contentOf(response);
  const refusal = await refusalOf(response);
  noteRefusal(refusal);
  throw refusal;
};

/** The school's calls, from the browser, as whoever is signed in. */
export const api = createApi(send);
