import { type LookupAddress, lookup as lookupHost } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { PlainId } from '#languages/t.ts';
import { say } from '#server/jobs/letter.ts';
import { DeliveryError, type Problem } from './delivery-problems.ts';
import { isPublicAddress } from './public-address.ts';

export type Posting = {
  /** Names of hosts that may be called wherever they lead, and without https. */
  allowedHosts: readonly string[];
  /** How long a whole attempt may last, from the look-up of the host to the end of the answer. */
  timeoutMs: number;
  /** Ends what is under way. */
  signal: AbortSignal;
  /** Finds the addresses of a host. */
  lookup?: typeof lookupHost;
};

/**
 * Of an answer nothing but its status counts: of what follows so much is read, so that the receiver meets a
 * polite end.
 */
const ANSWER_MAX = 16 * 1024;

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Whether messages may go to an address as it is written. What its name leads to is looked at when it is
 * called.
 */
export function isAllowedUrl(url: URL, { allowedHosts }: Pick<Posting, 'allowedHosts'>): boolean {
  if (allowedHosts.includes(url.hostname)) return true;
  return url.protocol === 'https:' && (isIP(hostOf(url)) === 0 || isPublicAddress(hostOf(url)));
}

/**
 * Posts a message and gives the status of the answer. A host that is not allowed by name is called at a
 * public address alone: the one that was looked at is the one that is connected to, so that a name that leads
 * elsewhere a moment later leads nowhere. Redirects are not followed. Throws a `DeliveryError`.
 */
export async function postMessage(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  posting: Posting,
): Promise<number> {
  const url = new URL(address);
  if (!isAllowedUrl(url, posting)) throw notPublic();
  const { timeoutMs, allowedHosts, lookup = lookupHost } = posting;
  const isKnown = allowedHosts.includes(url.hostname);
  const timeout = AbortSignal.timeout(timeoutMs);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        timeout.aborted
          ? new DeliveryError(say('webhooks.problem_no_answer', { seconds: timeoutMs / 1000 }))
          : new DeliveryError(problemOf(error), { cause: error }),
      );
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Cadenza-Webhooks',
          ...headers,
        },
        lookup: isKnown ? undefined : publicOnly(lookup),
        signal: AbortSignal.any([timeout, posting.signal]),
      },
      (answer) => {
        let bytes = 0;
        const done = () => resolve(answer.statusCode ?? 0);
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= ANSWER_MAX) return;
          done();
          answer.destroy();
        });
        answer.on('end', done);
        answer.on('error', fail);
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

const notPublic = () => new DeliveryError(say('webhooks.problem_not_public'));

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
  ENOTFOUND: 'webhooks.problem_no_host',
  EAI_AGAIN: 'webhooks.problem_no_lookup',
  ECONNREFUSED: 'webhooks.problem_nothing_listens',
  ECONNRESET: 'webhooks.problem_cut',
};

function problemOf(error: Error & { code?: string }): Problem {
  if (error instanceof DeliveryError) return error.problem;
  const id = PROBLEMS[error.code ?? ''];
  return id ? say(id) : error.message;
}
