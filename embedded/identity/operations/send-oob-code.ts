import type * as z from 'zod';
import type { SendOobCode, SendOobCodeAnswer } from '#contract/protocols/identity.ts';
import { findAccountByEmail, readEmail } from '#embedded/identity/accounts/accounts.ts';
import { countChange } from '#embedded/identity/accounts/credentials.ts';
import { insertCode } from '#embedded/identity/codes/codes.ts';
import { insertCodeMail } from '#embedded/identity/codes/mails.ts';
import { ensure, IdentityError } from '#embedded/identity/errors.ts';
import { type Counted, perNetwork } from '#embedded/identity/limits/limits.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { CodeRow } from '#embedded/identity/tables.ts';
import { authenticate } from '#embedded/identity/tokens/tokens.ts';

type Input = z.output<typeof SendOobCode>;
type Wanted = Omit<CodeRow, 'hash' | 'expiresat'>;

/** Mails a code of one use; the code itself is in no answer. */
export async function sendOobCode(
  identity: Identity,
  input: Input,
  caller: Caller,
): Promise<z.input<typeof SendOobCodeAnswer>> {
  const { enumerationProtection, logError } = identity;
  ensure(input.requestType, 'MISSING_REQ_TYPE');
  const askFor = ASKED_FOR[input.requestType as keyof typeof ASKED_FOR];
  ensure(Object.hasOwn(ASKED_FOR, input.requestType), 'INVALID_REQ_TYPE');
  ensure(!input.returnOobLink, 'INSUFFICIENT_PERMISSION');
  checkContinueUrl(caller, input.continueUrl);

  const { to, wanted } = await askFor(identity, input, caller);
  if (wanted) {
    const written = writeCode(identity, caller, { wanted, to, continueUrl: input.continueUrl });
    // The time it takes, or a refusal, would reveal that the account exists; its own holder knows that
    // anyway.
    if (enumerationProtection && wanted.kind !== 'VERIFY_EMAIL')
      written.catch((error) => error instanceof IdentityError || logError(error));
    else await written;
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: to };
}

async function writeCode(
  identity: Identity,
  caller: Caller,
  { wanted, to, continueUrl }: { wanted: Wanted; to: string; continueUrl: string | undefined },
): Promise<void> {
  const { db, now, mayMail } = identity;
  const { kind, newemail } = wanted;
  await db.transaction().execute(async (tx) => {
    ensure(await mayMail(tx, to), usedUp(kind));
    const code = await insertCode(tx, now(), wanted);
    const mail = { kind, to, code, newEmail: newemail ?? undefined, continueUrl };
    await insertCodeMail(tx, identity, caller, mail);
  });
}

function checkContinueUrl({ origin }: Caller, continueUrl: string | undefined): void {
  if (continueUrl === undefined) return;
  const url = URL.parse(continueUrl);
  ensure(url && /^https?:$/.test(url.protocol), 'INVALID_CONTINUE_URI');
  ensure(url.origin === new URL(origin).origin, 'UNAUTHORIZED_DOMAIN : Domain not allowlisted');
}

type Prepare = (identity: Identity, input: Input, caller: Caller) => Promise<{ to: string; wanted?: Wanted }>;
type Kind = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'EMAIL_SIGNIN';

/**
 * Counts a mail of this kind before anything is looked for: no kind uses up what is left of another, for no
 * receiver.
 */
const countMail = (
  { limits }: Identity,
  { ip }: Caller,
  { kind, to, localid }: { kind: Kind; to: string; localid?: string },
) =>
  limits.count(
    [
      ...perNetwork('mail sent, kind, receiver and address', ip, kind, to),
      ['mail sent, kind and receiver', kind, to],
      ...(localid === undefined ? [] : ([['mail sent, account', localid]] satisfies Counted[])),
      ...perNetwork('mail sent, kind and address', ip, kind),
    ],
    usedUp(kind),
  );

const usedUp = (kind: CodeRow['kind']) =>
  kind === 'PASSWORD_RESET' ? 'RESET_PASSWORD_EXCEED_LIMIT' : 'TOO_MANY_ATTEMPTS_TRY_LATER';

const ASKED_FOR = {
  async PASSWORD_RESET(identity, input, caller) {
    const kind = 'PASSWORD_RESET';
    ensure(input.email, 'MISSING_EMAIL');
    const to = readEmail(input.email);
    await countMail(identity, caller, { kind, to });
    const account = await findAccountByEmail(identity.db, to);
    if (identity.enumerationProtection && (!account || account.disabled)) return { to };
    ensure(account, 'EMAIL_NOT_FOUND');
    ensure(!account.disabled, 'USER_DISABLED');
    const { localid, epoch } = account;
    return { to, wanted: { kind, localid, email: to, newemail: null, epoch } };
  },
  async VERIFY_EMAIL(identity, { idToken }, caller) {
    const kind = 'VERIFY_EMAIL';
    const { account } = await authenticate(identity, idToken);
    const { localid, epoch } = account;
    const email = readEmail(account.email);
    await countMail(identity, caller, { kind, to: email, localid });
    return { to: email, wanted: { kind, localid, email, newemail: null, epoch } };
  },
  async VERIFY_AND_CHANGE_EMAIL(identity, { idToken, newEmail }, caller) {
    const kind = 'VERIFY_AND_CHANGE_EMAIL';
    const { account, signIn } = await authenticate(identity, idToken);
    const { localid, email, epoch } = account;
    ensure(newEmail, 'MISSING_NEW_EMAIL');
    const to = readEmail(newEmail, 'INVALID_NEW_EMAIL');
    await countChange(identity, account, signIn, caller);
    await countMail(identity, caller, { kind, to, localid });
    const isKnown = (await findAccountByEmail(identity.db, to)) !== undefined;
    if (identity.enumerationProtection && isKnown) return { to };
    ensure(!isKnown, 'EMAIL_EXISTS');
    return { to, wanted: { kind, localid, email, newemail: to, epoch } };
  },
  async EMAIL_SIGNIN(identity, input, caller) {
    const kind = 'EMAIL_SIGNIN';
    ensure(input.email, 'MISSING_EMAIL');
    const to = readEmail(input.email);
    await countMail(identity, caller, { kind, to });
    // The account may not exist yet: then the link makes it.
    return { to, wanted: { kind, localid: null, email: to, newemail: null, epoch: null } };
  },
} satisfies Record<Kind, Prepare>;
