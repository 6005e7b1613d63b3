import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Of the address that lets a browser in, and of the cookie by which it is known from then on. */
export const KEY_NAME = 'rehearsal';

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const inCookie = new RegExp(`(?:^|;\\s*)${KEY_NAME}=([^;]*)`);

/**
 * Lets only browsers in that have come by the copy's address: the passwords of its people are no secret. Gives
 * whether a request goes on; one that does not is answered. `isHttps`: whether browsers reach it so.
 */
function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { key, isHttps }: { key: string; isHttps: boolean },
): boolean {
  const url = URL.parse(request.url ?? '/', 'http://copy.invalid');
  const shown = url?.searchParams.get(KEY_NAME);
  if (url && shown !== null && shown !== undefined && isSame(shown, key)) {
    url.searchParams.delete(KEY_NAME);
    const cookie = `${KEY_NAME}=${key}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
    const location = `${url.pathname.replace(/^\/{2,}/, '/')}${url.search}`;
    response.writeHead(303, { location, 'set-cookie': cookie, 'cache-control': 'no-store' }).end();
    return false;
  }
  if (isSame(inCookie.exec(request.headers.cookie ?? '')?.[1] ?? '', key)) return true;
  response.writeHead(404, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).end();
  return false;
}

/** Lets a server answer only what is admitted. */
export function guard(server: Server, by: { key: string; isHttps: boolean }): void {
  const answering = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!admit(request, response, by)) return;
    for (const answer of answering) answer.call(server, request, response);
  });
}
