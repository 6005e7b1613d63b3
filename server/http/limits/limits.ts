import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networksOf } from '#contract/protocols/networks.ts';
import type { CallCount } from '#server/database/processes/call-counts.ts';
import { AppError } from '#server/http/errors.ts';
import { memoize } from '#server/http/memoize.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';

const MINUTE_MS = 60_000;
/**
 * A whole school may sit behind one address: this is three hundred people who make ten calls each in the same
 * minute.
 */
const CALLS_OF_ADDRESS = 3000;
const CALLS_OF_PERSON = 300;
/** A program that fetches page after page. */
const CALLS_OF_KEY = 600;
/** So many are counted at once; of more, those begin anew that were silent longest. */
const COUNTED_MAX = 5000;

/** What a request is counted by. */
type Counted = { ip: string; raw: { socket: { remoteAddress?: string } } };

/** How many calls are left of a limit, and when it begins anew, in seconds. */
type Left = { calls: number; resetS: number };

/**
 * Counts a request; throws `too-many-requests` when there have been too many. At once, since it stands in the
 * way of every answer. Gives what is left of the narrowest limit; undefined where none holds.
 */
export type Count<R = Counted> = (request: R) => Left | undefined;

/** Adds calls to those that all processes on one database know of; gives what there are. */
export type AddCalls = (calls: CallCount) => Promise<CallCount>;

/** A process shares what it has counted with each twentieth part of a limit. */
const SHARED_PARTS = 20;

const networks = memoize(networksOf);

type Minute = {
  /** Of this process, and of others as far as is known. */
  count: number;
  /** Of this process, and not yet shared with others. */
  unshared: number;
  isSharing: boolean;
  until: number;
};

/**
 * Counts up to `max` requests a minute for each network, or for the person that `key` names. With `addCalls`
 * they are shared, under the limit's `name`, by n processes: each tells the others of every twentieth part of
 * `max`, behind the answer, so that all together let through `max`, at most n twentieths of it more, and what
 * comes while a process is telling. What cannot be told is counted here alone.
 */
export function perMinute<R extends Counted = Counted>(
  max: number,
  {
    key,
    name = '',
    addCalls,
  }: { key?: (request: R) => string; name?: string; addCalls?: AddCalls | undefined } = {},
): Count<R> {
  const counted = new LRUCache<string, Minute>({ max: COUNTED_MAX });
  function minuteOf(whose: string, now: number): Minute {
    const known = counted.get(whose);
    if (known && known.until > now) return known;
    const minute = { count: 0, unshared: 0, isSharing: false, until: now + MINUTE_MS };
    counted.set(whose, minute);
    return minute;
  }

  async function share(add: AddCalls, whose: string, minute: Minute) {
    const { unshared: count, until } = minute;
    minute.unshared = 0;
    minute.isSharing = true;
    const id = createHash('sha256').update(`${name} ${whose}`).digest('base64url');
    const known = await add({ key: id, count, until }).catch(() => undefined);
    minute.isSharing = false;
    if (known) Object.assign(minute, { count: known.count + minute.unshared, until: known.until });
  }

  return (request) => {
    if (request.raw.socket.remoteAddress === INSIDE) return undefined;
    const now = Date.now();
    const all = key ? [{ id: key(request), times: 1 }] : networks(request.ip ?? '');
    for (const { id, times } of all) {
      const { count, until } = minuteOf(id, now);
      if (count >= max * times)
        throw new AppError('too-many-requests', { retryAfterS: Math.ceil((until - now) / 1000) });
    }
    for (const { id, times } of all) {
      const minute = minuteOf(id, now);
      minute.count++;
      minute.unshared++;
      const sharedFrom = Math.max(1, Math.floor((max * times) / SHARED_PARTS));
      if (addCalls && minute.unshared >= sharedFrom && !minute.isSharing) void share(addCalls, id, minute);
    }
    const [{ id, times } = { id: '', times: 1 }] = all;
    const { count, until } = minuteOf(id, now);
    return { calls: Math.max(0, max * times - count), resetS: Math.ceil((until - now) / 1000) };
  };
}

/** Counts the calls of one address. */
export const countCalls = ({
  factor,
  addCalls,
}: {
  factor: number;
  addCalls?: AddCalls | undefined;
}): Count => perMinute(CALLS_OF_ADDRESS * factor, { name: 'calls, address', addCalls });

/**
 * Bounds the calls of one address, before the database is asked anything for them, and of one person or key,
 * wherever they call from. A key is told what is left of its calls (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitCalls(
  api: FastifyInstance,
  { factor, addCalls, countCall }: { factor: number; addCalls?: AddCalls | undefined; countCall: Count },
) {
  const personOf = ({ caller, verified }: FastifyRequest) => caller?._id ?? verified?.uid;
  const countPerson = perMinute<FastifyRequest>(CALLS_OF_PERSON * factor, {
    key: (request) => personOf(request) ?? '',
    name: 'calls, person',
    addCalls,
  });
  const countKey = perMinute<FastifyRequest>(CALLS_OF_KEY * factor, {
    key: ({ key }) => key?._id ?? '',
    name: 'calls, key',
    addCalls,
  });
  api.addHook('onRequest', async (request) => void countCall(request));
  // Who calls is known here, and the body has not been read.
  api.addHook('preParsing', async (request, reply) => {
    if (personOf(request)) countPerson(request);
    if (!request.key) return;
    const limit = CALLS_OF_KEY * factor;
    reply.header('ratelimit-policy', `"key";q=${limit};w=60`);
    try {
      const left = countKey(request);
      if (left) reply.header('ratelimit', `"key";r=${left.calls};t=${left.resetS}`);
    } catch (error) {
      const { retryAfterS = 60 } = error as AppError;
      reply.header('ratelimit', `"key";r=0;t=${retryAfterS}`);
      throw error;
    }
  });
}
