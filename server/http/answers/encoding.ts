import { memoize } from '#server/http/memoize.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const chosen = memoize((accepted): Encoding => {
  const refused = (coding: string) => new RegExp(`\\b${coding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
  if (/\bbr\b/.test(accepted) && !refused('br')) return 'br';
  if (/\bgzip\b/.test(accepted) && !refused('gzip')) return 'gzip';
  return 'identity';
});

/** The best content coding that an `Accept-Encoding` header (RFC 9110, section 12.5.3) allows. */
export const preferredEncoding = (accepted: string | undefined): Encoding =>
  accepted ? chosen(accepted) : 'identity';
