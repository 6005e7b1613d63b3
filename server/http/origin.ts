import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * The origin that the caller sees this school under. `PUBLIC_URL` decides; without it only a loopback name is believed, so
 * that a forged Host header never ends up in a link.
 */
export function originOf(
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  request: FastifyRequest,
): string {
  if (publicUrl) return publicUrl;
  return LOOPBACK_HOST.test(request.host) ? `http://${request.host}` : `http://127.0.0.1:${port}`;
}
