import { join } from 'node:path';
import fastify from 'fastify';
import {
  type ImportedPayment,
  importPayments,
  type PastPayment,
} from '#embedded/card-payments/import-payments.ts';
import { type CardPaymentsOptions, cardPaymentsService } from '#embedded/card-payments/plugin.ts';
import { currentEpoch } from '#embedded/identity/current-epoch.ts';
import { openFolderStore } from '#embedded/image-host/folder-store.ts';
import type { ImageStore } from '#embedded/image-host/image-store.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/database/schema.ts';
import { findOrMakeSecret } from '#server/database/secrets.ts';
import { WEBHOOK_PATH } from '#server/features/payments/webhook.ts';
import { type CardPayments, cardPayments } from './card-payments.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';
import { EMBEDDED_ORIGIN, injectFetch } from './inject-fetch.ts';

/* The outside services as the configuration names them: a hosted one by its address, else the embedded one. */

const GOOGLE_JWKS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const GOOGLE_ACCOUNTS = 'https://identitytoolkit.googleapis.com';

/** Pictures in the data folder, or where several machines share them; the S3 client is loaded only then. */
export async function openImageStore({ images, dataDir }: Config): Promise<ImageStore> {
  if (!images.s3) return openFolderStore(join(dataDir, 'images'));
  const { openS3Store } = await import('#embedded/image-host/s3-store.ts');
  return openS3Store({ ...images.s3, secretAccessKey: images.s3.secretAccessKey.reveal() });
}

type CardsService = Omit<CardPaymentsOptions, 'surface'>;
/** Writes payments of the past into the embedded service's books, in a transaction of the school's database, where they are. */
export type ImportPayments = (tx: Db, payments: readonly PastPayment[]) => Promise<ImportedPayment[]>;

/**
 * The card provider's client and, where none is named elsewhere, the embedded service. The calls of the secret key then go to an
 * instance that listens nowhere; only what browsers may call is mounted on the school itself.
 */
export async function openCards(
  { cards }: Config,
  { db, now, fetch: schoolFetch }: { db: Db; now: () => number; fetch: typeof fetch },
): Promise<{
  client: CardPayments;
  service?: CardsService;
  importPayments?: ImportPayments;
  close(): Promise<void>;
}> {
  if (cards.hosted) {
    const secretKey = cards.hosted.secretKey.reveal();
    const webhookSecret = cards.hosted.webhookSecret.reveal();
    return {
      client: cardPayments({ secretKey, webhookSecret, baseUrl: cards.baseUrl, fetch, now }),
      close: async () => {},
    };
  }
  const secretKey = `sk_test_${await findOrMakeSecret(db, 'cards-secret-key')}`;
  const webhookSecret = `whsec_${await findOrMakeSecret(db, 'cards-webhook-secret')}`;
  const service: CardsService = {
    db: db as never,
    publishableKey: cards.publishableKey,
    secretKey,
    webhook: { url: `${EMBEDDED_ORIGIN}/api${WEBHOOK_PATH}`, secret: webhookSecret },
    now,
    fetch: schoolFetch,
  };
  const desk = fastify();
  await desk.register(cardPaymentsService, { ...service, surface: 'secret' });
  const client = cardPayments({
    secretKey,
    webhookSecret,
    baseUrl: EMBEDDED_ORIGIN,
    fetch: injectFetch(() => desk),
    now,
  });
  return {
    client,
    service,
    importPayments: (tx, payments) => importPayments(service, tx as never, payments),
    close: () => desk.close(),
  };
}

/** The identity service's client: the hosted one by its addresses, the embedded one without a socket. */
export function openIdentity(
  { identity }: Config,
  embedded: { db: Db; fetch: typeof fetch; now: () => number },
): IdentityProvider {
  const { projectId, apiKey, hosted, baseUrl, jwksUrl } = identity;
  const { now } = embedded;
  if (!hosted) {
    const accountsUrl = `${EMBEDDED_ORIGIN}/identitytoolkit.googleapis.com`;
    const keys = `${EMBEDDED_ORIGIN}/securetoken.googleapis.com/jwks`;
    return identityProvider({
      projectId,
      apiKey,
      accountsUrl,
      jwksUrl: keys,
      fetch: embedded.fetch,
      now,
      currentEpoch: (uid) => currentEpoch(embedded.db as never, uid),
    });
  }
  const accountsUrl = baseUrl ? `${baseUrl}/identitytoolkit.googleapis.com` : GOOGLE_ACCOUNTS;
  return identityProvider({ projectId, apiKey, accountsUrl, jwksUrl: jwksUrl ?? GOOGLE_JWKS, fetch, now });
}
