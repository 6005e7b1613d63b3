import type { OpenAPIV3_1 } from 'openapi-types';
import type { Endpoint } from '#contract/endpoint.ts';
import { CalendarFile } from '#contract/primitives.schema.ts';
import { V1 } from '#contract/v1/calls.ts';

type Headers = NonNullable<OpenAPIV3_1.ResponseObject['headers']>;

const text = (description: string, example: string): OpenAPIV3_1.HeaderObject => ({
  description,
  schema: { type: 'string' } as OpenAPIV3_1.HeaderObject['schema'],
  example,
});

/** What answers say beside their bodies. */
export const ANSWER_HEADERS = {
  'X-Request-Id': text(
    'The id of the request in the school’s log; the caller’s own, where it sent one.',
    '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
  ),
  ETag: text('Named as `If-None-Match` with the next call: 304 where nothing has changed.', '"5a0c"'),
  'Retry-After': {
    description: 'After how many seconds to come back.',
    schema: { type: 'integer', minimum: 1 } as OpenAPIV3_1.HeaderObject['schema'],
    example: 30,
  },
  RateLimit: text(
    'What is left of the key’s calls (`r`), and in how many seconds they are whole again (`t`); ' +
      'left out where it is not known. draft-ietf-httpapi-ratelimit-headers.',
    '"key";r=599;t=60',
  ),
  Deprecation: text(
    'Where a key calls: since when programs should make the calls of `/v1` in place of this one. RFC 9745.',
    '@1795824000',
  ),
  Sunset: text('Where a key calls: until when it may. RFC 8594.', 'Mon, 31 May 2027 00:00:00 GMT'),
  'RateLimit-Policy': text('How many calls (`q`) a key has in how many seconds (`w`).', '"key";q=600;w=60'),
} as const satisfies Headers;

const refer = (...names: (keyof typeof ANSWER_HEADERS)[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Whether it is among the calls for programs. */
export const isV1 = ({ url }: Endpoint): boolean => url.startsWith(V1);

/** Whether it is a call of the website that keys may make for a while. */
const isDeprecatedForKeys = (endpoint: Endpoint) => {
  const { access } = endpoint.config;
  return !isV1(endpoint) && typeof access === 'object' && access.key !== undefined;
};

/** Of a call that is done: an `ETag` where the same content has the same one. */
export function answerHeaders(endpoint: Endpoint): Headers {
  const { method, config, schema } = endpoint;
  const isTagged =
    config.shows || schema.response[200] === CalendarFile || (isV1(endpoint) && method === 'GET');
  return refer(
    'X-Request-Id',
    ...(isTagged ? (['ETag'] as const) : []),
    ...(isV1(endpoint) ? LIMITS : []),
    ...(isDeprecatedForKeys(endpoint) ? (['Deprecation', 'Sunset'] as const) : []),
  );
}

const LIMITS = ['RateLimit', 'RateLimit-Policy'] as const;

/** Of a refusal with this status. A caller whose key is not known (401) has no calls that could be left. */
export const refusalHeaders = (status: number, { isOfV1 }: { isOfV1: boolean }): Headers =>
  refer(
    'X-Request-Id',
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isOfV1 && status !== 401 ? LIMITS : []),
  );
