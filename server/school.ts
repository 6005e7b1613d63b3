import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { type AccessTokens, accessTokens } from './auth/access-tokens.ts';
import { type CallingKey, resolveApiKey } from './auth/api-keys.ts';
import { resolveCaller, verifyPerson } from './auth/resolve-caller.ts';
import type { AskedSince } from './auth/second-factor.ts';
import { deleteSpentSignIns } from './auth/sign-ins.ts';
import { tokenKeys } from './auth/token-keys.ts';
import { uploaderOf } from './auth/uploader.ts';
import { checkRecords } from './check-records.ts';
import type { Config } from './config/config.ts';
import { siteOf } from './config/site.ts';
import { newId } from './database/ids.ts';
import { narrowFiles } from './database/narrow-files.ts';
import { migrate, type OpenDatabase, openPostgres, openSqlite } from './database/open.ts';
import { openOutages } from './database/outages.ts';
import { addCalls, deleteOldCalls } from './database/processes/call-counts.ts';
import type { ReadSchool } from './database/rows/school-row.ts';
import { keepAskedSince } from './database/settings/second-factor-since.ts';
import { type AllTables, TABLES } from './database/tables.ts';
import { apart, onceCommitted } from './database/transact.ts';
import { sayOwed } from './features/debts/index.ts';
import type { Feature } from './features/feature.ts';
import { type Checkpoint, openFeatures, type TimetableCheckpoint } from './features/index.ts';
import { makeFile } from './features/invoices/index.ts';
import { noteUse } from './features/keys/index.ts';
import { WEBHOOK_EVENTS, WEBHOOK_PATH } from './features/payments/index.ts';
import { ROWS } from './features/rows.ts';
import { keepSchool } from './features/school/index.ts';
import { noteSessionsEnded } from './features/users/index.ts';
import { type ContentChanges, contentChanges } from './http/answers/content-changes.ts';
import { keptAnswers } from './http/answers/kept-answers.ts';
import { CHANGES_JOB, shareChanges } from './http/answers/shared-changes.ts';
import { buildApp, type Deps } from './http/app.ts';
import { originOf } from './http/origin.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import { leasesOf, takeOverJob } from './jobs/leases.ts';
import { lostLinesJob } from './jobs/lost-lines-job.ts';
import { outageJob } from './jobs/outage-job.ts';
import { type MailCheckpoint, outboxJobs, type SendMail } from './jobs/send-due-mails.ts';
import type { ToldMetrics } from './metrics/metrics.ts';
import type { AskCopy } from './rehearsal/asked.ts';
import type { CardPayments } from './services/card-payments.ts';
import { type ImportPayments, openCards } from './services/cards.ts';
import { openIdentity } from './services/identity.ts';
import type { IdentityProvider } from './services/identity-provider.ts';
import { openImages } from './services/images.ts';
import { injectFetch } from './services/inject-fetch.ts';
import { letterheadOf, openMail } from './services/mail.ts';

/**
 * A school that is open: its HTTP surface, with every service that the configuration does not name elsewhere
 * mounted on it.
 */
export type School = {
  app: FastifyInstance;
  db: Kysely<AllTables>;
  now: () => number;
  /** Runs `work` while no other process on this database does the same; by `patient` statements have no limit. */
  alone<T>(work: (patient: Kysely<AllTables>) => Promise<T>): Promise<T>;
  identity: IdentityProvider;
  tokens: AccessTokens;
  cards: CardPayments;
  features: readonly Feature[];
  /** Brings payments of the past into the embedded card service; absent where a hosted one is named. */
  importPayments?: ImportPayments;
  /** What the school counts; absent where the configuration names no address to ask it at. */
  metrics?: ToldMetrics;
  /** The school as it is now. */
  readSchool: ReadSchool;
  /** To be told of changes of public content that no call made. */
  changed: ContentChanges['changed'];
  /**
   * Starts the jobs: the provider's events, holds that run out, refunds, the waiting list, mails. `close`
   * stops them.
   */
  startWorkers(): void;
  /** One turn of every job, for anyone who moves the clock; gives how many pieces they found. */
  work(): Promise<number>;
  /** What the jobs have found and whether one is at work. */
  activity: Jobs['activity'];
  close(): Promise<void>;
};

type Options = {
  now?: () => number;
  web?: Deps['web'];
  logger?: FastifyServerOptions['logger'];
  /** How many lines of the log this process has lost. */
  lostLines?: () => number;
  /** False for a school without waiting lists. */
  hasWaitlist?: boolean;
  /** How the copy for rehearsals is asked for; absent where none can be. */
  askCopy?: AskCopy;
  /** Where mails go, instead of where the configuration says. */
  send?: SendMail;
  /** Instead of what the configuration names; tests bring their own. */
  database?: OpenDatabase<AllTables>;
  /** Is notified of the moments at which a test lets the process die. */
  checkpoint?: (at: Checkpoint | MailCheckpoint | TimetableCheckpoint) => void;
};

type Opened = Options & { now: () => number };

const HOUR_MS = 60 * 60_000;

/**
 * Opens the database and mounts everything; it listens nowhere yet. Throws `OpenError` when the database cannot
 * be used, and `ConfigError` where the configuration is not that of the school in it; nothing was changed then.
 */
export async function openSchool(config: Config, options: Options = {}): Promise<School> {
  let school: School | undefined;
  const onCut = (error: Error) =>
    school?.app.log.warn({ err: error }, 'A connection to the database was cut.');
  narrowFiles(config.dataDir);
  const opened = options.database ?? openDatabase(config, onCut);
  try {
    school = await compose(config, opened, { now: Date.now, ...options });
    return school;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function openDatabase(config: Config, onCut: (error: Error) => void): OpenDatabase<AllTables> {
  if (!config.databaseUrl) return openSqlite(config.dataDir);
  return openPostgres(config.databaseUrl.reveal(), { directUrl: config.databaseDirectUrl?.reveal(), onCut });
}

/** The whole composition: configuration, services, features, app, jobs. */
async function compose(config: Config, opened: OpenDatabase<AllTables>, options: Opened): Promise<School> {
  const { db, alone } = opened;
  const askedSince = await alone(async (patient) => {
    await checkRecords(config, patient);
    for (const tables of TABLES) await migrate(patient, tables);
    return keepAskedSince(patient, { isAsked: config.identity.asksSecondFactor, now: options.now() });
  });
  const base = openBase(config, opened, { ...options, askedSince }, () => app);
  const { sources, services } = await openServices(base);
  const features = joinFeatures(base, { sources, services });
  const { app, metrics } = await openApp(base, { sources, services, features });
  addJobs(base, { services, features, metrics });

  const { now, self, shared, jobs, readSchool, changes } = base;
  const { identity, cards } = services;
  let listening: { close(): Promise<void> } | undefined;
  return {
    app,
    db,
    now,
    metrics,
    alone,
    identity: identity.client,
    tokens: sources.tokens,
    cards: cards.client,
    features,
    readSchool,
    importPayments: cards.importPayments,
    changed: changes.changed,
    startWorkers: () => {
      listening = shared?.listen(self, (sentence) => app.log.warn(sentence));
      jobs.start();
    },
    work: jobs.work,
    activity: jobs.activity,
    close: async () => {
      await jobs.stop();
      // Until its work is over, others see that it lives.
      await listening?.close();
      await app.close();
      for (const service of Object.values(services)) await service.close?.();
      await opened.close();
    },
  };
}

type Base = ReturnType<typeof openBase>;

/** What services, features, app and jobs share. `app` is there once all of them are. */
function openBase(
  config: Config,
  { db, signals, connections }: OpenDatabase<AllTables>,
  {
    now,
    askedSince,
    lostLines = () => 0,
    checkpoint = () => {},
    hasWaitlist = true,
    web,
    logger,
    askCopy,
    send,
  }: Opened & { askedSince: AskedSince },
  app: () => FastifyInstance,
) {
  const outages = openOutages(now);
  const logging = (sentence: string) => (error: unknown, job?: string) => {
    outages.noteFailed(error);
    app().log.error({ err: error, job }, sentence);
  };
  const jobs = openJobs({ logError: logging('A job failed.') });
  const shared =
    signals && shareChanges(contentChanges({ now }), { db, signals, wake: () => jobs.wake(CHANGES_JOB) });
  const told = shared?.changes ?? contentChanges({ now });
  const changes: ContentChanges = {
    ...told,
    changed: (contents) => onceCommitted(() => told.changed(contents)),
  };
  const self = newId(now());
  return {
    config,
    db,
    signals,
    connections,
    now,
    askedSince,
    lostLines,
    checkpoint,
    hasWaitlist,
    web,
    logger,
    askCopy,
    send,
    app,
    outages,
    logging,
    jobs,
    wake: (job: string) => onceCommitted(() => apart(() => jobs.wake(job))),
    shared,
    changes,
    self,
    readSchool: keepSchool({ db, config, now, changes }),
    lease: leasesOf(self),
  };
}

/** The outside services, hosted or embedded, and what tells by them who is calling. */
async function openServices({ config, db, now, askedSince, readSchool, changes, app, send }: Base) {
  // An embedded service is reached by HTTP as a hosted one would be; no request comes before the app is
  // there.
  const common = {
    db,
    now,
    schoolName: async () => (await readSchool()).name,
    fetch: injectFetch(app),
    originOf: (request: FastifyRequest) => originOf(config, request),
  };
  /** Of an account that is kept, what it teaches, writes and waits for shows again. */
  const showAnew = () => changes.changed(['classes', 'timetable', 'instructors', 'blogs']);
  const identity = openIdentity(config, {
    ...common,
    sessionsEnded: (tx, { uid, ...ended }) =>
      noteSessionsEnded(tx, { uid }, { ...ended, showAnew, rows: ROWS, now: now() }),
  });
  const tokens = accessTokens({
    keys: tokenKeys(db, now),
    now,
    lifetimeS: identity.client.accessTokenS,
  });
  const sources = { db, tokens, identity: identity.client, askedSince, now };
  const cards = await openCards(config, {
    ...common,
    webhook: { path: `/api${WEBHOOK_PATH}`, events: WEBHOOK_EVENTS },
  });
  const images = await openImages(config, {
    ...common,
    personOf: (request) => uploaderOf(sources, request),
  });
  const mail = {
    ...openMail(config, { now, log: (sentence) => app().log.warn(sentence) }),
    ...(send && { client: send }),
  };
  return { sources, services: { identity, cards, images, mail } };
}

type Opening = Awaited<ReturnType<typeof openServices>>;

const joinFeatures = (base: Base, { sources, services }: Opening) => {
  const { config, readSchool, lease, changes, wake, hasWaitlist, checkpoint } = base;
  return openFeatures({
    ...sources,
    config,
    readSchool,
    lease,
    changes,
    hasWaitlist,
    checkpoint,
    cards: services.cards.client,
    files: services.images.client,
    send: services.mail.client,
    wake,
    askCopy: base.askCopy,
    logError: base.logging('Work on payments did not succeed.'),
  });
};

/** What is not asked for is not loaded either. */
const loadMetrics = async () => (await import('./metrics/metrics.ts')).openMetrics;

async function openApp(base: Base, { sources, services, features }: Opening & Pick<School, 'features'>) {
  const { config, db, now, signals, connections, outages, changes, readSchool, lostLines, web, logger } =
    base;
  const { identity } = sources;
  const callers = {
    now,
    resolve: (token: string) => resolveCaller(sources, token),
    verify: (token: string) => verifyPerson(sources, token),
    resolveKey: (secret: string) =>
      resolveApiKey(db, secret, { now: now(), currentEpoch: identity.currentEpoch }),
    noteUse: (key: CallingKey) => noteUse(db, key, now()),
  };
  const kept = keptAnswers({ now, changes });
  const metrics = config.metrics && (await loadMetrics())({ db, connections, now, kept, outages, lostLines });
  const app: FastifyInstance = await buildApp({
    config,
    db,
    readSchool,
    callers,
    services,
    features,
    changes,
    kept,
    outages,
    web,
    logger,
    addCalls: signals && ((calls) => addCalls(db, calls, Date.now())),
    observe: metrics?.observe,
  });
  for (const service of Object.values(services)) await service.mount?.(app);
  return { app, metrics };
}

type Worked = Pick<Opening, 'services'> &
  Pick<School, 'features'> &
  Pick<Awaited<ReturnType<typeof openApp>>, 'metrics'>;

/** What follows requests. */
function addJobs(base: Base, { services, features, metrics }: Worked): void {
  const { config, db, now, jobs, outages, shared, signals, self, lease, readSchool, lostLines, app } = base;
  const { client: send } = services.mail;
  jobs.add(
    outageJob({
      db,
      now,
      outages,
      logOver: (outage) => app().log.warn(outage, 'The database can be written again.'),
    }),
    ...(shared ? [shared.job] : []),
    ...Object.values(services).flatMap((service) => service.jobs ?? []),
    ...features.flatMap((feature) => feature.jobs ?? []),
    ...outboxJobs({
      db,
      now,
      lease,
      send: metrics ? metrics.countingMails(send) : send,
      letterhead: async () => letterheadOf(await readSchool(), siteOf(config)),
      makeFile: ({ invoice }) => makeFile(db, invoice),
      sayOwed: (letter, owed) => sayOwed({ db, readSchool, now }, letter, owed),
      checkpoint: base.checkpoint,
      logError: base.logging('A mail was not sent.'),
    }),
    takeOverJob({
      db,
      now,
      process: self,
      // No other process can be on a database without signals.
      findConnected: signals?.findNames ?? (async () => new Set([self])),
    }),
    { name: 'call-count-sweep', everyMs: HOUR_MS, run: () => deleteOldCalls(db, Date.now()).then(() => 0) },
    lostLinesJob({ db, now, lostLines }),
    { name: 'sign-in-sweep', everyMs: HOUR_MS, run: () => deleteSpentSignIns(db, now()).then(() => 0) },
  );
}
