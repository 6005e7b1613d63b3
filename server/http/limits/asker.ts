import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import type { Config } from '#server/config/config.ts';
import { recall } from '#server/http/recall.ts';

/** Who asks, by address, and under which host. */
export type Asker = { ip: string; host: string };
export type AskerOf = (request: IncomingMessage) => Asker;

/** Which addresses are proxies, as Fastify reads its `trustProxy`. */
const proxiesOf = (trustProxy: string | true) =>
  trustProxy === true ? () => true : compile(trustProxy.split(',').map((one) => one.trim()));

/** Of several values, each added by a proxy behind those before it, the last. */
const lastOf = (values: string) => values.slice(values.lastIndexOf(',') + 1).trim();

/**
 * Tells who asks without a request of Fastify's, in the same words as its `ip` and `host`: what a trusted proxy says where there is one,
 * read by the same package.
 */
export function askerOf({ trustProxy }: Pick<Config, 'trustProxy'>): AskerOf {
  if (trustProxy === false)
    return ({ socket, headers }) => ({ ip: socket.remoteAddress ?? '', host: headers.host ?? '' });
  const isAmong = proxiesOf(trustProxy);
  const isProxy = recall((address) => isAmong(address, 0));
  return (request) => {
    const { socket, headers } = request;
    const remote = socket.remoteAddress;
    // The connection is gone already, and nobody reads the answer.
    if (remote === undefined) return { ip: '', host: '' };
    const named = headers['x-forwarded-host'];
    const isNamed = typeof named === 'string' && named !== '' && isProxy(remote);
    return {
      ip: headers['x-forwarded-for'] === undefined ? remote : proxyAddr(request, isProxy),
      host: isNamed ? lastOf(named) : (headers.host ?? ''),
    };
  };
}
