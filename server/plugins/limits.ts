import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

const MINUTE_MS = 60_000;

/** What the school asks of itself without a socket names this as its address, which no connection can. */
export const INSIDE = 'inside';

/** Counts a request; throws `too-many-requests` when there have been too many. */
export type Count = (request: FastifyRequest) => Promise<void>;

/**
 * Counts up to `max` requests a minute for each address, an IPv6 network as one, or for whoever `key` names. The scope must have
 * registered `@fastify/rate-limit` with `global: false`.
 */
export function perMinute(
  app: FastifyInstance,
  max: number,
  key?: (request: FastifyRequest) => string,
): Count {
  const count = app.createRateLimit({
    max,
    timeWindow: MINUTE_MS,
    ...(key && { keyGenerator: key }),
  });
  return async (request) => {
    if (request.raw.socket.remoteAddress === INSIDE) return;
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new AppError('too-many-requests', { retryAfterS: limit.ttlInSeconds });
  };
}
