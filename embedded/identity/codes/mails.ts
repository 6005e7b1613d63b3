import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { AccountRow, CodeKind, IdentityDb } from '#embedded/identity/tables.ts';
import { hashOf } from '#embedded/identity/tokens/tokens.ts';
import { CODE_MS, lifetimeOf, WAY_BACK_MS } from './codes.ts';

/** `mode` of the links, as the SDK's `ActionCodeURL` reads it. */
const MODES = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  EMAIL_SIGNIN: 'signIn',
} as const satisfies Record<CodeKind, string>;

type Words = { subject: string; lines: string[]; action: string };

const wordsOf = (kind: CodeKind, school: string, newEmail?: string): Words => {
  const notYou = 'If this was not you, ignore this email: nothing changes.';
  switch (kind) {
    case 'PASSWORD_RESET':
      return {
        subject: `Choose a new password for ${school}`,
        lines: [`A new password was requested for your account at ${school}.`, notYou],
        action: 'Choose a new password',
      };
    case 'VERIFY_EMAIL':
      return {
        subject: `Confirm your email for ${school}`,
        lines: [
          `Please confirm that this email address belongs to your account at ${school}.`,
          'If you did not create this account, do not confirm.',
        ],
        action: 'Confirm my email',
      };
    case 'VERIFY_AND_CHANGE_EMAIL':
      return {
        subject: `Confirm your new email for ${school}`,
        lines: [`Please confirm that you want to use this address at ${school} from now on.`, notYou],
        action: 'Use this email',
      };
    case 'RECOVER_EMAIL':
      return {
        subject: `Your email at ${school} was changed`,
        lines: [
          `Your account at ${school} now uses ${newEmail}.`,
          'If you changed it, there is nothing to do. If not, undo it with the link below, then request a new password. Undoing it signs everyone out and removes the password and every linked sign-in.',
        ],
        action: 'Undo the change',
      };
    case 'EMAIL_SIGNIN':
      return {
        subject: `Sign in to ${school}`,
        lines: [`Here is your link to sign in to ${school}.`, notYou],
        action: 'Sign in',
      };
  }
};

const lifetimeInWords = (kind: CodeKind) =>
  kind === 'RECOVER_EMAIL' ? `${WAY_BACK_MS / 86_400_000} days` : `${CODE_MS / 60_000} minutes`;

type Linking = Pick<Identity, 'apiKey' | 'actionPath'>;
type Seen = Pick<Caller, 'origin' | 'lang' | 'schoolName'>;

/** The address of the page that handles a code. */
export function linkOf(
  { apiKey, actionPath }: Linking,
  { origin, lang }: Pick<Seen, 'origin' | 'lang'>,
  { kind, code, continueUrl }: { kind: CodeKind; code: string; continueUrl?: string },
): string {
  const query = new URLSearchParams({ mode: MODES[kind], oobCode: code, apiKey, lang });
  if (continueUrl) query.set('continueUrl', continueUrl);
  return `${origin}${actionPath}?${query}`;
}

/** Writes the mail that takes a code to its address, in a link to the page that handles it. */
export async function insertCodeMail(
  tx: IdentityDb,
  { insertMail, now, ...linking }: Linking & Pick<Identity, 'insertMail' | 'now'>,
  seen: Seen,
  {
    kind,
    to,
    code,
    newEmail,
    continueUrl,
  }: {
    kind: CodeKind;
    to: string;
    code: string;
    newEmail?: string;
    continueUrl?: string;
  },
): Promise<void> {
  const href = linkOf(linking, seen, { kind, code, continueUrl });
  const { subject, lines, action } = wordsOf(kind, seen.schoolName, newEmail);
  await insertMail(tx, {
    kind,
    ref: hashOf(code),
    to,
    subject,
    lines,
    link: { label: action, href },
    notes: [`The link works once, within ${lifetimeInWords(kind)}.`],
    opensAccount: true,
    validuntil: now() + lifetimeOf(kind),
  });
}

/**
 * Writes the mail that tells an account's address, if it was proved, how the account can be entered from now
 * on.
 */
export async function insertNewWayInMail(
  tx: IdentityDb,
  { insertMail, now }: Identity,
  { origin, schoolName }: Caller,
  { localid, email, emailverified }: AccountRow,
  way: string,
): Promise<void> {
  if (!emailverified) return;
  const lines = [
    `You can now sign in to your account at ${schoolName} with ${way}.`,
    'If this was you, there is nothing to do. If not, reset your password on the sign-in page: that signs everyone out and removes every other way in.',
  ];
  await insertMail(tx, {
    kind: 'NEW_WAY_IN',
    ref: `${localid} ${now()} ${way}`,
    to: email,
    subject: `A new way to sign in to your account at ${schoolName}`,
    lines,
    link: { label: `Open ${schoolName}`, href: `${origin}/` },
    notes: [],
    opensAccount: false,
    validuntil: now() + WAY_BACK_MS,
  });
}

/** The mails that go to an account's own address, no matter who asked for them. */
const OWN_KINDS = ['PASSWORD_RESET', 'VERIFY_EMAIL', 'NEW_WAY_IN'] as const;

/** Deletes the unsent mails of an account that is being deleted. */
export async function deleteMailsOf(
  tx: IdentityDb,
  { deleteUnsentMails }: Pick<Identity, 'deleteUnsentMails'>,
  { localid, email }: AccountRow,
): Promise<void> {
  const codes = await tx
    .selectFrom('identity_codes')
    .select(['kind', 'hash as ref'])
    .where('localid', '=', localid)
    .execute();
  for (const code of codes) await deleteUnsentMails(tx, code);
  for (const kind of OWN_KINDS) await deleteUnsentMails(tx, { kind, to: email });
}
