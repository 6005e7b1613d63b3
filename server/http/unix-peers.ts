import type { FastifyInstance } from 'fastify';

const THIS_MACHINE = '127.0.0.1';

/** Gives a program of this machine that asks at a Unix socket, past the proxy, this machine's address. */
export function nameUnixPeers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.socket.remoteAddress === undefined) request.headers['x-forwarded-for'] ??= THIS_MACHINE;
    done();
  });
}
