import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …` (RFC 6750, section 2.1). */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}
