import cluster from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { enableCompileCache } from 'node:module';
import { createServer, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config/config.ts';
import { UMASK } from './database/narrow-files.ts';
import { leaveWhenIdle } from './leave-when-idle.ts';
import { loadWeb, ROOT } from './load-web.ts';
import { SocketError, takePassedSocket } from './passed-socket.ts';
import { sweepFolders } from './rehearsal/folders.ts';
import { keepCopy } from './rehearsal/keep-copy.ts';
import type { School } from './school.ts';
import { runWorkers, sayListening } from './workers.ts';

/** Serves the pages as they are being written. */
const IS_DEV = process.argv.includes('--dev');
/** How long connections that are kept open may still ask once more, and be told to ask elsewhere. */
const LINGER_MS = 1000;
/**
 * What is not answered this long after the signal to stop is given up: an upload that stalls, a caller who
 * says nothing.
 */
const DRAIN_MS = 5000;
const REAP_MS = 50;
/** How long the log's reader has for the last lines. */
const LAST_LINES_MS = 1000;
const STOP_MS = 15_000;
const PARENT_MS = 200;
/** All of the environment that a copy for rehearsals sees: no setting of the school, and so none of its keys. */
const ENVIRONMENT_OF_COPY = [
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'TZ',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
];

/** Says why nothing was started, one sentence a line, and ends. */
function refuse(sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

async function readSettings(): Promise<Config> {
  const { readConfig, ConfigError } = await import('./config/config.ts');
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (cluster.isPrimary) await askForPassword();
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.faults);
    throw error;
  }
}

/**
 * At a terminal the first admin's password may be typed instead of configured; workers get it with the
 * environment.
 */
async function askForPassword() {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_PASSWORD_FILE, FIREBASE_PROJECT_ID } = process.env;
  if (!ADMIN_EMAIL || ADMIN_PASSWORD || ADMIN_PASSWORD_FILE || FIREBASE_PROJECT_ID) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return;
  const { askSecret } = await import('./ask-secret.ts');
  const question = `Password of ${ADMIN_EMAIL}, the first admin: `;
  process.env.ADMIN_PASSWORD = await askSecret(question).catch(() => refuse(['No password, no start.']));
}

type Address = Pick<Config, 'host' | 'port'>;

/** Fails before anything is touched when an address is taken. */
async function checkAddress({ host, port }: Address, prefix: '' | 'METRICS_' = ''): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(port, host, resolve);
  }).catch((error) => refuse([addressFault(error, { host, port }, prefix)]));
  await new Promise((resolve) => probe.close(resolve));
}

function addressFault(
  error: NodeJS.ErrnoException,
  { host, port }: Address,
  prefix: '' | 'METRICS_' = '',
): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop what uses it, or set ${prefix}PORT to another one.`;
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this user. Set ${prefix}PORT to one above 1023.`;
  return `${host}:${port} cannot be listened on (${error.code}). Set ${prefix}HOST and ${prefix}PORT.`;
}

/** The socket that systemd has passed; undefined where the school listens on an address of its own. */
function readPassedSocket(): number | undefined {
  try {
    return takePassedSocket(process.env);
  } catch (error) {
    if (error instanceof SocketError) refuse([error.message]);
    throw error;
  }
}

/** Listens on the address of the configuration, or on the socket that was passed. */
async function listen({ app }: Pick<School, 'app'>, config: Config, passed: number | undefined) {
  if (passed === undefined) {
    await app
      .listen({ host: config.host, port: config.port })
      .catch((error: NodeJS.ErrnoException) => refuse([addressFault(error, config)]));
    return;
  }
  await app.ready();
  const { trustsUnix } = await import('./config/proxies.ts');
  app.server.listen({ fd: passed });
  await once(app.server, 'listening').catch((error: NodeJS.ErrnoException) =>
    refuse([`The socket that was passed cannot be listened on (${error.code}).`]),
  );
  // In the same turn, before a connection that waits is accepted. Of a Unix socket Node knows no address.
  if (app.server.address() === null && !trustsUnix(config.trustProxy))
    refuse([
      'A Unix socket has no addresses of visitors: set TRUST_PROXY=unix, and let a proxy connect to it.',
    ]);
}

/**
 * Lets the operator ask what is counted, where the configuration names an address for that; gives what ends
 * it.
 */
async function openMetricsAddress({ metrics: address }: Config, { metrics }: Pick<School, 'metrics'>) {
  if (!address || !metrics) return () => {};
  const { serveMetrics } = await import('./metrics/serve-metrics.ts');
  const server = await serveMetrics(metrics, address).catch((error) =>
    refuse([addressFault(error, address, 'METRICS_')]),
  );
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/**
 * A signal to npm ends the shell that runs the script and goes no further; its child process gets another
 * parent then, and ends by that. Windows knows neither.
 */
function watchParent() {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_MS).unref();
}

/**
 * Accepts no new connection and waits until requests in flight have been answered. Only then may the school
 * itself close: from then on its services refuse the calls that an answer may still need. Callers who keep a
 * connection open are told with their next answer to take another; one that were closed under them might have
 * the next request on its way.
 */
async function drain(server: Server) {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // An HTTP server's own `close` would end idle connections at once.
  const drained = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  await Promise.race([drained, sleep(LINGER_MS, undefined, { ref: false })]);
  const reaping = setInterval(() => server.closeIdleConnections(), REAP_MS);
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await drained;
  clearInterval(reaping);
  clearTimeout(patience);
}

/** Deletes what copies of a killed school have left, and keeps the next one in this process. */
function keepOwnCopy() {
  sweepFolders();
  const env = Object.fromEntries(ENVIRONMENT_OF_COPY.map((name) => [name, process.env[name]]));
  const NODE_ENV = IS_DEV ? 'development' : 'production';
  return keepCopy({
    env: { ...env, NODE_ENV },
    isDev: IS_DEV,
    logError: (error) => console.error(error),
  });
}

async function main() {
  process.umask(UMASK);
  // What the first start has compiled the next ones read; without it they take half as long again.
  enableCompileCache(join(ROOT, 'build', 'compiled'));
  if (process.env.npm_lifecycle_event && cluster.isPrimary) watchParent();
  const passed = readPassedSocket();
  const config = await readSettings();
  if (passed !== undefined && config.workers > 1)
    refuse(['WORKERS must be 1 where systemd passes the socket: the processes would not share it.']);
  if (cluster.isPrimary) {
    if (passed === undefined) await checkAddress(config);
    if (config.metrics) await checkAddress(config.metrics, 'METRICS_');
  }
  if (cluster.isPrimary && config.workers > 1 && !IS_DEV) {
    const metrics = config.metrics && (await import('./metrics/sum-workers.ts')).sumWorkers();
    await openMetricsAddress(config, { metrics });
    return runWorkers(config.workers, keepOwnCopy());
  }
  process.env.NODE_ENV ??= IS_DEV ? 'development' : 'production';
  const web =
    (await loadWeb(IS_DEV)) ??
    refuse(['The pages have not been built. Start with npm start, or run npm run build first.']);
  const { openSchool } = await import('./school.ts');
  const { ConfigError } = await import('./config/config.ts');
  const { OpenError } = await import('./database/open.ts');
  const { loggerOf } = await import('./http/log-requests.ts');
  const { openLogStream } = await import('./http/log-stream.ts');
  const { isOutage, refusalOf } = await import('./database/outage.ts');
  const log = openLogStream();
  const { askPrimary } = await import('./rehearsal/ask-primary.ts');
  const copy = cluster.isPrimary ? keepOwnCopy() : undefined;
  const askCopy = copy ?? askPrimary();
  const options = { web, logger: loggerOf(config, log), lostLines: log.lost, askCopy };
  const school = await openSchool(config, options).catch((error) => {
    if (error instanceof OpenError) refuse([error.message]);
    if (error instanceof ConfigError) refuse(error.faults);
    if (isOutage(error)) {
      const records = config.databaseUrl
        ? 'The database at DATABASE_URL'
        : `The database in ${config.dataDir}`;
      refuse([`${records} cannot be reached (${error.code ?? error.message}).`]);
    }
    const refusal = refusalOf(error);
    if (refusal) refuse([refusal]);
    throw error;
  });

  const { prepareSchool } = await import('./prepare-school.ts');
  const accounts = await school
    .alone(() => prepareSchool(config, school))
    .catch((error) => {
      if (error instanceof ConfigError) refuse(error.faults);
      throw error;
    });
  let closeMetrics = () => {};
  let isStopping = false;
  async function stop() {
    // A terminal tells every process of a group, and the one that started this one tells it again.
    if (isStopping) return;
    isStopping = true;
    // What even closing cannot end is a fault, and the program that watches the process is told so.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await drain(school.app.server);
    closeMetrics();
    await copy?.close();
    await school.close();
    await log.flush(LAST_LINES_MS);
    process.exit(0);
  }
  // Before it listens: the connection that a process was started for is counted, too.
  if (passed !== undefined && config.idleExitMs !== undefined)
    leaveWhenIdle({ server: school.app.server, jobs: school, idleMs: config.idleExitMs, leave: stop });
  await listen(school, config, passed);

  // Who started several of them adds up what they count.
  if (cluster.isPrimary) closeMetrics = await openMetricsAddress(config, school);
  school.startWorkers();

  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const bound = school.app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const address = bound === null ? 'the socket that was passed' : `http://${host}:${port}`;
  const { unusedVariables } = await import('./features/school/index.ts');
  const now = await school.readSchool();
  // One write: a reader of the first line has the accounts too.
  const announcement = [
    `${now.name} is listening at ${config.publicUrl ?? address}`,
    ...accounts.map(({ role, email, password }) => `  ${role.padEnd(10)} ${email}  ${password}`),
    ...unusedVariables(config, now),
  ].join('\n');
  if (!sayListening(announcement)) console.log(announcement);
}

await main();
