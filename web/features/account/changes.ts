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
  comeIn,
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
import { makeCodes, turnOff } from './second-factor/factor.ts';

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
    tried(saveProfile(profile), t('account.your_profile_is_saved')),
  changePassword: ({ current, next }: { current: string; next: string }) =>
    tried(changePassword(current, next), t('account.password_changed')),
  sendVerification: ({ email }: { email: string }) =>
    tried(sendVerification(), t('common.email_on_its_way', { email })),
  link: ({ service }: { service: ProviderId }) =>
    tried(link(service), t('account.service_linked', { provider: PROVIDER_NAMES[service] })),
  unlink: ({ service }: { service: ProviderId }) =>
    tried(unlink(service), t('account.service_unlinked', { provider: PROVIDER_NAMES[service] })),
  makeRecoveryCodes: () => tried(makeCodes()),
  turnOffSecondStep: () =>
    attempt(turnOff(), (isOff) => (isOff ? t('account.second_step_is_off') : ''), identityFault),
  endSession: (params: { id: string }) =>
    tried(api.endSession({ params }), t('account.that_device_is_signed_out')),
  signOutEverywhere: () =>
    leadOn(tried(signOutEverywhere(), t('account.you_are_signed_out_everywhere')), '/'),
  deleteAccount: ({ password }: { password: string }) =>
    leadOn(tried(deleteAccount(password), t('account.deletion_in_seven_days')), '/'),
  writeContact: (contact: ContactDraft) =>
    tried(api.writeContact({ body: contact }), t('account.your_numbers_are_saved')),
  writeLanguage: ({ language }: LanguageDraft) =>
    tried(saveLanguage(language || null), t('account.language_saved')),
  changeAddress: ({ email, password }: { email: string; password: string }) =>
    tried(askForAddress({ email, password }), t('account.address_change_sent', { email })),
};

/** What the links of emails lead to, and how one is asked for. */
export const mailedChanges = {
  requestPasswordReset: ({ email }: { email: string }) =>
    attempt(requestPasswordReset(email), undefined, resetFault),
  setPassword: ({ next, ...wanted }: { code: string; email: string; password: string; next: string }) =>
    leadOn(tried(setPassword(wanted), t('account.your_new_password_is_set')), next),
  confirmAddress: ({ code }: { code: string }) => tried(confirmAddress(code)),
  confirmByPassword: (wanted: { code: string; email: string; proves: string; password: string }) =>
    tried(confirmByPassword(wanted)),
};

const resetFault = (error: unknown) =>
  identityCode(error) === 'too-many-requests' ? t('account.many_links') : identityFault(error);

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
  await comeIn(signIn(email, password));
}
