import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ClientConfig } from '#contract/config/calls.ts';
import { findAccount, findAccountByEmail } from '#embedded/identity/accounts/accounts.ts';
import { forceReset } from '#embedded/identity/accounts/credentials.ts';
import { currentEpoch } from '#embedded/identity/accounts/current-epoch.ts';
import { insertCodeMail, insertSecondFactorMail, linkOf } from '#embedded/identity/codes/mails.ts';
import { passwordHasher } from '#embedded/identity/limits/passwords.ts';
import { forgetAccount } from '#embedded/identity/operations/delete.ts';
import type { Mail as IdentityMail, UnsentMails } from '#embedded/identity/options.ts';
import { identityService } from '#embedded/identity/plugin.ts';
import { withdraw } from '#embedded/identity/second-factor/enrollment.ts';
import { findFactor } from '#embedded/identity/second-factor/factors.ts';
import { makeRecoveryCodes } from '#embedded/identity/second-factor/new-recovery-codes.ts';
import { sweep } from '#embedded/identity/sweep.ts';
import { rotateSigningKey } from '#embedded/identity/tokens/keys.ts';
import { pagePath } from '#languages/addresses.ts';
import { ENGLISH } from '#languages/languages.ts';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';
import { isOutage } from '#server/database/outage.ts';
import { languageOf } from '#server/database/rows/languages.ts';
import { findSchool } from '#server/database/rows/school-row.ts';
import { PEOPLE } from '#server/database/seed/people.ts';
import type { AllDb, AllTables } from '#server/database/tables.ts';
import type { Letter } from '#server/jobs/letter.ts';
import { isMailedEnough } from '#server/jobs/mails-to-strangers.ts';
import { deleteUnsentMails, insertMail } from '#server/jobs/outbox.ts';
import { identityProvider } from './identity-provider.ts';
import { EMBEDDED_ORIGIN } from './inject-fetch.ts';
import type { Services } from './service.ts';
import { serviceAccountTokens } from './service-account.ts';

type IdentityService = Services['identity'];
type Hosted = NonNullable<Config['identity']['hosted']>;
type Options = {
  db: Kysely<AllTables>;
  now: () => number;
  /** What the school is called now. */
  schoolName: () => Promise<string>;
  /** Carries a request into the school itself. */
  fetch: typeof fetch;
  originOf: (request: FastifyRequest) => string;
  /**
   * Is told, in the same transaction, that every session of an account ended; no recovery where it only got
   * another address.
   */
  sessionsEnded: (tx: AllDb, ended: SessionsEnded) => Promise<void>;
};

export type SessionsEnded = {
  uid: string;
  validsince: number;
  isRecovery: boolean;
  broughtback?: string | undefined;
};

const GOOGLE_JWKS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const GOOGLE_ACCOUNTS = 'https://identitytoolkit.googleapis.com';
const PROVIDERS = ['google.com', 'github.com'] as const satisfies ClientConfig['identity']['providers'];
const HOUR_MS = 60 * 60_000;
const REACH_MS = 5000;

/** The identity service: the hosted one by its addresses, else the embedded one without a socket. */
export function openIdentity(config: Config, options: Options): IdentityService {
  const { hosted } = config.identity;
  return hosted ? hostedIdentity(config, hosted, options) : embeddedIdentity(config, options);
}

/**
 * Asks a hosted service for its keys, and whether it takes the API key and the service account; gives its host. Undefined where the
 * service is embedded. Throws what stands in the way.
 */
export async function reachIdentity({ identity }: Config): Promise<string | undefined> {
  const { hosted, apiKey } = identity;
  if (!hosted) return undefined;
  const signal = AbortSignal.timeout(REACH_MS);
  const keys = await fetch(hosted.jwksUrl ?? GOOGLE_JWKS, { signal });
  if (!keys.ok) throw new Error(`its keys are answered by ${keys.status}`);
  const accounts = accountsUrlOf(hosted);
  const lookup = await fetch(`${accounts}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: 'none' }),
    signal,
  });
  const answer = (await lookup.json().catch(() => ({}))) as { error?: { message?: string } };
  // The only answer that a service gives which knows the key, since the token is none.
  if (answer.error?.message !== 'INVALID_ID_TOKEN')
    throw new Error(`it answers ${lookup.status} ${answer.error?.message ?? ''}`.trimEnd());
  if (hosted.serviceAccount) await serviceAccountTokens(hosted.serviceAccount, { fetch, now: Date.now })();
  return new URL(accounts).host;
}

const accountsUrlOf = ({ baseUrl }: Hosted) =>
  baseUrl ? `${baseUrl}/identitytoolkit.googleapis.com` : GOOGLE_ACCOUNTS;

/**
 * Whether an account of the embedded service could be signed in to by this password, as of records of any
 * version; undefined where no account has the address.
 */
export async function checkPassword(
  db: Kysely<AllTables>,
  { email, password }: { email: string; password: string },
): Promise<{ uid: string; isRight: boolean } | undefined> {
  const account = await db
    .selectFrom('identity_accounts')
    .select(['localid', 'passwordhash'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!account) return undefined;
  const isRight = await passwordHasher().verify(account.passwordhash, password);
  return { uid: account.localid, isRight };
}

/**
 * Publishes a new key for ID tokens, which signs once every verifier knows it. False where a hosted service
 * has the keys.
 */
export async function rotateIdentityKey(
  { identity }: Config,
  { db, now }: Pick<Options, 'db' | 'now'>,
): Promise<boolean> {
  if (identity.hosted) return false;
  await rotateSigningKey(db, now());
  return true;
}

/**
 * Takes the password of an account of the embedded service away and ends its sessions there. Gives the
 * account, and the link by which its owner chooses the next password, which is mailed to them where
 * `isMailed`. Undefined where no account has the address, or it changed in that moment.
 */
export async function resetPassword(
  config: Config,
  { db, now, schoolName, sessionsEnded }: Pick<Options, 'db' | 'now' | 'schoolName' | 'sessionsEnded'>,
  { email, isMailed }: { email: string; isMailed: boolean },
): Promise<{ uid: string; link: string } | undefined> {
  const kind = 'PASSWORD_RESET' as const;
  const seen = { origin: siteOf(config), lang: '', schoolName: await schoolName() };
  const service = { ...linkingOf(config), ...mailsOf(now), now };
  return db.transaction().execute(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    const code = account && (await forceReset(tx, endingOf({ now, sessionsEnded }), account));
    if (!account || !code) return undefined;
    if (isMailed) await insertCodeMail(tx, service, seen, { kind, to: email, code });
    return { uid: account.localid, link: linkOf(service, seen, { kind, code }) };
  });
}

/**
 * Takes the second factor of an account of the embedded service away, ends its sessions there, and tells its
 * owner by mail.
 */
export async function resetSecondFactor(
  config: Config,
  { db, now, schoolName, sessionsEnded }: Pick<Options, 'db' | 'now' | 'schoolName' | 'sessionsEnded'>,
  email: string,
): Promise<'done' | 'no-account' | 'no-factor'> {
  const seen = { origin: siteOf(config), lang: '', schoolName: await schoolName() };
  return db.transaction().execute(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (!account) return 'no-account';
    if (!(await findFactor(tx, account.localid))) return 'no-factor';
    // Undefined: it changed in this moment.
    if (!(await withdraw(tx, endingOf({ now, sessionsEnded }), account))) return 'no-factor';
    await insertSecondFactorMail(tx, { ...mailsOf(now), now }, seen, account, 'removed');
    return 'done';
  });
}

const linkingOf = ({ identity }: Config) => ({ apiKey: identity.apiKey, actionPath: '/account/action' });

const endingOf = ({ now, sessionsEnded }: Pick<Options, 'now' | 'sessionsEnded'>) => ({
  now,
  sessionsEnded: (tx: AllDb, { localid: uid, ...ended }: { localid: string } & Omit<SessionsEnded, 'uid'>) =>
    sessionsEnded(tx, { uid, ...ended }),
});

const mailsOf = (now: () => number) => ({
  // An account without one, and an address without an account, gets the language of the page that asks.
  languageOf: async (tx: AllDb, { to, lang }: { to: string; lang: string }) => {
    const known = await tx.selectFrom('users').select('language').where('email', '=', to).executeTakeFirst();
    const [spoken = ''] = lang.toLowerCase().split('-');
    const { languages } = (await findSchool(tx)) ?? { languages: [ENGLISH] };
    return languageOf({ language: known?.language ?? spoken }, { languages });
  },
  insertMail: async (
    tx: AllDb,
    { to, language, lines, link: { label, href }, notes, opensAccount, ...mail }: IdentityMail,
  ) => {
    const { languages } = (await findSchool(tx)) ?? {};
    // The page that it leads to is in the language of the mail.
    const { origin, pathname, search } = new URL(href);
    const button = { label, href: origin + pagePath(pathname, language, { languages }) + search };
    const letter: Letter = { reader: 'address', language, paragraphs: lines, button, notes, opensAccount };
    await insertMail(tx, { ...mail, recipient: to, letter, now: now() });
  },
});

function hostedIdentity(
  { identity: { projectId, apiKey } }: Config,
  hosted: Hosted,
  { now }: Options,
): IdentityService {
  const { authDomain, baseUrl, jwksUrl = GOOGLE_JWKS, serviceAccount } = hosted;
  const accountsUrl = accountsUrlOf(hosted);
  const adminToken = serviceAccount && serviceAccountTokens(serviceAccount, { fetch, now });
  return {
    client: identityProvider({ projectId, apiKey, accountsUrl, jwksUrl, fetch, now, adminToken }),
    browserConfig: () => ({
      apiKey,
      projectId,
      authDomain,
      ...(baseUrl && { baseUrl }),
      providers: [...PROVIDERS],
    }),
    contentSources: {
      connect: baseUrl
        ? [new URL(baseUrl).origin]
        : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
      script: baseUrl ? [] : ['https://apis.google.com'],
      frame: baseUrl ? [] : [`https://${authDomain}`],
    },
  };
}

function embeddedIdentity(
  config: Config,
  { db, now, schoolName, fetch, originOf, sessionsEnded }: Options,
): IdentityService {
  const { projectId, apiKey, enumerationProtection, google, github } = config.identity;
  const clients = { 'google.com': google, 'github.com': github };
  // Both ends are this process, which keeps it to itself.
  const adminToken = randomBytes(32).toString('base64url');
  return {
    client: identityProvider({
      projectId,
      apiKey,
      accountsUrl: `${EMBEDDED_ORIGIN}/identitytoolkit.googleapis.com`,
      jwksUrl: `${EMBEDDED_ORIGIN}/securetoken.googleapis.com/jwks`,
      fetch,
      now,
      currentEpoch: currentEpoch(sql.ref('users.uid')),
      forget: async (uid) => {
        const account = await findAccount(db, uid);
        if (account) await forgetAccount({ db, deleteUnsentMails: takeMailsBack }, account);
      },
      makeRecoveryCodes: async (uid) => {
        const seen = { origin: siteOf(config), lang: '', schoolName: await schoolName() };
        return db.transaction().execute((tx) => makeRecoveryCodes(tx, { ...mailsOf(now), now }, seen, uid));
      },
      adminToken: async () => adminToken,
    }),
    browserConfig: (origin) => ({
      apiKey,
      projectId,
      baseUrl: origin,
      providers: PROVIDERS.filter((id) => config.isDemo || clients[id]),
    }),
    contentSources: {},
    mount: async (app) => {
      await app.register(identityService, {
        ...linkingOf(config),
        ...mailsOf(now),
        ...endingOf({ now, sessionsEnded }),
        schoolName,
        db,
        projectId,
        adminToken,
        isOutage,
        now,
        mayMail: async (tx: AllDb, to: string) => {
          const owner = await findAccountByEmail(tx, to);
          const counted = { recipient: to, now: now(), rateLimitFactor: config.rateLimitFactor };
          return owner?.emailverified === 1 || !(await isMailedEnough(tx, counted));
        },
        deleteUnsentMails: takeMailsBack,
        originOf,
        enumerationProtection,
        rateLimitFactor: config.rateLimitFactor,
        providers: {
          google: revealed(google),
          github: revealed(github),
          ...(config.isDemo && {
            demoPeople: PEOPLE.map(({ name, email, photoURL }) => ({ name, email, picture: photoURL })),
          }),
        },
      });
    },
    jobs: [{ name: 'identity-sweep', everyMs: HOUR_MS, run: () => sweep(db, now()).then(() => 0) }],
  };
}

async function takeMailsBack(tx: AllDb, { kind, ...which }: UnsentMails): Promise<void> {
  await deleteUnsentMails(tx, { kind, ...('to' in which ? { recipient: which.to } : { ref: which.ref }) });
}

const revealed = (provider: Config['identity']['google']) =>
  provider && { clientId: provider.clientId, clientSecret: provider.clientSecret.reveal() };
