import { resolve } from 'node:path';
import * as z from 'zod';
import { PRICE_PATTERN } from '#contract/classes.ts';

/** What cannot be started with, one sentence per fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

const url = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be a web address such as https://school.example.` });
/** Money is kept in hundredths everywhere; the yen has none and the dinar has thousandths. */
const hasHundredths = (code: string) =>
  !/^[a-z]{3}$/.test(code) ||
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    .maximumFractionDigits === 2;
const positive = (name: string) =>
  z.coerce
    .number({ error: `${name} must be a number above 0.` })
    .positive(`${name} must be a number above 0.`);

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce
    .number({ error: 'PORT must be a whole number from 0 to 65535.' })
    .int('PORT must be a whole number from 0 to 65535.')
    .min(0, 'PORT must be a whole number from 0 to 65535.')
    .max(65535, 'PORT must be a whole number from 0 to 65535.')
    .default(3000),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(
      /^postgres(ql)?:\/\//,
      'DATABASE_URL must be a PostgreSQL address such as postgres://user@host/name.',
    )
    .optional(),
  PUBLIC_URL: url('PUBLIC_URL').optional(),
  SCHOOL_NAME: z
    .string()
    .trim()
    .min(1)
    .max(60, 'SCHOOL_NAME must have at most 60 characters.')
    .default('Cadenza'),
  ENROLMENT_PRICE: z
    .union([z.literal('class'), z.string().regex(PRICE_PATTERN)], {
      error: 'ENROLMENT_PRICE must be an amount such as 60, or the word class.',
    })
    .default('60'),
  CURRENCY: z
    .string()
    .toLowerCase()
    .regex(/^[a-z]{3}$/, 'CURRENCY must be a three-letter code such as usd.')
    .refine(hasHundredths, 'CURRENCY must be one whose unit has a hundred parts, such as usd.')
    .default('usd'),
  ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+$/, 'ADMIN_EMAIL must be an e-mail address.')
    .optional(),
  ADMIN_PASSWORD: z.string().min(6, 'ADMIN_PASSWORD must have at least 6 characters.').optional(),
  RATE_LIMIT_FACTOR: positive('RATE_LIMIT_FACTOR').default(1),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    })
    .default('warn'),
  TRUST_PROXY: z.string().optional(),
  CANCEL_UNTIL_HOURS: z.coerce
    .number({ error: 'CANCEL_UNTIL_HOURS must be a number of hours, 0 or more.' })
    .min(0, 'CANCEL_UNTIL_HOURS must be a number of hours, 0 or more.')
    .default(48),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'SMTP_URL must be an address such as smtp://user:password@host:587.')
    .optional(),
  MAIL_FROM: z.string().optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  IDENTITY_BASE_URL: url('IDENTITY_BASE_URL').optional(),
  IDENTITY_JWKS_URL: url('IDENTITY_JWKS_URL').optional(),
  ENUMERATION_PROTECTION: z.stringbool({ error: 'ENUMERATION_PROTECTION must be on or off.' }).default(false),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_BASE_URL: url('STRIPE_BASE_URL').optional(),
  CARD_SANDBOX: z.stringbool({ error: 'CARD_SANDBOX must be on or off.' }).default(false),
  IMAGES_UPLOAD_URL: url('IMAGES_UPLOAD_URL').optional(),
  IMAGES_S3_ENDPOINT: url('IMAGES_S3_ENDPOINT').optional(),
  IMAGES_S3_REGION: z.string().default('us-east-1'),
  IMAGES_S3_BUCKET: z.string().optional(),
  IMAGES_S3_ACCESS_KEY_ID: z.string().optional(),
  IMAGES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  IMAGES_MAX_MB: positive('IMAGES_MAX_MB').default(2048),
});

export type Config = ReturnType<typeof readConfig>;

/** Variables that only make sense together. */
const GROUPS = [
  ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'],
  ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['IMAGES_S3_BUCKET', 'IMAGES_S3_ACCESS_KEY_ID', 'IMAGES_S3_SECRET_ACCESS_KEY'],
] as const;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Reads the environment into what the product runs by. Throws `ConfigError` with one sentence per fault. */
export function readConfig(source: Record<string, string | undefined>) {
  // An empty variable means the same as none: `.env` files and container settings leave them behind.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => issue.message));
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const hostedIdentity = env.FIREBASE_PROJECT_ID !== undefined;
  const hostedCards = env.STRIPE_SECRET_KEY !== undefined;

  const faults: string[] = [];
  for (const group of GROUPS) {
    const missing = group.filter((name) => !env[name]);
    if (missing.length > 0 && missing.length < group.length) {
      const set = group.find((name) => env[name]);
      faults.push(`${missing.join(' and ')} must be set too, since ${set} is.`);
    }
  }
  if (env.ADMIN_EMAIL && !env.ADMIN_PASSWORD && !hostedIdentity) {
    faults.push('ADMIN_PASSWORD must be set too: it is the password of the first admin, ADMIN_EMAIL.');
  }
  if (production) {
    if (!env.PUBLIC_URL)
      faults.push('PUBLIC_URL must be set: the address that visitors type, such as https://school.example.');
    if (!env.ADMIN_EMAIL) faults.push('ADMIN_EMAIL must be set: the address of the first admin.');
    if (!hostedCards && !env.CARD_SANDBOX) {
      faults.push(
        'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set, or CARD_SANDBOX=on to take no real money.',
      );
    }
  } else if (!LOOPBACK.has(env.HOST)) {
    faults.push(
      `HOST=${env.HOST} would show the demo school to others. Use 127.0.0.1, or NODE_ENV=production.`,
    );
  }
  if (faults.length > 0) throw new ConfigError(faults);

  const provider = (id?: string, secret?: string) =>
    id && secret ? { clientId: id, clientSecret: secret } : undefined;
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    schoolName: env.SCHOOL_NAME,
    /** Cents of the flat fee, or `class` for the class's own price. */
    enrolmentPrice:
      env.ENROLMENT_PRICE === 'class' ? ('class' as const) : Math.round(Number(env.ENROLMENT_PRICE) * 100),
    currency: env.CURRENCY,
    admin: env.ADMIN_EMAIL ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
    /** What Fastify's `trustProxy` takes. */
    trustProxy: env.TRUST_PROXY === 'true' ? true : (env.TRUST_PROXY ?? false),
    cancelUntilHours: env.CANCEL_UNTIL_HOURS,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    identity: {
      hosted: hostedIdentity,
      projectId: env.FIREBASE_PROJECT_ID ?? 'cadenza-school',
      apiKey: env.FIREBASE_API_KEY ?? 'cadenza-web',
      authDomain: env.FIREBASE_AUTH_DOMAIN,
      /** Where a hosted service other than the vendor's own answers; tests play it. */
      baseUrl: env.IDENTITY_BASE_URL?.replace(/\/+$/, ''),
      jwksUrl: env.IDENTITY_JWKS_URL,
      enumerationProtection: env.ENUMERATION_PROTECTION,
      google: provider(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
      github: provider(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    },
    cards: {
      hosted: hostedCards,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_cadenza',
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      baseUrl: env.STRIPE_BASE_URL?.replace(/\/+$/, ''),
    },
    images: {
      uploadUrl: env.IMAGES_UPLOAD_URL,
      maxBytes: env.IMAGES_MAX_MB * 1024 * 1024,
      s3: env.IMAGES_S3_BUCKET
        ? {
            endpoint: env.IMAGES_S3_ENDPOINT,
            region: env.IMAGES_S3_REGION,
            bucket: env.IMAGES_S3_BUCKET,
            accessKeyId: env.IMAGES_S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: env.IMAGES_S3_SECRET_ACCESS_KEY ?? '',
          }
        : undefined,
    },
  };
}
