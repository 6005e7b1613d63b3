import type { FastifyInstance } from 'fastify';

/**
 * A `fetch` that reaches an app of this process without a socket: for `Stripe.createFetchHttpClient`, so that the calls of the secret key
 * need no listener. Rejects, as any fetch, when its signal has been aborted; the app then goes on by itself, as a far one would.
 */
export function fetchInProcess(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const answered = app.inject({
      method: request.method as 'GET' | 'POST' | 'DELETE',
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const answer = await Promise.race([answered, rejectedBy(request.signal)]);
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers,
    });
  };
}

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
