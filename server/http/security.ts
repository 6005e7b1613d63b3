import type { FastifyInstance } from 'fastify';

/** What a page may load besides what comes from this origin. */
export type ContentSources = { connect: string[]; script: string[]; frame: string[] };

/**
 * The Content-Security-Policy of a page. Inline scripts are named by hash, so that one rendered page serves many visitors.
 * The toaster sets style attributes, hence `unsafe-inline` for styles alone.
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
    `connect-src ${[self, ...connect].join(' ')}`,
    `frame-src ${[self, ...frame].join(' ')}`,
    "object-src 'none'",
    `base-uri ${self}`,
    `form-action ${self}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer. Behind https also Strict-Transport-Security. */
export function addSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }) {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    // A popup of another origin (the hosted sign-in) must be able to answer its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
