import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { refuseUnread } from './error-handler.ts';

export type BodyLimits = {
  /** How long a whole request may take to come in. */
  wholeMs: number;
  /** From then on, of one that may take longer: how often it is looked at. */
  everyMs: number;
  /** How many bytes must have come between two looks. */
  leastBytes: number;
  /** How long it may take at most. */
  mostMs: number;
};

const SECOND_MS = 1000;

/**
 * More than the minute that the image host gives a picture from a slow phone; of what may take longer at least
 * 8 kB a second, by which the largest file of a lesson takes 45 minutes.
 */
export const BODY_LIMITS: BodyLimits = {
  wholeMs: 75 * SECOND_MS,
  everyMs: 15 * SECOND_MS,
  leastBytes: 120 * 1024,
  mostMs: 45 * 60 * SECOND_MS,
};

const allowed = new WeakSet<IncomingMessage>();

/** Lets a request take as long as it keeps coming in. The caller has to be known, and to be let in. */
export const allowSlowBody = (request: IncomingMessage): void => void allowed.add(request);

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests whose body comes too slowly, since Node has one limit for all: it is to be `mostMs` then. What
 * reads the request without a route, and what is answered before it was read, is ended like any other.
 */
export function endSlowBodies(server: Server, limits: BodyLimits = BODY_LIMITS): void {
  const { wholeMs, everyMs, leastBytes, mostMs } = limits;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const since = performance.now();
    const { socket } = request;
    let read = socket.bytesRead;
    const look = () => {
      if (request.complete) return;
      const came = socket.bytesRead - read;
      read += came;
      const isComing = came >= leastBytes && performance.now() - since < mostMs;
      if (allowed.has(request) && isComing) timer = setTimeout(look, everyMs);
      else if (response.headersSent) socket.destroy();
      else refuseUnread(Object.assign(new Error('Too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    };
    let timer = setTimeout(look, wholeMs);
    request.once('close', () => clearTimeout(timer));
  });
}
