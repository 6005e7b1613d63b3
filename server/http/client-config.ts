import type { FastifyRequest } from 'fastify';
import type { ClientConfig } from '#contract/config.ts';
import type { Config } from '#server/config/config.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * The origin that the caller sees this school under. `PUBLIC_URL` decides; without it only a loopback name is believed, so
 * that a forged Host header never ends up in a link.
 */
export function originOf(config: Config, request: FastifyRequest): string {
  if (config.publicUrl) return config.publicUrl;
  return LOOPBACK_HOST.test(request.host) ? `http://${request.host}` : `http://127.0.0.1:${config.port}`;
}

/** What the browser must know, for whoever asks under `origin`. */
export function clientConfig(config: Config, origin: string): ClientConfig {
  const { identity, cards, images } = config;
  const social = { 'google.com': identity.google, 'github.com': identity.github };
  const isDemo = !config.production && !identity.hosted;
  const providers = (['google.com', 'github.com'] as const).filter(
    (id) => isDemo || identity.hosted || social[id],
  );
  return {
    schoolName: config.schoolName,
    origin,
    currency: config.currency,
    enrolmentPrice: config.enrolmentPrice === 'class' ? 'class' : config.enrolmentPrice / 100,
    cancelUntilHours: config.cancelUntilHours,
    identity: {
      apiKey: identity.apiKey,
      projectId: identity.projectId,
      ...(identity.hosted
        ? { authDomain: identity.authDomain, ...(identity.baseUrl && { baseUrl: identity.baseUrl }) }
        : { baseUrl: origin }),
      providers,
    },
    cards: {
      publishableKey: cards.publishableKey,
      ...(cards.baseUrl ? { baseUrl: cards.baseUrl } : cards.hosted ? {} : { baseUrl: `${origin}/cards` }),
    },
    images: { uploadUrl: images.uploadUrl ?? `${origin}/images/1/upload?key=${IMAGES_KEY}` },
  };
}

/** The embedded image host's key: public by nature, since every page carries it. */
export const IMAGES_KEY = 'cadenza-web';
