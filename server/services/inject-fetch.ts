import type { FastifyInstance } from 'fastify';

/** What the school asks of itself without a socket names this as its address, which no connection can. */
export const INSIDE = 'inside';

/** The origin under which the server reaches what it has mounted itself. It never leaves the process. */
export const EMBEDDED_ORIGIN = 'http://embedded.invalid';

const BODILESS = new Set([204, 205, 304]);

/**
 * A `fetch` that carries each request into `app` without a socket, so that an embedded service is reached
 * exactly as a hosted one would be, only shorter.
 */
export function injectFetch(app: () => FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort);
    const answering = app().inject({
      method: request.method as 'GET',
      url: pathname + search,
      remoteAddress: INSIDE,
      headers: Object.fromEntries(request.headers),
      ...(body.length > 0 && { payload: body }),
    });
    const answer = await Promise.race([answering, aborted.promise]).finally(() =>
      signal.removeEventListener('abort', abort),
    );
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    return new Response(BODILESS.has(answer.statusCode) ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    });
  };
}
