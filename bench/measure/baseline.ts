import fastify from 'fastify';

/*
 * A bare Fastify that sends, from memory, the very bytes and headers that the product answered once: what a
 * speed is held against. It waits for slow clients no longer than the product, which costs a timer or two for
 * each request.
 */

const [from = '', ...paths] = process.argv.slice(2);
/** What Node adds by itself, to either's answers. */
const ADDED = new Set(['date', 'connection', 'keep-alive', 'content-length']);
const app = fastify({ connectionTimeout: 60_000, requestTimeout: 75_000 });

type Kept = { body: Buffer; headers: Record<string, string> };

async function keep(path: string, encoding: string): Promise<Kept> {
  const answer = await fetch(from + path, { headers: { 'accept-encoding': encoding } });
  const coding = answer.headers.get('content-encoding');
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ADDED.has(name)));
  const decoded = Buffer.from(await answer.arrayBuffer());
  if (!coding) return { body: decoded, headers };
  // fetch has decoded it: the same quality again gives the same bytes.
  const { brotliCompressSync, constants } = await import('node:zlib');
  const body = brotliCompressSync(decoded, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { body, headers };
}

for (const path of paths) {
  const kept = { identity: await keep(path, 'identity'), br: await keep(path, 'br') };
  app.get(path, (request, reply) => {
    const { body, headers } = request.headers['accept-encoding'] === 'br' ? kept.br : kept.identity;
    reply.headers(headers).send(body);
  });
}
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
