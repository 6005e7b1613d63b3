import { CODE_MS } from './codes.ts';
import type { Caller, Identity } from './options.ts';
import type { CodeKind, IdentityDb } from './tables.ts';
import { hashOf } from './tokens.ts';

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
  const notYou = 'If this was not you, leave this mail unanswered: nothing changes.';
  switch (kind) {
    case 'PASSWORD_RESET':
      return {
        subject: `Choose a new password for ${school}`,
        lines: [`Somebody, probably you, asked for a new password at ${school}.`, notYou],
        action: 'Choose a new password',
      };
    case 'VERIFY_EMAIL':
      return {
        subject: `Is this your address at ${school}?`,
        lines: [`Please confirm that this address belongs to your account at ${school}.`, notYou],
        action: 'Confirm my address',
      };
    case 'VERIFY_AND_CHANGE_EMAIL':
      return {
        subject: `Confirm your new address for ${school}`,
        lines: [`Please confirm that you want to use this address at ${school} from now on.`, notYou],
        action: 'Use this address',
      };
    case 'RECOVER_EMAIL':
      return {
        subject: `Your address at ${school} was changed`,
        lines: [
          `Your account at ${school} now uses ${newEmail}.`,
          'If you changed it, all is well. If not, take it back with the link below and then choose a new password.',
        ],
        action: 'Take the change back',
      };
    case 'EMAIL_SIGNIN':
      return {
        subject: `Sign in to ${school}`,
        lines: [`Here is your link to sign in to ${school}.`, notYou],
        action: 'Sign in',
      };
  }
};

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Writes the mail that takes a code to its address, in a link to the page that handles it. */
export async function insertCodeMail(
  tx: IdentityDb,
  { apiKey, actionPath, schoolName, insertMail, now }: Identity,
  { origin, lang }: Caller,
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
  const query = new URLSearchParams({ mode: MODES[kind], oobCode: code, apiKey, lang });
  if (continueUrl) query.set('continueUrl', continueUrl);
  const link = `${origin}${actionPath}?${query}`;
  const { subject, lines, action } = wordsOf(kind, schoolName, newEmail);
  const lifetime = `The link works once, within ${CODE_MS / 60_000} minutes.`;
  const paragraphs = [...lines, lifetime].map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  await insertMail(tx, {
    kind,
    ref: hashOf(code),
    to,
    subject,
    text: `${lines.join('\n\n')}\n\n${action}:\n${link}\n\n${lifetime}\n\n${schoolName}\n`,
    html: `${paragraphs}\n<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>\n<p>${escapeHtml(schoolName)}</p>\n`,
    validuntil: now() + CODE_MS,
  });
}
