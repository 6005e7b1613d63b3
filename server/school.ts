import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { type CardPaymentsOptions, cardPaymentsService } from '#embedded/card-payments/plugin.ts';
import { cardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { deliverDue, startWebhookDelivery } from '#embedded/card-payments/webhooks.ts';
import { identityService } from '#embedded/identity/plugin.ts';
import { identityTables } from '#embedded/identity/tables.ts';
import { openFolderStore } from '#embedded/image-host/folder-store.ts';
import type { ImageStore } from '#embedded/image-host/image-store.ts';
import { imageHostService } from '#embedded/image-host/plugin.ts';
import { type AccessTokens, accessTokens } from './access-tokens.ts';
import { buildApp, type Deps } from './app.ts';
import { IMAGES_KEY, originOf } from './client-config.ts';
import type { Config } from './config.ts';
import { schoolTables } from './database/migrations/index.ts';
import { migrate, type OpenDatabase, openPostgres, openSqlite } from './database/open.ts';
import type { Database, Db } from './database/schema.ts';
import { findOrMakeSecret } from './database/secrets.ts';
import { PEOPLE } from './database/seed/people.ts';
import type { Checkpoint, Payments } from './features/payments/payments.ts';
import { WEBHOOK_PATH } from './features/payments/webhook.ts';
import { workPayments } from './features/payments/work-payments.ts';
import { type WaitlistWork, workWaitlist } from './features/waitlist/work-waitlist.ts';
import { pageCache } from './plugins/page-cache.ts';
import { type CardPayments, cardPayments } from './providers/card-payments.ts';
import { type IdentityProvider, identityProvider } from './providers/identity.ts';
import { EMBEDDED_ORIGIN, injectFetch } from './providers/inject-fetch.ts';
import { mailSender } from './providers/mail.ts';
import { startWorkers, type Workers } from './workers.ts';

/** A school that is open: its HTTP surface, with every service that the configuration does not name elsewhere mounted on it. */
export type School = {
  app: FastifyInstance;
  db: Db;
  identity: IdentityProvider;
  tokens: AccessTokens;
  payments: Payments;
  /** Starts what follows requests: the provider's events, holds that run out, refunds, the waiting line. `close` stops it. */
  startWorkers(): void;
  /** One turn of the same, for whoever moves the clock; gives how many pieces it found. */
  work(): Promise<number>;
  close(): Promise<void>;
};

type Options = {
  now?: () => number;
  web?: Deps['web'];
  logger?: FastifyServerOptions['logger'];
  /** Instead of what the configuration names; tests bring their own. */
  database?: OpenDatabase<Database>;
  /** Hears of the moments at which a test lets the process die. */
  reach?: (checkpoint: Checkpoint) => void;
};

type Opened = Options & { now: () => number };

const GOOGLE_JWKS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** How often the workers look when nobody wakes them. */
const WORK_EVERY_MS = 2000;
const GOOGLE_ACCOUNTS = 'https://identitytoolkit.googleapis.com';

/** Opens the records and mounts everything; it listens nowhere yet. Throws `OpenError` when the records cannot be used. */
export async function openSchool(config: Config, options: Options = {}): Promise<School> {
  const opened = options.database ?? openRecords(config);
  try {
    return await mountSchool(config, opened, { now: Date.now, ...options });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function openRecords(config: Config): OpenDatabase<Database> {
  if (!config.databaseUrl) return openSqlite<Database>(config.dataDir);
  return openPostgres<Database>(config.databaseUrl, { onIdleError: () => {} });
}

async function mountSchool(
  config: Config,
  { db, close }: OpenDatabase<Database>,
  { now, web, logger, reach = () => {} }: Opened,
): Promise<School> {
  for (const tables of [schoolTables, identityTables, cardPaymentsTables]) await migrate(db, tables);

  // Each embedded service is reached by HTTP as a hosted one would be; `mounted` is set before the first request.
  let mounted: FastifyInstance | undefined;
  const mountedFetch = injectFetch(() => mounted as FastifyInstance);
  const identity = openIdentity(config, { fetch: mountedFetch, now });
  const tokens = accessTokens({
    key: Buffer.from(await findOrMakeSecret(db, 'access-token-key'), 'base64url'),
    now,
  });
  const pages = pageCache({ now });
  const cards = await openCards(config, { db, now, fetch: mountedFetch });
  let workers: Workers | undefined;
  const payments: Payments = {
    db,
    cards: cards.client,
    enrolmentPrice: config.enrolmentPrice,
    currency: config.currency,
    cancelUntilHours: config.cancelUntilHours,
    now,
    changed: () => pages.clear(),
    wake: () => workers?.wake(),
    logError: (error) => app.log.error({ err: error }, 'Work on payments did not succeed.'),
    reach,
  };
  const app = await buildApp({ config, db, now, tokens, identity, payments, pages, web, logger });
  mounted = app;

  const publicOrigin = (request: FastifyRequest) => originOf(config, request);
  const sendMail = mailSender({
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from ?? `${config.schoolName} <no-reply@localhost>`,
    outbox: join(config.dataDir, 'outbox'),
    log: (sentence) => app.log.warn(sentence),
    now,
  });
  const isDemo = !config.production;

  if (!config.identity.hosted) {
    await app.register(identityService, {
      db: db as never,
      projectId: config.identity.projectId,
      apiKey: config.identity.apiKey,
      now,
      sendMail,
      schoolName: config.schoolName,
      originOf: publicOrigin,
      actionPath: '/account/action',
      enumerationProtection: config.identity.enumerationProtection,
      rateLimitFactor: config.rateLimitFactor,
      providers: {
        google: config.identity.google,
        github: config.identity.github,
        ...(isDemo && {
          demoPeople: PEOPLE.map(({ name, email, photoURL }) => ({ name, email, picture: photoURL })),
        }),
      },
    });
  }
  await app.register(imageHostService, {
    store: await openImageStore(config),
    apiKey: IMAGES_KEY,
    originOf: publicOrigin,
    now,
    maxStoreBytes: config.images.maxBytes,
    rateLimitFactor: config.rateLimitFactor,
  });
  if (cards.service) {
    await app.register(cardPaymentsService, {
      ...cards.service,
      surface: 'public',
      rateLimitFactor: config.rateLimitFactor,
      prefix: '/cards',
    });
  }

  const waitlist: WaitlistWork = {
    ...payments,
    sendMail,
    schoolName: config.schoolName,
    origin: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
  };
  const passes = [() => workPayments(payments), () => workWaitlist(waitlist)];
  let delivery: ReturnType<typeof startWebhookDelivery> | undefined;
  return {
    app,
    db,
    identity,
    tokens,
    payments,
    startWorkers: () => {
      const { logError } = payments;
      if (cards.service) delivery = startWebhookDelivery({ ...cards.service, onError: logError });
      workers = startWorkers(passes, { everyMs: WORK_EVERY_MS, logError });
    },
    work: async () => {
      if (cards.service) await deliverDue(cards.service);
      let found = 0;
      for (const pass of passes) found += await pass();
      return found;
    },
    close: async () => {
      await Promise.all([delivery?.stop(), workers?.stop()]);
      await app.close();
      await cards.close();
      await close();
    },
  };
}

/** Pictures in the data folder, or where several machines share them; the S3 client is loaded only then. */
async function openImageStore({ images, dataDir }: Config): Promise<ImageStore> {
  if (!images.s3) return openFolderStore(join(dataDir, 'images'));
  const { openS3Store } = await import('#embedded/image-host/s3-store.ts');
  return openS3Store(images.s3);
}

type CardsService = Omit<CardPaymentsOptions, 'surface'>;

/**
 * The card provider's client and, where none is named elsewhere, the embedded service. The calls of the secret key then go to an
 * instance that listens nowhere; only what browsers may call is mounted on the school itself.
 */
async function openCards(
  { cards }: Config,
  { db, now, fetch: schoolFetch }: { db: Db; now: () => number; fetch: typeof fetch },
): Promise<{ client: CardPayments; service?: CardsService; close(): Promise<void> }> {
  if (cards.hosted) {
    const { secretKey = '', webhookSecret = '', baseUrl } = cards;
    return {
      client: cardPayments({ secretKey, webhookSecret, baseUrl, fetch, now }),
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
  return { client, service, close: () => desk.close() };
}

/** The identity service's client: the hosted one by its addresses, the embedded one without a socket. */
function openIdentity(
  { identity }: Config,
  embedded: { fetch: typeof fetch; now: () => number },
): IdentityProvider {
  const { projectId, apiKey, hosted, baseUrl, jwksUrl } = identity;
  const { now } = embedded;
  if (!hosted) {
    const accountsUrl = `${EMBEDDED_ORIGIN}/identitytoolkit.googleapis.com`;
    const keys = `${EMBEDDED_ORIGIN}/securetoken.googleapis.com/jwks`;
    return identityProvider({ projectId, apiKey, accountsUrl, jwksUrl: keys, fetch: embedded.fetch, now });
  }
  const accountsUrl = baseUrl ? `${baseUrl}/identitytoolkit.googleapis.com` : GOOGLE_ACCOUNTS;
  return identityProvider({ projectId, apiKey, accountsUrl, jwksUrl: jwksUrl ?? GOOGLE_JWKS, fetch, now });
}
