import type * as z from 'zod';
import type { SendOobCode, SendOobCodeAnswer } from '#contract/protocols/identity.ts';
import { findAccountByEmail, readEmail } from '#embedded/identity/accounts.ts';
import { insertCode } from '#embedded/identity/codes.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import { networkOf } from '#embedded/identity/limits.ts';
import { insertCodeMail } from '#embedded/identity/mails.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { CodeKind, CodeRow } from '#embedded/identity/tables.ts';
import { authenticate, ensureRecentSignIn } from '#embedded/identity/tokens.ts';

type Input = z.output<typeof SendOobCode>;
type Wanted = Omit<CodeRow, 'hash' | 'expiresat'>;

/** Mails a code of one use; the code itself is in no answer. */
export async function sendOobCode(
  identity: Identity,
  input: Input,
  caller: Caller,
): Promise<z.input<typeof SendOobCodeAnswer>> {
  const { db, now, enumerationProtection, logError } = identity;
  ensure(input.requestType, 'MISSING_REQ_TYPE');
  const askFor = ASKED_FOR[input.requestType as keyof typeof ASKED_FOR];
  ensure(Object.hasOwn(ASKED_FOR, input.requestType), 'INVALID_REQ_TYPE');
  ensure(!input.returnOobLink, 'INSUFFICIENT_PERMISSION');
  checkContinueUrl(identity, caller, input.continueUrl);

  const { to, wanted } = await askFor(identity, input, caller);
  if (wanted) {
    const written = db.transaction().execute(async (tx) => {
      const code = await insertCode(tx, now(), wanted);
      const { kind, newemail } = wanted;
      const mail = { kind, to, code, newEmail: newemail ?? undefined, continueUrl: input.continueUrl };
      await insertCodeMail(tx, identity, caller, mail);
    });
    // How long it takes would tell that the account exists.
    if (enumerationProtection) written.catch(logError);
    else await written;
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: to };
}

function checkContinueUrl(
  { authorizedDomains }: Identity,
  { origin }: Caller,
  continueUrl: string | undefined,
): void {
  if (continueUrl === undefined) return;
  const url = URL.parse(continueUrl);
  ensure(url && /^https?:$/.test(url.protocol), 'INVALID_CONTINUE_URI');
  const isOwn = url.origin === new URL(origin).origin;
  ensure(isOwn || authorizedDomains.includes(url.hostname), 'UNAUTHORIZED_DOMAIN : Domain not allowlisted');
}

/** Counts a mail to `email` before anything is looked for. */
const countMail = ({ limits }: Identity, { ip }: Caller, email: string, message?: string) =>
  limits.count(
    [
      ['mail sent, account', email],
      ['mail sent, address', networkOf(ip)],
    ],
    message,
  );

type Ask = (identity: Identity, input: Input, caller: Caller) => Promise<{ to: string; wanted?: Wanted }>;

const aboutOwnAccount =
  (kind: CodeKind, readNewEmail: (identity: Identity, input: Input) => Promise<string | null>): Ask =>
  async (identity, input, caller) => {
    const { account, signIn } = await authenticate(identity, input.idToken);
    const newemail = await readNewEmail(identity, input);
    if (newemail !== null) ensureRecentSignIn(identity, signIn);
    const to = newemail ?? account.email;
    await countMail(identity, caller, to);
    return { to, wanted: { kind, localid: account.localid, email: account.email, newemail } };
  };

const ASKED_FOR = {
  async PASSWORD_RESET(identity, input, caller) {
    ensure(input.email, 'MISSING_EMAIL');
    const to = readEmail(input.email);
    await countMail(identity, caller, to, 'RESET_PASSWORD_EXCEED_LIMIT');
    const account = await findAccountByEmail(identity.db, to);
    if (identity.enumerationProtection && (!account || account.disabled)) return { to };
    ensure(account, 'EMAIL_NOT_FOUND');
    ensure(!account.disabled, 'USER_DISABLED');
    return { to, wanted: { kind: 'PASSWORD_RESET', localid: account.localid, email: to, newemail: null } };
  },
  VERIFY_EMAIL: aboutOwnAccount('VERIFY_EMAIL', async () => null),
  VERIFY_AND_CHANGE_EMAIL: aboutOwnAccount('VERIFY_AND_CHANGE_EMAIL', async (identity, { newEmail }) => {
    ensure(newEmail, 'MISSING_NEW_EMAIL');
    const email = readEmail(newEmail, 'INVALID_NEW_EMAIL');
    const taken = !identity.enumerationProtection && (await findAccountByEmail(identity.db, email));
    return taken ? refuse('EMAIL_EXISTS') : email;
  }),
  async EMAIL_SIGNIN(identity, input, caller) {
    ensure(input.email, 'MISSING_EMAIL');
    const to = readEmail(input.email);
    await countMail(identity, caller, to);
    // The account may not exist yet: then the link makes it.
    return { to, wanted: { kind: 'EMAIL_SIGNIN', localid: null, email: to, newemail: null } };
  },
} satisfies Record<string, Ask>;
