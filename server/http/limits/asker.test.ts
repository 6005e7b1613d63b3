import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { askerOf } from './asker.ts';

/* Who asks is read before there is a request of Fastify's, and may not be another than the one that Fastify would name. */

let app = fastify();
afterEach(() => app.close());

const PROXIES = [false, true, '127.0.0.1', 'loopback, 10.0.0.0/8', '192.0.2.7'] as const;
const HEADERS: Record<string, string>[] = [
  {},
  { 'x-forwarded-for': '198.51.100.4' },
  { 'x-forwarded-for': '198.51.100.4, 10.1.2.3' },
  { 'x-forwarded-for': ' 2001:db8::1 ,198.51.100.4,  192.0.2.7' },
  { 'x-forwarded-for': 'nobody, 10.0.0.1' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-for': ', ,' },
  { 'x-forwarded-host': 'elsewhere' },
  { 'x-forwarded-host': 'first, second' },
  { 'x-forwarded-host': '', 'x-forwarded-for': '198.51.100.4' },
];

test.each(PROXIES)('with %j as proxies, the asker is whom Fastify names', async (trustProxy) => {
  app = fastify({ trustProxy });
  const asker = askerOf({ trustProxy });
  app.get('/', async ({ ip, host, raw }) => ({ theirs: { ip, host }, ours: asker(raw) }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (const headers of HEADERS) {
    const asked = request({ host: '127.0.0.1', port, headers: { host: 'school', ...headers } }).end();
    const [answer] = await once(asked, 'response');
    const { theirs, ours } = (await json(answer)) as Record<string, unknown>;
    expect(ours, JSON.stringify(headers)).toEqual(theirs);
  }
});

test('of a connection that is gone before it is read nobody is the asker, and nothing is thrown', () => {
  const gone = { socket: {}, headers: { host: 'school', 'x-forwarded-for': '198.51.100.4' } };
  for (const trustProxy of PROXIES) {
    const asker = askerOf({ trustProxy });
    expect(asker(gone as unknown as IncomingMessage).ip).toBe('');
  }
});
