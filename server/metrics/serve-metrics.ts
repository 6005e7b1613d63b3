import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { ToldMetrics } from './metrics.ts';

/** Serves `GET /metrics` on an address for the operator alone. Rejects where it cannot be listened on. */
export async function serveMetrics(
  metrics: ToldMetrics,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer(async ({ method, url }, response) => {
    const path = url?.split('?', 1)[0];
    if (path !== '/metrics' || (method !== 'GET' && method !== 'HEAD'))
      return void response.writeHead(404).end();
    const text = await metrics.text().catch(() => undefined);
    if (text === undefined) return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : text);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
