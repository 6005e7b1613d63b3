import * as z from 'zod';
import { ClientConfig } from '#contract/config/schema.ts';
import type { RehearsalConfig } from '#server/config/rehearsal.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Services } from '#server/services/service.ts';

/** What the browser must know, for anyone who asks under `origin`. */
export const clientConfig = (
  { timezone = 'UTC', ...school }: SchoolNow,
  { identity, cards, images }: Services,
  {
    origin,
    isDemo,
    hasServiceWorker,
    rehearsal,
  }: {
    origin: string;
    isDemo: boolean;
    hasServiceWorker: boolean;
    rehearsal?: RehearsalConfig | undefined;
  },
): z.input<typeof ClientConfig> =>
  z.encode(ClientConfig, {
    origin,
    isDemo,
    ...(!hasServiceWorker && { isWorkerOff: true as const }),
    ...(rehearsal && { rehearsal: { ...rehearsal, ahead: rehearsal.ahead() } }),
    school: { ...school, timezone },
    identity: identity.browserConfig(origin),
    cards: cards.browserConfig(origin),
    images: images.browserConfig(origin),
  });
