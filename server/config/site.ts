import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { areProxies } from './proxies.ts';
import { secret } from './secret.ts';
import { onOff, positive, url, wholeNumber, withoutSlash } from './values.ts';

/* Where the school runs, who may reach it, and where its database is. */

const PORT = 'PORT must be a whole number from 0 to 65535.';
const METRICS = 'METRICS_PORT must be a whole number from 0 to 65535.';
const IDLE = 'IDLE_EXIT_S must be a whole number of seconds from 1 to 86400.';
const WORKERS = 'WORKERS must be a whole number from 1 to 64.';
const MOST_TRIES = 10;

const postgresUrl = (name: string) =>
  secret(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, `${name} must be a PostgreSQL address such as postgres://user@host/name.`)
      .refine(
        (address) => URL.canParse(address),
        `${name} must be a PostgreSQL address such as postgres://user@host/name.`,
      ),
  );

const host = (name: string) =>
  z
    .string()
    .refine(
      (address) =>
        isIP(address.replace(/^\[|\]$/g, '')) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(address),
      `${name} must be an address or a name of this machine, such as 127.0.0.1.`,
    );

const PROXY =
  'TRUST_PROXY must be the addresses or ranges of the proxies alone, with commas between them, such as 127.0.0.1 or 10.0.0.0/8, or unix for a Unix socket.';

export const siteVariables = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: 'NODE_ENV must be production, development or test, or not be set.',
    })
    .default('development'),
  HOST: host('HOST').default('127.0.0.1'),
  PORT: wholeNumber(PORT, { min: 0, max: 65535 }).default(3000),
  PUBLIC_URL: url('PUBLIC_URL')
    .refine((address) => isOrigin(address), 'PUBLIC_URL must have no path, such as https://school.example.')
    .optional(),
  HSTS_SUBDOMAINS: onOff('HSTS_SUBDOMAINS').default(false),
  PSEUDO_LANGUAGES: onOff('PSEUDO_LANGUAGES').default(false),
  SERVICE_WORKER: onOff('SERVICE_WORKER').default(true),
  TRUST_PROXY: z.string().refine(areProxies, PROXY).optional(),
  DATA_DIR: z
    .string()
    // Only a shell knows `~` and variables, and takes quotes off: a folder of that name would be a new, empty
    // school.
    .refine(
      (path) => !/[\0\r\n"'\ufeff]|^[~$]|^\s|\s$|^\w+:\/\//.test(path),
      'DATA_DIR must be the path of a folder, without quotes, ~ or variables.',
    )
    .default('data'),
  DATABASE_URL: postgresUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: postgresUrl('DATABASE_DIRECT_URL'),
  WORKERS: wholeNumber(WORKERS, { min: 1, max: 64 }).default(1),
  IDLE_EXIT_S: wholeNumber(IDLE, { min: 1, max: 86_400 }).optional(),
  RATE_LIMIT_FACTOR: positive('RATE_LIMIT_FACTOR').default(1),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    })
    .optional(),
  METRICS_PORT: wholeNumber(METRICS, { min: 0, max: 65535 }).optional(),
  METRICS_HOST: host('METRICS_HOST').default('127.0.0.1'),
});

type Env = z.output<typeof siteVariables>;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Pages, links and cookies begin at the root. */
function isOrigin(address: string): boolean {
  const parsed = URL.parse(address);
  return parsed === null || `${parsed.origin}/` === parsed.href;
}

export function siteFaults(env: Env): string[] {
  return [
    ...databaseFaults(env),
    ...metricsFaults(env),
    ...(env.NODE_ENV === 'production' ? productionFaults(env) : demoFaults(env)),
  ];
}

function databaseFaults({ DATABASE_URL, DATABASE_DIRECT_URL, WORKERS }: Env): string[] {
  const faults: string[] = [];
  if (DATABASE_URL) return faults;
  if (WORKERS > 1)
    faults.push(
      `WORKERS=${WORKERS} needs PostgreSQL: set DATABASE_URL. The embedded database serves one process.`,
    );
  if (DATABASE_DIRECT_URL)
    faults.push('DATABASE_DIRECT_URL is a second way to the database of DATABASE_URL. Set that, too.');
  return faults;
}

function metricsFaults({ PORT, METRICS_PORT }: Env): string[] {
  return METRICS_PORT !== undefined && METRICS_PORT === PORT && PORT !== 0
    ? ['METRICS_PORT must be another port than PORT.']
    : [];
}

function productionFaults({ PUBLIC_URL, RATE_LIMIT_FACTOR, PSEUDO_LANGUAGES }: Env): string[] {
  const faults: string[] = [];
  if (!PUBLIC_URL)
    faults.push('PUBLIC_URL must be set: the address that visitors type, such as https://school.example.');
  else if (!PUBLIC_URL.startsWith('https://'))
    faults.push('PUBLIC_URL must begin with https:// in production.');
  if (RATE_LIMIT_FACTOR > MOST_TRIES)
    faults.push(`RATE_LIMIT_FACTOR must be at most ${MOST_TRIES} in production.`);
  if (PSEUDO_LANGUAGES) faults.push('PSEUDO_LANGUAGES must be off in production: nobody reads them.');
  return faults;
}

/** The demo school's passwords are public, so it may be reached from this machine alone. */
function demoFaults({ HOST, PUBLIC_URL }: Env): string[] {
  const faults: string[] = [];
  if (!LOOPBACK.has(HOST))
    faults.push(`HOST=${HOST} would show the demo school to others. Use 127.0.0.1, or NODE_ENV=production.`);
  if (PUBLIC_URL && !LOOPBACK.has(new URL(PUBLIC_URL).hostname))
    faults.push(
      `PUBLIC_URL=${PUBLIC_URL} would show the demo school to others. Leave it out, or set NODE_ENV=production.`,
    );
  return faults;
}

export function siteConfig(env: Env) {
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: withoutSlash(env.PUBLIC_URL),
    /** Whether browsers must use https for every subdomain of the school, too. */
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    /** Whether the languages that are made for tests have addresses. */
    hasPseudoLanguages: env.PSEUDO_LANGUAGES,
    /** Whether browsers keep the page of registers, to open it without a network. */
    hasServiceWorker: env.SERVICE_WORKER,
    /** Addresses and ranges, and `unix`, with commas between them. */
    trustProxy: env.TRUST_PROXY ?? (false as const),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** Past the pooler, where `databaseUrl` leads to one. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** How many processes serve. */
    workers: env.WORKERS,
    /**
     * How long nothing may happen before a process ends that a service manager starts again when it is asked;
     * absent where it stays.
     */
    idleExitMs: env.IDLE_EXIT_S === undefined ? undefined : env.IDLE_EXIT_S * 1000,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    /**
     * One line a request in production; in the demo only what is wrong, beside the accounts to sign in with.
     */
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'production' ? 'info' : 'warn'),
    /** Where metrics are served; absent where they are not configured. */
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
  };
}

/** The school's address for texts without a request, such as mails; without a slash at its end. */
export const siteOf = ({ publicUrl, port }: { publicUrl?: string; port: number }) =>
  publicUrl ?? `http://127.0.0.1:${port}`;
