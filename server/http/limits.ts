import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INSIDE } from '#server/services/inject-fetch.ts';
import { AppError } from './errors.ts';
import { recall } from './recall.ts';

const MINUTE_MS = 60_000;
/** A whole school may sit behind one address: this is three hundred people who make ten calls each in the same minute. */
const CALLS_OF_ADDRESS = 3000;
const CALLS_OF_PERSON = 300;
/** A program that fetches page after page. */
const CALLS_OF_KEY = 600;
/** So many are counted at once; of more, those begin anew that came longest ago. */
const COUNTED_MAX = 5000;

/** What a request is counted by. */
type Counted = { ip: string; raw: { socket: { remoteAddress?: string } } };

/** Counts a request; throws `too-many-requests` when there have been too many. At once, since it stands in the way of every answer. */
export type Count<R = Counted> = (request: R) => void;

/** An address as it is counted: an IPv6 network as one. */
const networkOf = recall(normalizeIP);

/** Counts up to `max` requests a minute for each address, an IPv6 network as one, or for the person that `key` names. */
export function perMinute<R extends Counted = Counted>(
  max: number,
  key: (request: R) => string = ({ ip }) => networkOf(ip ?? ''),
): Count<R> {
  const counted = new Map<string, { count: number; until: number }>();
  return (request) => {
    if (request.raw.socket.remoteAddress === INSIDE) return;
    const now = Date.now();
    const whose = key(request);
    let minute = counted.get(whose);
    if (!minute || minute.until <= now) {
      minute = { count: 0, until: now + MINUTE_MS };
      counted.delete(whose);
      counted.set(whose, minute);
      if (counted.size > COUNTED_MAX) counted.delete(counted.keys().next().value ?? '');
    }
    minute.count++;
    if (minute.count <= max) return;
    throw new AppError('too-many-requests', { retryAfterS: Math.ceil((minute.until - now) / 1000) });
  };
}

/** Counts the calls of one address. */
export const countCalls = ({ factor }: { factor: number }): Count => perMinute(CALLS_OF_ADDRESS * factor);

/** Bounds the calls of one address, before the database is asked anything for them, and of one person or key, wherever they call from. */
export function limitCalls(
  api: FastifyInstance,
  { factor, countCall }: { factor: number; countCall: Count },
) {
  const personOf = ({ caller, verified }: FastifyRequest) => caller?._id ?? verified?.uid;
  const countPerson = perMinute(
    CALLS_OF_PERSON * factor,
    (request: FastifyRequest) => personOf(request) ?? '',
  );
  const countKey = perMinute(CALLS_OF_KEY * factor, ({ key }: FastifyRequest) => key?._id ?? '');
  api.addHook('onRequest', async (request) => countCall(request));
  // Who calls is known here, and the body has not been read.
  api.addHook('preParsing', async (request) => {
    if (personOf(request)) countPerson(request);
    if (request.key) countKey(request);
  });
}
