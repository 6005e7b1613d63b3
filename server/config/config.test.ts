import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CANCEL_HOURS_MAX } from '#contract/school/calls.ts';
import { SchoolDraft } from '#contract/school/form.ts';
import { ConfigError, readConfig } from './config.ts';

type Env = Record<string, string>;

const PRODUCTION: Env = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Crescendo!7',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const without = (env: Env, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
const FIREBASE = { FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'p.example' };
const TEST_KEYS = { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_SECRET_KEY: 'sk_test_1' };

function faultsOf(env: Env): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('production', () => {
  test('starts with what it needs', () => {
    expect(faultsOf(PRODUCTION)).toEqual([]);
    expect(faultsOf({ ...PRODUCTION, STRIPE_SECRET_KEY: 'rk_live_1' })).toEqual([]);
    expect(faultsOf({ ...PRODUCTION, ...TEST_KEYS, CARD_TEST_MODE: 'on' })).toEqual([]);
    expect(
      faultsOf({ ...PRODUCTION, RATE_LIMIT_FACTOR: '10', PUBLIC_URL: 'https://school.example:8443/' }),
    ).toEqual([]);
    expect(
      faultsOf({ ...PRODUCTION, SMTP_URL: 'smtp://mail', MAIL_FROM: 'The School <office@school.example>' }),
    ).toEqual([]);
  });

  test.each<[variable: string, change: Env]>([
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://school.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://127.0.0.1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://school.example/music' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://school.example/?a=1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://head:password@school.example' }],
    ['WORKERS', { WORKERS: '2' }],
    ['WORKERS', { WORKERS: '0', DATABASE_URL: 'postgres://u@h/n' }],
    ['WORKERS', { WORKERS: 'all', DATABASE_URL: 'postgres://u@h/n' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://u@h/n' }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgres://u@h/n', DATABASE_DIRECT_URL: 'mysql://u@h/n' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: '' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'head@school.example,other@school.example' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: '' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: '123456' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'crescendo!7' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'Crescendo7' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'Cr!7' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'Practice!1' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'x' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_live_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'x' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: '' }],
    ['CARD_TEST_MODE', TEST_KEYS],
    ['CARD_SANDBOX', { STRIPE_PUBLISHABLE_KEY: '', STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'no address' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@x.example, b@x.example' }],
    ['SMTP_URL', { SMTP_URL: 'mail.school.example' }],
    ['RATE_LIMIT_FACTOR', { RATE_LIMIT_FACTOR: '11' }],
    ['PSEUDO_LANGUAGES', { PSEUDO_LANGUAGES: 'on' }],
    ['RATE_LIMIT_FACTOR', { RATE_LIMIT_FACTOR: '0' }],
  ])('is refused by one sentence about %s: %j', (variable, change) => {
    const faults = faultsOf({ ...PRODUCTION, ...change });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(variable);
    expect(faults[0]).toMatch(/\.$/);
    // What a variable held is not repeated: it may be a secret in the wrong place.
    for (const value of ['sk_live_1', 'Practice!1', 'head:password']) expect(faults[0]).not.toContain(value);
  });

  test('asks who runs the school for a second factor unless told otherwise', () => {
    const isAsked = (env: Env) => readConfig(env).identity.asksSecondFactor;
    expect(isAsked(PRODUCTION)).toBe(true);
    expect(isAsked({ ...PRODUCTION, REQUIRE_SECOND_FACTOR: 'none' })).toBe(false);
    expect(isAsked({})).toBe(false);
    expect(isAsked({ REQUIRE_SECOND_FACTOR: 'admins' })).toBe(true);
  });

  test('protects against enumeration unless told otherwise', () => {
    expect(readConfig(PRODUCTION).identity.enumerationProtection).toBe(true);
    expect(readConfig({ ...PRODUCTION, ENUMERATION_PROTECTION: 'off' }).identity.enumerationProtection).toBe(
      false,
    );
    expect(readConfig({}).identity.enumerationProtection).toBe(false);
  });

  test('with a hosted identity service needs no password of the admin', () => {
    expect(faultsOf({ ...without(PRODUCTION, 'ADMIN_PASSWORD'), ...FIREBASE })).toEqual([]);
  });
});

describe('a service account of a hosted identity service', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const file = {
    type: 'service_account',
    project_id: 'p',
    client_email: 'school@p.iam.gserviceaccount.com',
    private_key: privateKey,
    token_uri: 'https://oauth2.googleapis.com/token',
  };
  const having = (FIREBASE_SERVICE_ACCOUNT: object) => ({
    ...FIREBASE,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify(FIREBASE_SERVICE_ACCOUNT),
  });

  test('is read from the file as it is given, and its key shows nowhere', () => {
    const { hosted } = readConfig(having(file)).identity;
    expect(hosted?.serviceAccount).toMatchObject({ email: file.client_email, tokenUrl: file.token_uri });
    expect(hosted?.serviceAccount?.key.reveal()).toBe(privateKey);
    expect(inspect(hosted, { depth: null }) + JSON.stringify(hosted)).not.toContain('PRIVATE KEY');
  });

  test.each<[string, object]>([
    ['without its key', { ...file, private_key: undefined }],
    ['with half a key', { ...file, private_key: privateKey.slice(0, 200) }],
    ['with no address of tokens', { ...file, token_uri: 'oauth2' }],
    ['of another project', { ...file, project_id: 'another' }],
  ])('%s is refused', (_what, wrong) => {
    expect(faultsOf(having(wrong))).toEqual([expect.stringContaining('FIREBASE_SERVICE_ACCOUNT')]);
  });

  test('has no effect on the embedded one, and is refused there', () => {
    const FIREBASE_SERVICE_ACCOUNT = JSON.stringify(file);
    expect(faultsOf({ FIREBASE_SERVICE_ACCOUNT })).toEqual([expect.stringContaining('counts only where')]);
  });
});

describe('the demo', () => {
  test.each(['', 'http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:3000'])(
    'opens on this machine alone: %j',
    (PUBLIC_URL) => {
      expect(faultsOf({ PUBLIC_URL })).toEqual([]);
    },
  );

  const LIVE = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  test.each<[variables: string, env: Env]>([
    ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY would take', LIVE],
    ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY would take', { ...LIVE, NODE_ENV: 'development' }],
    ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY would take', { ...LIVE, STRIPE_SECRET_KEY: 'rk_live_1' }],
  ])('takes no real money: %s', (sentence, env) => {
    expect(faultsOf(env)).toEqual([expect.stringContaining(sentence)]);
    expect(faultsOf({ ...env, ...TEST_KEYS })).toEqual([]);
  });

  test.each<[variable: string, env: Env]>([
    ['NODE_ENV', { NODE_ENV: 'Production', PUBLIC_URL: 'http://localhost' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://school.example' }],
    ['PUBLIC_URL', { NODE_ENV: 'development', PUBLIC_URL: 'http://127.0.0.1.school.example' }],
    ['HOST', { HOST: '0.0.0.0' }],
  ])('is never shown to others: %s %j', (variable, env) => {
    expect(faultsOf(env)).toEqual([expect.stringContaining(variable)]);
  });
});

describe('a secret', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cadenza-secrets-'));
    writeFileSync(join(folder, 'key'), 'sk_live_fromAFile\n');
    writeFileSync(join(folder, 'empty'), '\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('may come in a file', () => {
    const env = {
      ...without(PRODUCTION, 'STRIPE_SECRET_KEY'),
      STRIPE_SECRET_KEY_FILE: join(folder, 'key'),
    };
    expect(readConfig(env).cards.hosted?.secretKey.reveal()).toBe('sk_live_fromAFile');
  });

  test.each([
    ['also as a variable', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'key', /are both set/],
    ['in none', {}, 'missing', /STRIPE_SECRET_KEY_FILE must name a file/],
    ['in an empty one', {}, 'empty', /STRIPE_SECRET_KEY_FILE must name a file/],
  ])('%s is refused by one sentence', (_, also, file, sentence) => {
    const env = {
      ...without(PRODUCTION, 'STRIPE_SECRET_KEY'),
      ...also,
      STRIPE_SECRET_KEY_FILE: join(folder, file),
    };
    expect(faultsOf(env)).toEqual([expect.stringMatching(sentence)]);
  });

  test('shows nowhere what it is', () => {
    const config = readConfig({
      ...PRODUCTION,
      SMTP_URL: 'smtp://office:sesame@mail',
      MAIL_FROM: 'a@b.example',
      DATABASE_URL: 'postgres://school:sesame@db/school',
    });
    for (const shown of [
      JSON.stringify(config),
      inspect(config, { depth: null, showHidden: true }),
      `${config.cards.hosted?.secretKey} ${config.databaseUrl} ${config.mail.smtpUrl}`,
      JSON.stringify(structuredClone({ ...config.cards.hosted })),
    ]) {
      expect(shown).not.toMatch(/sk_live_1|whsec_1|sesame|Crescendo/);
    }
  });
});

/** A wrong value of each variable, with what makes it count. */
const WRONG: Record<string, Env> = {
  REHEARSAL_URL: { REHEARSAL_URL: 'rehearsal', REHEARSAL_PORT: '3100' },
  REHEARSAL_PORT: { REHEARSAL_PORT: '3.5' },
  PORT: { PORT: '70000' },
  REQUIRE_SECOND_FACTOR: { REQUIRE_SECOND_FACTOR: 'everyone' },
  HOST: { HOST: 'no host:80' },
  PUBLIC_URL: { PUBLIC_URL: 'school.example' },
  HSTS_SUBDOMAINS: { HSTS_SUBDOMAINS: 'some' },
  PSEUDO_LANGUAGES: { PSEUDO_LANGUAGES: 'some' },
  SERVICE_WORKER: { SERVICE_WORKER: 'never' },
  TRUST_PROXY: { TRUST_PROXY: 'proxy' },
  NODE_ENV: { NODE_ENV: 'live' },
  SCHOOL_NAME: { SCHOOL_NAME: ' ' },
  ENROLMENT_PRICE: { ENROLMENT_PRICE: '60,50' },
  CURRENCY: { CURRENCY: 'xxz' },
  FAMILY_HOLDS_PERCENT: { FAMILY_HOLDS_PERCENT: 'a quarter' },
  CANCEL_UNTIL_HOURS: { CANCEL_UNTIL_HOURS: 'two days' },
  CANCEL_FROM: { CANCEL_FROM: 'monday' },
  ADMIN_EMAIL: { ADMIN_EMAIL: 'head' },
  ADMIN_PASSWORD: { ADMIN_EMAIL: 'head@school.example', ADMIN_PASSWORD: 'short' },
  DATA_DIR: { DATA_DIR: 'da\0ta' },
  DATABASE_URL: { DATABASE_URL: 'mysql://school' },
  DATABASE_DIRECT_URL: { DATABASE_URL: 'postgres://u@h/n', DATABASE_DIRECT_URL: 'postgres://:x:y' },
  WORKERS: { WORKERS: '1.5' },
  WEBHOOK_ALLOWED_HOSTS: { WEBHOOK_ALLOWED_HOSTS: 'http://office.lan' },
  IDLE_EXIT_S: { IDLE_EXIT_S: '0' },
  RATE_LIMIT_FACTOR: { RATE_LIMIT_FACTOR: 'much' },
  LOG_LEVEL: { LOG_LEVEL: 'loud' },
  METRICS_PORT: { METRICS_PORT: '3000' },
  METRICS_HOST: { METRICS_HOST: 'a b' },
  SMTP_URL: { SMTP_URL: 'smtp://' },
  MAIL_FROM: { MAIL_FROM: 'The office' },
  FIREBASE_PROJECT_ID: { FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'p.example' },
  FIREBASE_API_KEY: { FIREBASE_PROJECT_ID: 'p', FIREBASE_AUTH_DOMAIN: 'p.example' },
  FIREBASE_AUTH_DOMAIN: { FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k' },
  FIREBASE_SERVICE_ACCOUNT: { ...FIREBASE, FIREBASE_SERVICE_ACCOUNT: '{}' },
  IDENTITY_BASE_URL: { IDENTITY_BASE_URL: 'https://identity.example' },
  IDENTITY_JWKS_URL: { IDENTITY_JWKS_URL: 'https://identity.example/keys' },
  ENUMERATION_PROTECTION: { ENUMERATION_PROTECTION: 'maybe' },
  GOOGLE_CLIENT_ID: { GOOGLE_CLIENT_SECRET: 's' },
  GOOGLE_CLIENT_SECRET: { GOOGLE_CLIENT_ID: 'i' },
  GITHUB_CLIENT_ID: { GITHUB_CLIENT_SECRET: 's' },
  GITHUB_CLIENT_SECRET: { GITHUB_CLIENT_ID: 'i' },
  STRIPE_PUBLISHABLE_KEY: { ...TEST_KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PUBLISHABLE_KEY: 'key' },
  STRIPE_SECRET_KEY: { ...TEST_KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_SECRET_KEY: 'key' },
  STRIPE_WEBHOOK_SECRET: { ...TEST_KEYS, STRIPE_WEBHOOK_SECRET: 'key' },
  CARD_TEST_MODE: { CARD_TEST_MODE: 'perhaps' },
  STRIPE_BASE_URL: { STRIPE_BASE_URL: 'https://cards.example' },
  CARD_SANDBOX: { CARD_SANDBOX: 'perhaps' },
  IMAGES_UPLOAD_URL: { IMAGES_UPLOAD_URL: 'images' },
  IMAGES_ORIGINS: { IMAGES_ORIGINS: 'http://pictures.example' },
  IMAGES_MAX_MB: { IMAGES_MAX_MB: '-1' },
  FILES_MAX_MB: { FILES_MAX_MB: '0' },
  IMAGES_S3_ENDPOINT: { IMAGES_S3_ENDPOINT: 'https://store.example' },
  IMAGES_S3_REGION: { IMAGES_S3_REGION: 'Frankfurt am Main' },
  IMAGES_S3_BUCKET: { IMAGES_S3_ACCESS_KEY_ID: 'i', IMAGES_S3_SECRET_ACCESS_KEY: 's' },
  IMAGES_S3_ACCESS_KEY_ID: { IMAGES_S3_BUCKET: 'b', IMAGES_S3_SECRET_ACCESS_KEY: 's' },
  IMAGES_S3_SECRET_ACCESS_KEY: { IMAGES_S3_BUCKET: 'b', IMAGES_S3_ACCESS_KEY_ID: 'i' },
};
const EXAMPLE = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8');

test.each([...EXAMPLE.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name))(
  'a wrong %s is one sentence that names it',
  (name) => {
    const wrong = WRONG[name];
    expect(wrong, 'a wrong value of it').toBeDefined();
    const faults = faultsOf(wrong ?? {});
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`\\b${name}\\b.*\\.$`));
    expect(faults[0]).not.toMatch(/Invalid|expected/);
  },
);

test.each([
  ...['true', 'proxy', '1', '127.0.0.1/99', '0.0.0.0/0', '::/0', '10.0.0.0/8, 0.0.0.0/00'],
  ...['0.0.0.0/1', '::/1', '::ffff:0:0/96', '::ffff:0.0.0.0/97', 'unix, 0.0.0.0/0'],
])(
  'TRUST_PROXY=%s, by which each visitor could be anybody or nobody is trusted, is refused',
  (TRUST_PROXY) => {
    expect(faultsOf({ TRUST_PROXY })).toEqual([expect.stringContaining('TRUST_PROXY must be the addresses')]);
  },
);

test.each([
  ...['PORT', 'METRICS_PORT', 'WORKERS', 'RATE_LIMIT_FACTOR', 'IMAGES_MAX_MB', 'FILES_MAX_MB'],
  ...['CANCEL_UNTIL_HOURS', 'FAMILY_HOLDS_PERCENT', 'IDLE_EXIT_S'],
])('%s is a number in decimal digits', (name) => {
  for (const value of ['0x10', '1e1', '0b1', ' ', '1 ', '-1', '1_0', 'Infinity'])
    expect(faultsOf({ [name]: value }), value).toEqual([expect.stringMatching(`^${name} must be a`)]);
});

test.each(['~/school', '$HOME/school', '"data"', "'data'", ' data', 'data\r', 'file:///data', '\ufeffdata'])(
  'DATA_DIR=%j is no folder that was meant',
  (DATA_DIR) => {
    expect(faultsOf({ DATA_DIR })).toEqual([expect.stringMatching(/^DATA_DIR must be/)]);
  },
);

test.each(['xxx', 'xts', 'xau', 'XDR', 'xxz', 'jpy', 'kwd'])(
  'CURRENCY=%s, in which no price of the school can be paid, is refused',
  (CURRENCY) => {
    expect(faultsOf({ CURRENCY })).toEqual([
      expect.stringMatching(/^CURRENCY must be .*(that people pay in|has a hundred parts), such as usd\.$/),
    ]);
  },
);

test.each(['usd', 'EUR', 'xcd', 'nzd'])('CURRENCY=%s is one that people pay in', (CURRENCY) => {
  expect(readConfig({ CURRENCY }).firstSchool.currency).toBe(CURRENCY.toLowerCase());
});

test.each([
  ...['127.0.0.1', '10.0.0.0/8, 192.168.1.1', 'loopback', '::1', 'fc00::/7', '::ffff:10.0.0.0/104'],
  ...['unix', 'unix, 127.0.0.1'],
])('TRUST_PROXY=%s names proxies', (TRUST_PROXY) => {
  expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
});

test.each([
  ['29', 2900],
  ['0.29', 29],
  ['1.1', 110],
  ['59.50', 5950],
  ['class', 'class'],
])('an enrolment price of %s is whole cents', (ENROLMENT_PRICE, cents) => {
  expect(readConfig({ ENROLMENT_PRICE }).firstSchool.enrolmentPrice).toBe(cents);
});

test('production logs requests and the demo does not, unless it is told to', () => {
  expect(readConfig(PRODUCTION).logLevel).toBe('info');
  expect(readConfig({}).logLevel).toBe('warn');
  expect(readConfig({ ...PRODUCTION, LOG_LEVEL: 'error' }).logLevel).toBe('error');
});

test('what the school counts is served nowhere, or on this machine alone, unless an address is named', () => {
  expect(readConfig(PRODUCTION).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 });
  expect(readConfig({ METRICS_PORT: '9100', METRICS_HOST: '10.0.0.7' }).metrics).toEqual({
    host: '10.0.0.7',
    port: 9100,
  });
  expect(faultsOf({ METRICS_PORT: 'abc' })).toEqual(['METRICS_PORT must be a whole number from 0 to 65535.']);
});

test('hosts that webhooks may call are names, with commas between them', () => {
  const hostsOf = (WEBHOOK_ALLOWED_HOSTS: string) =>
    readConfig({ WEBHOOK_ALLOWED_HOSTS }).webhookAllowedHosts;
  expect(hostsOf('')).toEqual([]);
  expect(hostsOf(' Office.lan, 192.168.1.20,[::1] ')).toEqual(['office.lan', '192.168.1.20', '[::1]']);
  for (const list of ['http://office.lan', 'office.lan:8080', 'office.lan/told', '*'])
    expect(() => hostsOf(list)).toThrow('WEBHOOK_ALLOWED_HOSTS must be names of hosts');
});

test.each(['0', '1.5', String(1 / 3), String(CANCEL_HOURS_MAX)])(
  'a school that begins with %s hours to cancel can say so again in its form',
  (hours) => {
    const { cancelUntilHours } = readConfig({ ...PRODUCTION, CANCEL_UNTIL_HOURS: hours }).firstSchool;
    expect(SchoolDraft.shape.cancelUntilHours.parse(String(cancelUntilHours))).toBe(cancelUntilHours);
  },
);

test('more hours to cancel than a form takes are refused at the start', () => {
  expect(faultsOf({ ...PRODUCTION, CANCEL_UNTIL_HOURS: String(CANCEL_HOURS_MAX + 1) })).toEqual([
    `CANCEL_UNTIL_HOURS must be at most ${CANCEL_HOURS_MAX}.`,
  ]);
});

test('the copy for rehearsals has an address and a port of its own', () => {
  const at = { REHEARSAL_URL: 'https://rehearsal.school.example', REHEARSAL_PORT: '3100' };
  const { rehearsalAt } = readConfig({ ...PRODUCTION, ...at });
  expect(rehearsalAt).toEqual({ publicUrl: 'https://rehearsal.school.example', port: 3100 });
  expect(readConfig({}).rehearsalAt).toEqual({ publicUrl: undefined, port: 0 });
  expect(faultsOf({ ...PRODUCTION, REHEARSAL_URL: at.REHEARSAL_URL })).toEqual([
    expect.stringContaining('REHEARSAL_PORT'),
  ]);
  for (const [changed, fault] of [
    [{ REHEARSAL_URL: 'https://school.example/' }, 'REHEARSAL_URL must be another address than PUBLIC_URL.'],
    [{ REHEARSAL_URL: 'http://other.example' }, 'REHEARSAL_URL must begin with https:// in production.'],
    [
      { REHEARSAL_URL: 'https://other.example/copy' },
      'REHEARSAL_URL must have no path, such as https://rehearsal.school.example.',
    ],
    [{ PORT: '3100' }, 'REHEARSAL_PORT must be another port than PORT.'],
    [{ REHEARSAL_PORT: '0' }, 'REHEARSAL_PORT must be a whole number from 1 to 65535.'],
  ] as const)
    expect(faultsOf({ ...PRODUCTION, ...at, ...changed })).toEqual([fault]);
});
