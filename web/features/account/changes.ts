import { replace } from 'react-router';
import { accountCalls, type ContactDraft } from '#contract/account/calls.ts';
import type { LanguageDraft } from '#contract/account/language-form.ts';
import { t } from '#languages/t.ts';
import { backHere } from '#web/lib/address/return-path.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt, type Outcome } from '#web/lib/api/change.ts';
import { identityCode, identityFault } from '#web/lib/identity/identity-faults.ts';
import { type ProviderId, withIdentity } from '#web/lib/session/identity-sdk.ts';
import { firstPath } from '#web/lib/session/session.ts';
import { signIn } from '#web/lib/session/sign-in.ts';
import {
  askForAddress,
  changePassword,
  confirmAddress,
  confirmByPassword,
  deleteAccount,
  link,
  saveLanguage,
  saveProfile,
  sendVerification,
  signOutEverywhere,
  unlink,
} from './account.ts';
import { PROVIDER_NAMES } from './providers.tsx';

const api = apiOf(accountCalls);

/** What went wrong is said beside what was asked for, in the identity service's words too. */
const tried = (work: Promise<unknown>, done?: string) => attempt(work, done, identityFault);

/** Leads on once it is done: what the page stood for is no more. */
async function leadOn(change: Promise<Outcome>, to: string) {
  const outcome = await change;
  return outcome.isDone ? replace(firstPath(to)) : outcome;
}

/** What people change of their own account. */
export const accountChanges = {
  saveProfile: (profile: { name: string; photoURL: string | null }) =>
    tried(saveProfile(profile), 'Your profile is saved'),
  changePassword: ({ current, next }: { current: string; next: string }) =>
    tried(
      changePassword(current, next),
      'Your password has been changed. You are signed out on every other device.',
    ),
  sendVerification: ({ email }: { email: string }) =>
    tried(sendVerification(), `An email is on its way to ${email}`),
  link: ({ service }: { service: ProviderId }) =>
    tried(link(service), `${PROVIDER_NAMES[service]} is linked`),
  unlink: ({ service }: { service: ProviderId }) =>
    tried(unlink(service), `${PROVIDER_NAMES[service]} is no longer linked`),
  endSession: (params: { id: string }) => tried(api.endSession({ params }), 'That device is signed out'),
  signOutEverywhere: () => leadOn(tried(signOutEverywhere(), 'You are signed out everywhere'), '/'),
  deleteAccount: ({ password }: { password: string }) =>
    leadOn(
      tried(
        deleteAccount(password),
        'Your account will be deleted in seven days. Sign in before then to keep it.',
      ),
      '/',
    ),
  writeContact: (contact: ContactDraft) =>
    tried(api.writeContact({ body: contact }), 'Your numbers are saved'),
  writeLanguage: ({ language }: LanguageDraft) =>
    tried(saveLanguage(language || null), t('account.language_saved')),
  changeAddress: ({ email, password }: { email: string; password: string }) =>
    tried(
      askForAddress({ email, password }),
      `We have sent a link to ${email}. Your email changes once you follow it.`,
    ),
};

/** What the links of emails lead to, and how one is asked for. */
export const mailedChanges = {
  requestPasswordReset: ({ email }: { email: string }) =>
    attempt(requestPasswordReset(email), undefined, resetFault),
  setPassword: ({ next, ...wanted }: { code: string; email: string; password: string; next: string }) =>
    leadOn(tried(setPassword(wanted), 'Your new password is set.'), next),
  confirmAddress: ({ code }: { code: string }) => tried(confirmAddress(code)),
  confirmByPassword: (wanted: { code: string; email: string; proves: string; password: string }) =>
    tried(confirmByPassword(wanted)),
};

const MANY_LINKS =
  'A link was requested several times already. Use the one in the newest email, or try again in an hour.';

const resetFault = (error: unknown) =>
  identityCode(error) === 'too-many-requests' ? MANY_LINKS : identityFault(error);

async function requestPasswordReset(email: string) {
  const { sdk, auth } = await withIdentity();
  await sdk.sendPasswordResetEmail(auth, email, backHere()).catch((error) => {
    // The answer does not reveal whose address it is.
    if (identityCode(error) !== 'user-not-found') throw error;
  });
}

async function setPassword({ code, email, password }: { code: string; email: string; password: string }) {
  const { sdk, auth } = await withIdentity();
  await sdk.confirmPasswordReset(auth, code, password);
  await signIn(email, password);
}
