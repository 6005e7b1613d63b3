import * as z from 'zod';
import { ClientConfig } from '#contract/config.schema.ts';
import type { Config } from '#server/config/config.ts';
import type { Services } from '#server/services/service.ts';

/** What the browser must know, for anyone who asks under `origin`. */
export const clientConfig = (
  config: Config,
  { identity, cards, images }: Services,
  origin: string,
): z.input<typeof ClientConfig> =>
  z.encode(ClientConfig, {
    schoolName: config.schoolName,
    origin,
    currency: config.currency,
    enrolmentPrice: config.enrolmentPrice === 'class' ? 'class' : config.enrolmentPrice / 100,
    cancelUntilHours: config.cancelUntilHours,
    identity: identity.browserConfig(origin),
    cards: cards.browserConfig(origin),
    images: images.browserConfig(origin),
  });
