import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { AccountRow, CodeKind, IdentityDb } from '#embedded/identity/tables.ts';
import { hashOf, randomSecret } from '#embedded/identity/tokens/tokens.ts';
import { t, withLanguage } from '#languages/t.ts';
import { CODE_MS, isWayBack, lifetimeOf, WAY_BACK_MS } from './codes.ts';

/** `mode` of the links, as the SDK's `ActionCodeURL` reads it. */
const MODES = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition',
  EMAIL_SIGNIN: 'signIn',
} as const satisfies Record<CodeKind, string>;

type Words = { subject: string; lines: string[]; action: string };

/** In the language of now. */
function wordsOf(kind: CodeKind, school: string, newEmail = ''): Words {
  switch (kind) {
    case 'PASSWORD_RESET':
      return {
        subject: t('identity.mail_password', { school }),
        lines: [t('identity.mail_password_requested', { school }), t('identity.mail_not_you')],
        action: t('identity.mail_choose_password'),
      };
    case 'VERIFY_EMAIL':
      return {
        subject: t('identity.mail_confirm', { school }),
        lines: [t('identity.mail_please_confirm', { school }), t('identity.mail_do_not_confirm')],
        action: t('identity.mail_confirm_mine'),
      };
    case 'VERIFY_AND_CHANGE_EMAIL':
      return {
        subject: t('identity.mail_confirm_new', { school }),
        lines: [t('identity.mail_please_confirm_new', { school }), t('identity.mail_not_you')],
        action: t('identity.mail_use_this'),
      };
    case 'RECOVER_EMAIL':
      return {
        subject: t('identity.mail_changed', { school }),
        lines: [t('identity.mail_now_uses', { school, email: newEmail }), t('identity.mail_undo_if_not_you')],
        action: t('identity.mail_undo'),
      };
    case 'REVERT_SECOND_FACTOR_ADDITION':
      return {
        subject: t('identity.mail_factor_added', { school }),
        lines: [t('identity.mail_asks_for_number', { school }), t('identity.mail_undo_factor_if_not_you')],
        action: t('identity.mail_undo'),
      };
    case 'EMAIL_SIGNIN':
      return {
        subject: t('identity.mail_sign_in', { school }),
        lines: [t('identity.mail_sign_in_link', { school }), t('identity.mail_not_you')],
        action: t('identity.mail_sign_in_action'),
      };
  }
}

const lifetimeInWords = (kind: CodeKind) =>
  isWayBack(kind)
    ? t('identity.mail_works_for_days', { count: WAY_BACK_MS / 86_400_000 })
    : t('identity.mail_works_for_minutes', { count: CODE_MS / 60_000 });

type Linking = Pick<Identity, 'apiKey' | 'actionPath'>;
export type Mailing = Pick<Identity, 'insertMail' | 'languageOf' | 'now'>;
export type Seen = Pick<Caller, 'origin' | 'lang' | 'schoolName'>;

/** The address of the page that handles a code. */
export function linkOf(
  { apiKey, actionPath }: Linking,
  { origin, lang }: Pick<Seen, 'origin' | 'lang'>,
  { kind, code, continueUrl }: { kind: CodeKind; code: string; continueUrl?: string },
): string {
  const query = new URLSearchParams({ mode: MODES[kind], oobCode: code, apiKey });
  if (lang) query.set('lang', lang);
  if (continueUrl) query.set('continueUrl', continueUrl);
  return `${origin}${actionPath}?${query}`;
}

/** Writes the mail that takes a code to its address, in a link to the page that handles it. */
export async function insertCodeMail(
  tx: IdentityDb,
  { insertMail, languageOf, now, ...linking }: Linking & Mailing,
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
  const language = await languageOf(tx, { to, lang: seen.lang });
  const mail = withLanguage(language, () => {
    const { subject, lines, action } = wordsOf(kind, seen.schoolName, newEmail);
    return { subject, lines, link: { label: action, href }, notes: [lifetimeInWords(kind)] };
  });
  const validuntil = now() + lifetimeOf(kind);
  await insertMail(tx, { kind, ref: hashOf(code), to, language, ...mail, opensAccount: true, validuntil });
}

/** What an account can be entered with from now on: a password, or a provider by its name. */
type WayIn = 'password' | (string & {});

/**
 * Writes the mail that tells an account's address, if it was proved, how the account can be entered from now
 * on.
 */
export async function insertNewWayInMail(
  tx: IdentityDb,
  { insertMail, languageOf, now }: Identity,
  { origin, lang, schoolName: school }: Caller,
  { localid, email, emailverified }: AccountRow,
  way: WayIn,
): Promise<void> {
  if (!emailverified) return;
  const language = await languageOf(tx, { to: email, lang });
  const mail = withLanguage(language, () => ({
    subject: t('identity.mail_new_way_in', { school }),
    lines: [
      way === 'password'
        ? t('identity.mail_new_password', { school })
        : t('identity.mail_new_provider', { school, provider: way }),
      t('identity.mail_reset_if_not_you'),
    ],
    link: { label: t('identity.mail_open_school', { school }), href: `${origin}/` },
  }));
  await insertMail(tx, {
    kind: 'NEW_WAY_IN',
    ref: `${localid} ${now()} ${way}`,
    to: email,
    language,
    ...mail,
    notes: [],
    opensAccount: false,
    validuntil: now() + WAY_BACK_MS,
  });
}

/** What happened to a second factor: it was removed, it has new recovery codes, or one was used. */
type FactorNews = 'removed' | 'codes' | { left: number };

/** In the language of now. */
function factorWords(news: FactorNews, school: string): { subject: string; lines: string[] } {
  if (news === 'removed')
    return {
      subject: t('identity.mail_factor_removed', { school }),
      lines: [t('identity.mail_asks_for_no_number', { school }), t('identity.mail_reset_if_not_you')],
    };
  const ifNotYou = t('identity.mail_make_codes_if_not_you');
  if (news === 'codes')
    return {
      subject: t('identity.mail_new_codes', { school }),
      lines: [t('identity.mail_codes_made', { school }), ifNotYou],
    };
  return {
    subject: t('identity.mail_code_used', { school }),
    lines: [t('identity.mail_code_used_to_sign_in', { school, count: news.left }), ifNotYou],
  };
}

/** Writes the mail that tells an account's address, which is proved, of its second factor. */
export async function insertSecondFactorMail(
  tx: IdentityDb,
  { insertMail, languageOf, now }: Mailing,
  { origin, lang, schoolName: school }: Seen,
  { localid, email }: AccountRow,
  news: FactorNews,
): Promise<void> {
  const language = await languageOf(tx, { to: email, lang });
  const mail = withLanguage(language, () => ({
    ...factorWords(news, school),
    link: { label: t('identity.mail_open_school', { school }), href: `${origin}/` },
  }));
  await insertMail(tx, {
    kind: 'SECOND_FACTOR',
    // What happens twice is told twice.
    ref: `${localid} ${randomSecret()}`,
    to: email,
    language,
    ...mail,
    notes: [],
    opensAccount: false,
    validuntil: now() + WAY_BACK_MS,
  });
}

/** The mails that go to an account's own address, no matter who asked for them. */
const OWN_KINDS = ['PASSWORD_RESET', 'VERIFY_EMAIL', 'NEW_WAY_IN', 'SECOND_FACTOR'] as const;

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
