import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Language } from '#languages/languages.ts';
import type { Limits } from './limits/limits.ts';
import type { InLine } from './limits/lines.ts';
import type { Passwords } from './limits/passwords.ts';
import type { CodeKind, IdentityDb, IdentityTables } from './tables.ts';
import type { SigningKeys } from './tokens/keys.ts';

/**
 * A mail as words, which the host renders as text and HTML. A person gets one for each `kind` and `ref`;
 * after `validuntil` it is of no use.
 */
export type Mail = {
  kind: CodeKind | 'NEW_WAY_IN' | 'SECOND_FACTOR';
  ref: string;
  to: string;
  /** The one that its words are in. */
  language: Language;
  subject: string;
  /** A paragraph each; then a link, and notes about the link. */
  lines: string[];
  link: { label: string; href: string };
  notes: string[];
  /** Whether its link opens an account: then what it says must not be kept. */
  opensAccount: boolean;
  validuntil: number;
};

export type UnsentMails = Pick<Mail, 'kind'> & (Pick<Mail, 'ref'> | Pick<Mail, 'to'>);

/**
 * A person of the demo school, who signs in by a click; their address counts as verified, also with a
 * password.
 */
export type DemoPerson = {
  name: string;
  email: string;
  picture?: string;
  /** Whether the provider vouches for the address; by default it does. */
  emailVerified?: boolean;
};

export type GoogleOptions = {
  clientId: string;
  clientSecret: string;
  /** An OpenID Connect issuer that can be discovered; by default Google's own. */
  issuer?: string;
};

export type GithubOptions = {
  clientId: string;
  clientSecret: string;
  /** The address that `/login/oauth/authorize` is appended to. */
  baseUrl?: string;
  /** The address that `/user` and `/user/emails` are appended to. */
  apiUrl?: string;
};

/**
 * Who may sign in without a password of ours. A provider is on when it has a client here, or when there are
 * demo people.
 */
export type ProviderOptions = { google?: GoogleOptions; github?: GithubOptions; demoPeople?: DemoPerson[] };

export type IdentityOptions = {
  db: Kysely<IdentityTables>;
  projectId: string;
  apiKey: string;
  /**
   * The credential with which the school's own server makes calls for other accounts; without it there are
   * none.
   */
  adminToken?: string;
  /** Whether an error means that `db` cannot be reached; calls then answer 503 instead of 500. */
  isOutage?: (error: unknown) => boolean;
  /** Epoch milliseconds. */
  now: () => number;
  /**
   * Writes a mail into an outbox on `db`, in the transaction that makes its code; sending it is the outbox's.
   */
  insertMail(tx: IdentityDb, mail: Mail): Promise<void>;
  /**
   * The language to write to an address in; `lang` is that of the page that caused it, empty where it names
   * none. By default that, or English.
   */
  languageOf?(tx: IdentityDb, reader: { to: string; lang: string }): Promise<Language>;
  /**
   * Whether the host's outbox accepts another mail to an address that a caller entered, counting all of the
   * host's mails to it; asked before a code is made. By default it always does.
   */
  mayMail?(db: IdentityDb, to: string): Promise<boolean>;
  /** Deletes unsent mails of a kind: the one with `ref`, or those to an address. */
  deleteUnsentMails(tx: IdentityDb, which: UnsentMails): Promise<void>;
  /**
   * Called in the same transaction when every session of an account ends, with the moment; no `isRecovery`
   * where the only reason is that the account got another address, which was proved, or that its second factor
   * came or went; `broughtback` is the proved address that a way back has led to.
   */
  sessionsEnded?(
    tx: IdentityDb,
    ended: { localid: string; validsince: number; isRecovery: boolean; broughtback?: string | undefined },
  ): Promise<void>;
  /** The school's present name. */
  schoolName: () => Promise<string>;
  /**
   * The origin visitors see, without a slash at its end: it begins the links in mails and is the providers'
   * way back.
   */
  originOf: (request: FastifyRequest) => string;
  /**
   * Path of the page that handles the links in mails; it gets `mode`, `oobCode`, `apiKey`, and
   * maybe `lang` and `continueUrl`.
   */
  actionPath: string;
  /** Answers alike whether an account exists or not; off by default, as the product's messages want it. */
  enumerationProtection?: boolean;
  /** Multiplies every limit on tries. */
  rateLimitFactor?: number;
  providers?: ProviderOptions;
};

/** What every operation takes first: the options, and the parts made from them. */
export type Identity = Required<Omit<IdentityOptions, 'originOf' | 'adminToken'>> & {
  keys: SigningKeys;
  limits: Limits;
  passwords: Passwords;
  inLine: InLine;
  /** Called with what goes wrong after the answer was sent. */
  logError: (error: unknown) => void;
};

/** What an operation knows of a request besides its body. */
export type Caller = {
  ip: string;
  origin: string;
  /** The locale that the page names, `de-AT`; empty where it names none. */
  lang: string;
  schoolName: string;
  /** The `Cookie` header, and how to add a `Set-Cookie` to the answer. */
  cookies: string;
  setCookie: (cookie: string) => void;
};
