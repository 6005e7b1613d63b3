import { apiErrorOf } from '#contract/client.ts';
import type { Consent } from '#contract/texts/calls.ts';
import { language, t } from '#languages/t.ts';
import { backHere } from '#web/lib/address/return-path.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { clearSession } from './clear-session.ts';
import { identityApi } from './identity-api.ts';
import { currentPerson, type IdentityUser, openSdk, setPerson } from './identity-sdk.ts';
import { keepRostersOf } from './register-rosters.ts';
import { currentSession, publishSession, type Session } from './session.ts';
import { keepToken } from './stored-token.ts';

export type Profile = { name?: string | null; photoURL?: string | null; consent?: Consent };

/** POST /users, then POST /jwt: registers or fetches the person and takes the access token. */
export async function registerWithSchool(user: IdentityUser, profile?: Profile): Promise<Session> {
  setPerson(user);
  const next = await askSchool(user, profile);
  // The account may have signed out meanwhile.
  if (currentPerson() === user) publishSession(next);
  return currentSession();
}

async function askSchool(user: IdentityUser, profile?: Profile): Promise<Session> {
  const { email } = user;
  if (!email) return clearBecause(t('account.no_address_there'));
  try {
    const own = { name: user.displayName, photoURL: user.photoURL, language: chosenLanguage() };
    const body = { email, consent: {}, ...own, ...profile };
    const { data } = await identityApi.signInUser({ body });
    const { token } = await identityApi.issueAccessToken({ body: { email } });
    if (currentPerson() === user) keepToken(token);
    keepRostersOf(data._id);
    return { state: 'signed-in', user: data };
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal?.kind === 'signed-out') return clearBecause(t('account.session_ended'));
    if (refusal?.code === 'consent-required') return { state: 'consenting' };
    if (refusal?.code === 'name-required') return { state: 'consenting', isNameOnly: true };
    if (refusal?.code === 'account-leaving') return { state: 'leaving' };
    if (refusal?.code === 'second-factor-required') return { state: 'securing' };
    // Who is let in by the link alone must be sent it at each try, or would never get in once the first is
    // lost.
    if (refusal?.code === 'email-not-verified') await askToConfirm(user);
    if (refusal?.kind === 'forbidden') return clearBecause(refusal.message);
    const known = currentSession();
    if (known.state === 'signed-in') return known;
    return { state: 'failed', problem: refusal?.message ?? t('account.sign_in_unreachable') };
  }
}

/** The language of the page on which somebody registers; of a school with just one nobody has chosen it. */
function chosenLanguage() {
  const { languages } = clientConfig().school;
  return languages.length > 1 ? languages.find((code) => code === language()) : undefined;
}

async function askToConfirm(user: IdentityUser) {
  const { sdk } = await openSdk();
  // Sent too often it is refused: then the last one is still good.
  await sdk.sendEmailVerification(user, backHere()).catch(() => {});
}

async function clearBecause(notice: string): Promise<Session> {
  await clearSession(notice);
  return currentSession();
}

/** Asks the school again who this is, after a failure or a changed profile. */
export async function refreshUser(profile?: Profile): Promise<Session> {
  const person = currentPerson();
  if (person) await registerWithSchool(person, profile);
  else if (currentSession().state === 'failed') {
    const { auth } = await openSdk();
    await auth.authStateReady();
    if (auth.currentUser) await registerWithSchool(auth.currentUser);
  }
  return currentSession();
}

/**
 * Learns again what the identity service says of the person, such as an address that was confirmed in another
 * window.
 */
export async function renewUser(): Promise<Session> {
  await currentPerson()?.getIdToken(true);
  return refreshUser();
}
