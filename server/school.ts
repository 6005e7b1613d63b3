import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { cardPaymentsService } from '#embedded/card-payments/plugin.ts';
import { cardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { tidy, workCards } from '#embedded/card-payments/webhooks.ts';
import { isPhotoOfAnAccount } from '#embedded/identity/pictures.ts';
import { identityService } from '#embedded/identity/plugin.ts';
import { identityTables } from '#embedded/identity/tables.ts';
import { imageHostService } from '#embedded/image-host/plugin.ts';
import { adoptImages, type SweepOptions, sweepImages } from '#embedded/image-host/sweep.ts';
import { imageTables } from '#embedded/image-host/tables.ts';
import { type AccessTokens, accessTokens } from './auth/access-tokens.ts';
import { resolveCaller } from './auth/resolve-caller.ts';
import { deleteSpentSessions } from './auth/sign-ins.ts';
import { uploaderOf } from './auth/uploader.ts';
import type { Config } from './config/config.ts';
import { schoolTables } from './database/migrations/index.ts';
import { migrate, type OpenDatabase, openPostgres, openSqlite } from './database/open.ts';
import { isOutage } from './database/outage.ts';
import { isPictureUsed } from './database/pictures.ts';
import type { Database, Db } from './database/schema.ts';
import { findOrMakeSecret } from './database/secrets.ts';
import { PEOPLE } from './database/seed/people.ts';
import type { Feature } from './features/feature.ts';
import { type FeatureOptions, openFeatures } from './features/index.ts';
import { buildApp, type Deps } from './http/app.ts';
import { IMAGES_KEY, originOf } from './http/client-config.ts';
import { pageCache } from './http/page-cache.ts';
import { openJobs } from './jobs/jobs.ts';
import {
  deleteOldMails,
  deleteUnsentMails,
  insertMail,
  type MailCheckpoint,
  type Outbox,
  sendDueMails,
} from './jobs/outbox.ts';
import type { CardPayments } from './services/card-payments.ts';
import type { IdentityProvider } from './services/identity-provider.ts';
import { injectFetch } from './services/inject-fetch.ts';
import { type ImportPayments, openCards, openIdentity, openImageStore } from './services/open-services.ts';
import { mailSender } from './services/send-mail.ts';

/** A school that is open: its HTTP surface, with every service that the configuration does not name elsewhere mounted on it. */
export type School = {
  app: FastifyInstance;
  db: Db;
  now: () => number;
  /** Runs `work` while no other process on these records does the same. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  identity: IdentityProvider;
  tokens: AccessTokens;
  cards: CardPayments;
  features: readonly Feature[];
  /** Brings payments of the past into the embedded card service; absent where a hosted one is named. */
  importPayments?: ImportPayments;
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
  /** False for a school in which nobody waits for a seat. */
  hasWaitlist?: boolean;
  /** Instead of what the configuration names; tests bring their own. */
  database?: OpenDatabase<Database>;
  /** Hears of the moments at which a test lets the process die. */
  reach?: (checkpoint: Parameters<NonNullable<FeatureOptions['reach']>>[0] | MailCheckpoint) => void;
};

type Opened = Options & { now: () => number };

/** The tables of the product and of the embedded services, each with migrations of its own. */
export const TABLES = [schoolTables, identityTables, cardPaymentsTables, imageTables];

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60_000;

/** Opens the records and mounts everything; it listens nowhere yet. Throws `OpenError` when the records cannot be used. */
export async function openSchool(config: Config, options: Options = {}): Promise<School> {
  let school: School | undefined;
  const onCut = (error: Error) =>
    school?.app.log.warn({ err: error }, 'A connection to the database was cut.');
  const opened = options.database ?? openRecords(config, onCut);
  try {
    school = await mountSchool(config, opened, { now: Date.now, ...options });
    return school;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const revealed = (provider: Config['identity']['google']) =>
  provider && { clientId: provider.clientId, clientSecret: provider.clientSecret.reveal() };

function openRecords(config: Config, onCut: (error: Error) => void): OpenDatabase<Database> {
  if (!config.databaseUrl) return openSqlite<Database>(config.dataDir);
  return openPostgres<Database>(config.databaseUrl.reveal(), { onCut });
}

async function mountSchool(
  config: Config,
  { db, alone, close }: OpenDatabase<Database>,
  { now, web, logger, reach = () => {}, hasWaitlist = true }: Opened,
): Promise<School> {
  await alone(async () => {
    for (const tables of TABLES) await migrate(db, tables);
  });

  // Each embedded service is reached by HTTP as a hosted one would be; `mounted` is set before the first request.
  let mounted: FastifyInstance | undefined;
  const mountedFetch = injectFetch(() => mounted as FastifyInstance);
  const identity = openIdentity(config, { db, fetch: mountedFetch, now });
  const tokens = accessTokens({
    key: Buffer.from(await findOrMakeSecret(db, 'access-token-key'), 'base64url'),
    now,
    lifetimeS: identity.accessTokenS,
  });
  const pages = pageCache({ now });
  const cards = await openCards(config, { db, now, fetch: mountedFetch });
  const jobs = openJobs({
    logError: (error, job) => app.log.error({ err: error, job }, 'A job failed.'),
  });
  const features = openFeatures({
    config,
    db,
    now,
    tokens,
    identity,
    cards: cards.client,
    changed: () => pages.changed(['classes', 'instructors']),
    wake: jobs.wake,
    hasWaitlist,
    logError: (error) => app.log.error({ err: error }, 'Work on payments did not succeed.'),
    reach,
  });
  const callers = {
    resolve: (token: string) => resolveCaller({ db, tokens, identity }, token),
    verify: (token: string) => identity.verify(token),
  };
  const app = await buildApp({ config, db, callers, features, pages, web, logger });
  mounted = app;

  const publicOrigin = (request: FastifyRequest) => originOf(config, request);
  const outbox: Outbox = {
    db,
    now,
    send: mailSender({
      smtpUrl: config.mail.smtpUrl?.reveal(),
      from: config.mail.from ?? `${config.schoolName} <no-reply@localhost>`,
      outbox: join(config.dataDir, 'outbox'),
      log: (sentence) => app.log.warn(sentence),
      now,
    }),
    origin: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    schoolName: config.schoolName,
    reach,
    logError: (error) => app.log.error({ err: error }, 'A mail was not sent.'),
  };
  const isDemo = !config.production;

  if (!config.identity.hosted) {
    await app.register(identityService, {
      db: db as never,
      projectId: config.identity.projectId,
      apiKey: config.identity.apiKey,
      isOutage,
      now,
      insertMail: async (tx, { to, ...mail }) => {
        await insertMail(tx as never, { ...mail, recipient: to, now: now() });
      },
      deleteUnsentMails: (tx, { kind, ...which }) =>
        deleteUnsentMails(tx as never, {
          kind,
          ...('to' in which ? { recipient: which.to } : { ref: which.ref }),
        }),
      schoolName: config.schoolName,
      originOf: publicOrigin,
      actionPath: '/account/action',
      enumerationProtection: config.identity.enumerationProtection,
      rateLimitFactor: config.rateLimitFactor,
      providers: {
        google: revealed(config.identity.google),
        github: revealed(config.identity.github),
        ...(isDemo && {
          demoPeople: PEOPLE.map(({ name, email, photoURL }) => ({ name, email, picture: photoURL })),
        }),
      },
    });
  }
  const images: SweepOptions = {
    db: db as never,
    store: await openImageStore(config),
    now,
    isReferenced: async (hash) =>
      (await isPictureUsed(db, `/i/${hash}`)) || isPhotoOfAnAccount(db as never, `/i/${hash}`),
  };
  await app.register(imageHostService, {
    ...images,
    whose: (request) => uploaderOf({ db, tokens, identity }, request),
    apiKey: IMAGES_KEY,
    originOf: publicOrigin,
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

  const { service } = cards;
  if (service) {
    jobs.add(
      { name: 'card-events', everyMs: SECOND_MS / 4, run: () => workCards(service) },
      { name: 'card-sweep', everyMs: HOUR_MS, run: () => tidy(service).then(() => 0) },
    );
  }
  jobs.add(
    ...features.flatMap((feature) => feature.jobs ?? []),
    { name: 'mails', everyMs: SECOND_MS, run: () => sendDueMails(outbox) },
    { name: 'sweep', everyMs: HOUR_MS, run: () => sweep({ db, now, images }) },
  );
  return {
    app,
    db,
    now,
    alone,
    identity,
    tokens,
    cards: cards.client,
    features,
    importPayments: cards.importPayments,
    startWorkers: jobs.start,
    work: jobs.work,
    close: async () => {
      await jobs.stop();
      await app.close();
      await cards.close();
      await close();
    },
  };
}

/** What nobody needs any longer: old mails and sign-ins, and pictures that nothing refers to. */
async function sweep({
  db,
  now,
  images,
}: {
  db: Db;
  now: () => number;
  images: SweepOptions;
}): Promise<number> {
  await deleteOldMails(db, now());
  await deleteSpentSessions(db, now());
  await adoptImages(images);
  while ((await sweepImages(images)) > 0);
  return 0;
}
