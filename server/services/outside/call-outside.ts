import { type LookupAddress, lookup as lookupHost } from 'node:dns';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { PlainId } from '#languages/t.ts';
import { say } from '#server/jobs/letter.ts';
import { OutsideError, type Problem } from './problems.ts';
import { isPublicAddress } from './public-address.ts';

export type Calling = {
  /** Names of hosts that may be called wherever they lead, and without https. */
  allowedHosts: readonly string[];
  /** How long a whole call may last, from the look-up of the host to the end of the answer. */
  timeoutMs: number;
  /** Ends what is under way. */
  signal?: AbortSignal | undefined;
  /** Finds the addresses of a host. */
  lookup?: typeof lookupHost | undefined;
  /** Whether no host is called at all: what happens in a copy for rehearsals stays there. */
  isCutOff?: boolean | undefined;
};

type Call = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Whether an address may be called as it is written. What its name leads to is looked at when it is called.
 */
export function isAllowedUrl(url: URL, { allowedHosts }: Pick<Calling, 'allowedHosts'>): boolean {
  if (allowedHosts.includes(url.hostname)) return true;
  return url.protocol === 'https:' && (isIP(hostOf(url)) === 0 || isPublicAddress(hostOf(url)));
}

/**
 * Whether an account may give the school an address to call. A public host is called where web servers listen;
 * at any other port the school would knock for a stranger.
 */
export const mayBeGiven = (url: URL, { allowedHosts }: Pick<Calling, 'allowedHosts'>): boolean =>
  isAllowedUrl(url, { allowedHosts }) && (allowedHosts.includes(url.hostname) || url.port === '');

/**
 * Calls an address that an account gave, and gives what `read` makes of the answer, whose rest is not waited
 * for. A host that is not allowed by name is called at a public address alone: the one that was looked at is
 * the one that is connected to, so that a name that leads elsewhere a moment later leads nowhere. Redirects
 * are not followed, and nothing is decompressed. Throws an `OutsideError`.
 */
export async function callOutside<T>(
  address: string,
  { method, headers, body = '' }: Call,
  { read, ...calling }: Calling & { read: (answer: IncomingMessage) => Promise<T> },
): Promise<T> {
  if (calling.isCutOff) throw new OutsideError(say('outside.problem_rehearsal'));
  const url = new URL(address);
  if (!isAllowedUrl(url, calling)) throw notPublic();
  const { timeoutMs, allowedHosts, lookup = lookupHost } = calling;
  const timeout = AbortSignal.timeout(timeoutMs);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = request(url, {
    method,
    headers,
    agent: false,
    lookup: allowedHosts.includes(url.hostname) ? undefined : publicOnly(lookup),
    signal: AbortSignal.any([timeout, ...(calling.signal ? [calling.signal] : [])]),
  });
  // Once the answer has begun, what cuts it is met where it is read.
  sent.on('error', () => {});
  try {
    const answered = once(sent, 'response');
    sent.end(body);
    const [answer] = await answered;
    return await read(answer);
  } catch (error) {
    throw new OutsideError(
      timeout.aborted
        ? say('outside.problem_no_answer', { seconds: timeoutMs / 1000 })
        : problemOf(error as Error),
      { cause: error },
    );
  } finally {
    sent.destroy();
  }
}

const notPublic = () => new OutsideError(say('outside.problem_not_public'));

/** Whether a call was not made because its address leads to no public one. */
export const isNotPublic = (problem: Problem): boolean =>
  typeof problem !== 'string' && problem.say === 'outside.problem_not_public';

/** Finds public addresses alone; an error where a host has no other. */
function publicOnly(lookup: typeof lookupHost): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '');
      const fit = found.filter(({ address }) => isPublicAddress(address));
      const [first] = fit;
      if (!first) return done(notPublic(), '');
      if (options.all) return done(null, fit);
      done(null, first.address, first.family);
    });
}

const PROBLEMS: Readonly<Record<string, PlainId>> = {
  ENOTFOUND: 'outside.problem_no_host',
  EAI_AGAIN: 'outside.problem_no_lookup',
  ECONNREFUSED: 'outside.problem_nothing_listens',
  ECONNRESET: 'outside.problem_cut',
};

function problemOf(error: Error & { code?: string }): Problem {
  if (error instanceof OutsideError) return error.problem;
  const id = PROBLEMS[error.code ?? ''];
  return id ? say(id) : error.message;
}
