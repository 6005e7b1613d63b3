/** What a page may load besides what comes from this origin. */
export type ContentSources = { connect: string[]; script: string[]; frame: string[] };

/**
 * The Content-Security-Policy of a page. Inline scripts are named by hash, so that one rendered page serves
 * many visitors. The toaster sets style attributes, hence `unsafe-inline` for styles alone.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  { connect, script, frame }: ContentSources,
): string {
  const self = "'self'";
  return [
    `default-src ${self}`,
    `script-src ${[self, ...scriptHashes.map((hash) => `'sha256-${hash}'`), ...script].join(' ')}`,
    `style-src ${self} 'unsafe-inline'`,
    `img-src ${self} https: http: data: blob:`,
    `font-src ${self}`,
    `worker-src ${self}`,
    `connect-src ${[self, ...connect].join(' ')}`,
    `frame-src ${[self, ...frame].join(' ')}`,
    "object-src 'none'",
    `base-uri ${self}`,
    `form-action ${self}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `hasSubdomains`: every name below the school's is served by https too, which the school alone can know. */
type Transport = { isHttps: boolean; hasSubdomains?: boolean };

/** Headers of every answer: of JSON, which is no page, too. Behind https also Strict-Transport-Security. */
const answerHeaders = ({ isHttps, hasSubdomains }: Transport): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(isHttps && {
    'strict-transport-security': `max-age=31536000${hasSubdomains ? '; includeSubDomains' : ''}`,
  }),
});

/** And of what a browser may open as a page. */
const pageHeaders = (options: Transport): Record<string, string> => ({
  ...answerHeaders(options),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  // A popup of another origin (the hosted sign-in) must be able to answer its opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
});

export type SecurityHeaders = ReturnType<typeof securityHeaders>;

/** The headers that keep answers safe: of `calls`, and of `pages` and whatever else. */
export const securityHeaders = (options: Transport) => ({
  calls: answerHeaders(options),
  pages: pageHeaders(options),
});
