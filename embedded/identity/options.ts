import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SigningKeys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { InLine } from './lines.ts';
import type { Passwords } from './passwords.ts';
import type { CodeKind, IdentityDb, IdentityTables } from './tables.ts';

/** A mail, in words that the host makes text and HTML of. Of one `kind` and `ref` there is one for a person; after `validuntil` it is of no use. */
export type Mail = {
  kind: CodeKind | 'NEW_WAY_IN';
  ref: string;
  to: string;
  subject: string;
  /** What it says, a paragraph each; then a link, and what is to be known about that. */
  lines: string[];
  link: { label: string; href: string };
  notes: string[];
  /** Whether its link opens an account: then what it says must not be kept. */
  opensAccount: boolean;
  validuntil: number;
};

export type UnsentMails = Pick<Mail, 'kind'> & (Pick<Mail, 'ref'> | Pick<Mail, 'to'>);

/** A person of the demo school, who signs in by a click; their address is taken for verified, also with a password. */
export type DemoPerson = {
  name: string;
  email: string;
  picture?: string;
  /** Whether the provider vouches for the address; it does unless told otherwise. */
  emailVerified?: boolean;
};

export type GoogleOptions = {
  clientId: string;
  clientSecret: string;
  /** An OpenID Connect issuer that can be discovered; Google's own unless told otherwise. */
  issuer?: string;
};

export type GithubOptions = {
  clientId: string;
  clientSecret: string;
  /** What stands before `/login/oauth/authorize`. */
  baseUrl?: string;
  /** What stands before `/user` and `/user/emails`. */
  apiUrl?: string;
};

/** Who may sign in without a password of ours. A provider is on when it has a client here, or when there are demo people. */
export type ProviderOptions = { google?: GoogleOptions; github?: GithubOptions; demoPeople?: DemoPerson[] };

export type IdentityOptions = {
  db: Kysely<IdentityTables>;
  projectId: string;
  apiKey: string;
  /** The credential with which the school's own server makes calls for other accounts; without it there are none. */
  adminToken?: string;
  /** True of an error that says that `db` cannot be reached; then calls answer 503 instead of 500. */
  isOutage?: (error: unknown) => boolean;
  /** Epoch milliseconds. */
  now: () => number;
  /** Writes a mail into an outbox on `db`, in the transaction that makes its code; sending it is the outbox's. */
  insertMail(tx: IdentityDb, mail: Mail): Promise<void>;
  /**
   * Whether the host's outbox still takes a mail to an address that a caller entered, whatever else of the host's went there; asked before a
   * code is made. Always, unless told.
   */
  mayMail?(db: IdentityDb, to: string): Promise<boolean>;
  /** Takes mails back that have not been sent: of one kind the one of `ref`, or those to an address. */
  deleteUnsentMails(tx: IdentityDb, which: UnsentMails): Promise<void>;
  /**
   * Is told, in the same transaction, that every session of an account ended and when; `isMove` where the only reason is that the
   * account got another address, which was proved.
   */
  sessionsEnded?(
    tx: IdentityDb,
    ended: { localid: string; validsince: number; isMove: boolean },
  ): Promise<void>;
  /** What the school is called now. */
  schoolName: () => Promise<string>;
  /** The origin visitors see, without a slash at its end: it begins the links in mails and is the providers' way back. */
  originOf: (request: FastifyRequest) => string;
  /** Path of the page that handles the links in mails; it gets `mode`, `oobCode`, `apiKey`, `lang`, maybe `continueUrl`. */
  actionPath: string;
  /** Answers alike whether an account exists or not; off by default, as the product's messages want it. */
  enumerationProtection?: boolean;
  /** Host names a `continueUrl` may lead to, beside the origin's own. */
  authorizedDomains?: string[];
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
  /** Told of what goes wrong after the answer has left. */
  logError: (error: unknown) => void;
};

/** What an operation knows of a request beside its body. */
export type Caller = {
  ip: string;
  origin: string;
  lang: string;
  schoolName: string;
  /** The `Cookie` header, and how to add a `Set-Cookie` to the answer. */
  cookies: string;
  setCookie: (cookie: string) => void;
};
