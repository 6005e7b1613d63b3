import type { FastifyInstance } from 'fastify';
import { ensure } from './errors.ts';

/** A path, or a whole address (RFC 9112, section 3.2); `OPTIONS *` and proxies' forms ask nothing that is answered here. */
const TARGET = /^(\/|[a-z][a-z\d+.-]*:\/\/)/i;

/** Refuses what names no page or call: a target of another form, a host that is none. */
export function refuseOddTargets(app: FastifyInstance) {
  app.addHook('onRequest', async ({ url, host }) => {
    ensure(TARGET.test(url) && (!host || URL.canParse(`http://${host}`)), 'invalid-input');
  });
}
