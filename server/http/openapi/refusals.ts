import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Of whatever call, at any time. */
const ALWAYS: readonly ErrorCode[] = ['too-many-requests', 'internal', 'database-unavailable'];

const ofAccess = (access: Access): readonly ErrorCode[] => {
  if (access === 'everyone') return [];
  const ofTokens = ['unauthenticated', 'session-ended', 'key-unknown', 'forbidden', 'key-forbidden'] as const;
  if (access === 'identity') return [...ofTokens, 'provider-unavailable'];
  if (access.key)
    return [...ofTokens, 'key-elsewhere', ...(access.admin ? (['second-factor-required'] as const) : [])];
  return access.admin || access.office ? [...ofTokens, 'second-factor-required'] : ofTokens;
};

/**
 * Every code by which a call may refuse: what it declares, and what follows from its access and from what it
 * takes.
 */
export function refusalsOf({ method, config, schema }: Endpoint): ErrorCode[] {
  const takes = schema.params ?? schema.querystring ?? schema.body;
  const codes = [
    ...ofAccess(config.access),
    ...(config.recentSignIn ? (['sign-in-too-old'] as const) : []),
    ...(takes ? (['invalid-input'] as const) : []),
    // A path that no id or address can make, as one that is far too long.
    ...(schema.params ? (['not-found'] as const) : []),
    // A body is read, whether the call takes one or not.
    ...(method === 'GET' ? [] : (['invalid-json', 'unsupported-media-type', 'too-large'] as const)),
    ...(schema.pagedBy ? (['too-many-rows'] as const) : []),
    ...(schema.refusals ?? []),
    ...ALWAYS,
  ];
  return [...new Set(codes)];
}
