import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Nothing that a log, a header or a shell could read as more than a word. */
const WELL_FORMED = /^[\w.:-]{1,128}$/;
/** W3C Trace Context, section 3.2: version, trace id, parent id, flags; later versions may add to it. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** The trace that a request is a part of, by its header `traceparent`. */
export const traceOf = ({ traceparent }: IncomingHttpHeaders): string | undefined =>
  typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;

/**
 * What a request is called in log lines, in its answer and in its problem: as a proxy or caller has named it,
 * else as its trace, else anew.
 */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && WELL_FORMED.test(given)) return given;
  return traceOf(headers) ?? randomUUID();
}
