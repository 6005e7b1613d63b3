import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * The origin that the caller sees this school under. `PUBLIC_URL` decides; without it only a loopback name is
 * believed, so that a forged Host header never ends up in a link.
 */
export function originOf(config: Pick<Config, 'publicUrl' | 'port'>, request: FastifyRequest): string {
  const isBelieved = !config.publicUrl && LOOPBACK_HOST.test(request.host);
  return isBelieved ? `http://${request.host}` : siteOf(config);
}
