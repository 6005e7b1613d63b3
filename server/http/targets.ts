import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';
import { memoize } from './memoize.ts';

/**
 * A path, or a whole address (RFC 9112, section 3.2); `OPTIONS *` and proxies' forms ask nothing that is
 * answered here.
 */
const TARGET = /^(\/|[a-z][a-z\d+.-]*:\/\/)/i;

const isHost = memoize((host) => URL.canParse(`http://${host}`));

/** Refuses what names no page or call: a target of another form, a host that is none. */
export function refuseOddTargets(app: FastifyInstance) {
  app.addHook('onRequest', ({ url, host }, _reply, done) => {
    const isSound = TARGET.test(url) && (!host || isHost(host));
    done(isSound ? undefined : new AppError('invalid-input'));
  });
}
