import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INSIDE } from '#server/services/inject-fetch.ts';
import { AppError } from './errors.ts';

const MINUTE_MS = 60_000;
/** A whole school may sit behind one address: this is three hundred people who make ten calls each in the same minute. */
const CALLS_OF_ADDRESS = 3000;
const CALLS_OF_PERSON = 300;

/** Counts a request; throws `too-many-requests` when there have been too many. */
export type Count = (request: FastifyRequest) => Promise<void>;

/**
 * Counts up to `max` requests a minute for each address, an IPv6 network as one, or for the person that `key` names. The scope must have
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

/** Bounds the calls of one address, before the database is asked anything for them, and of one person, wherever they call from. */
export async function limitCalls(api: FastifyInstance, { factor }: { factor: number }): Promise<void> {
  await api.register(rateLimit, { global: false });
  const countAddress = perMinute(api, CALLS_OF_ADDRESS * factor);
  const personOf = ({ caller, verified }: FastifyRequest) => caller?._id ?? verified?.uid;
  const countPerson = perMinute(api, CALLS_OF_PERSON * factor, (request) => personOf(request) ?? '');
  api.addHook('onRequest', countAddress);
  // Who calls is known here, and the body has not been read.
  api.addHook('preParsing', async (request) => {
    if (personOf(request)) await countPerson(request);
  });
}
