import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import {
  ActionCodeOperation,
  type Auth,
  applyActionCode,
  checkActionCode,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  getMultiFactorResolver,
  initializeAuth,
  inMemoryPersistence,
  type MultiFactorError,
  multiFactor,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  TotpMultiFactorGenerator,
  type User,
} from '@firebase/auth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRecoveryCodes } from '#embedded/identity/second-factor/new-recovery-codes.ts';
import { STEP_S } from '#embedded/identity/second-factor/totp.ts';
import {
  API_KEY,
  openIdentity,
  PASSWORD,
  PROJECT_ID,
  type TestIdentity,
} from '#tests/support/identity-service.ts';
import { numberAt } from '#tests/support/second-factor.ts';

/* The unchanged SDK's second factor against a listening service. */

const EMAIL = 'ada@example.com';
const ADMIN_TOKEN = 'the-servers-own';
let identity: TestIdentity;
let address: string;
const apps: FirebaseApp[] = [];

beforeEach(async () => {
  identity = await openIdentity({
    adminToken: ADMIN_TOKEN,
    providers: { demoPeople: [{ name: 'Ada', email: EMAIL }] },
  });
  identity.clock.now = Date.now();
  address = await identity.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => deleteApp(app)));
  await identity.close();
});

/** A browser of its own. */
function openBrowser(): Auth {
  const app = initializeApp({ apiKey: API_KEY, projectId: PROJECT_ID }, `browser-${apps.length}`);
  apps.push(app);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, address, { disableWarnings: true });
  return auth;
}

const errorOf = (call: Promise<unknown>): Promise<MultiFactorError> =>
  call.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error) => error,
  );
const codeOf = async (call: Promise<unknown>) => (await errorOf(call)).code;
const signIn = (auth: Auth, password = PASSWORD) => signInWithEmailAndPassword(auth, EMAIL, password);
const numberOf = (secret: string, drift = 0) => numberAt(secret, identity.clock.now, drift);

/** A person of the demo, whose address is proved. */
async function register(auth: Auth): Promise<User> {
  return (await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD)).user;
}

/** Enrols an app; gives the secret that it has scanned. */
async function enrol(user: User): Promise<string> {
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, numberOf(secret.secretKey));
  await multiFactor(user).enroll(assertion, 'Phone');
  identity.clock.now += STEP_S * 1000;
  return secret.secretKey;
}

/** Goes on with what a first factor was refused with. */
function answer(auth: Auth, error: MultiFactorError, number: string) {
  expect(error.code).toBe('auth/multi-factor-auth-required');
  const resolver = getMultiFactorResolver(auth, error);
  const [hint] = resolver.hints;
  return resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? '', number));
}

const signInTwice = async (auth: Auth, number: string, password = PASSWORD) =>
  answer(auth, await errorOf(signIn(auth, password)), number);

test('an app is enrolled, stays signed in, and is asked for at the next sign-in', async () => {
  const auth = openBrowser();
  const elsewhere = openBrowser();
  const user = await register(auth);
  const other = (await signIn(elsewhere)).user;
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  expect(secret).toMatchObject({ codeLength: 6, codeIntervalSeconds: 30, hashingAlgorithm: 'SHA1' });
  expect(secret.generateQrCodeUrl(EMAIL, 'School')).toBe(
    `otpauth://totp/School:${EMAIL}?secret=${secret.secretKey}&issuer=School&algorithm=SHA1&digits=6`,
  );
  const enrolment = TotpMultiFactorGenerator.assertionForEnrollment(secret, numberOf(secret.secretKey));
  await multiFactor(user).enroll(enrolment, 'Phone');
  expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp', displayName: 'Phone' }]);
  expect(auth.currentUser?.uid).toBe(user.uid);
  expect(await codeOf(other.getIdToken(true))).toBe('auth/user-token-expired');

  identity.clock.now += STEP_S * 1000;
  const error = await errorOf(signIn(elsewhere));
  expect(getMultiFactorResolver(elsewhere, error).hints).toMatchObject([
    { factorId: 'totp', displayName: 'Phone' },
  ]);
  const again = await answer(elsewhere, error, numberOf(secret.secretKey));
  expect(again.user.uid).toBe(user.uid);
  expect((await again.user.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
});

test('a wrong number, one that was used and one of a minute ago are refused, and another follows', async () => {
  const auth = openBrowser();
  const secret = await enrol(await register(auth));
  const used = numberOf(secret);
  await signInTwice(openBrowser(), used);
  identity.clock.now += 2 * STEP_S * 1000;
  const error = await errorOf(signIn(auth));
  for (const number of ['12345', used, numberOf(secret, -2), numberOf(secret, 2)]) {
    expect(await codeOf(answer(auth, error, number))).toBe('auth/invalid-verification-code');
  }
  expect((await answer(auth, error, numberOf(secret, 1))).user.email).toBe(EMAIL);
});

test('five wrong numbers end the sign-in, ten an hour the tries', async () => {
  const auth = openBrowser();
  const secret = await enrol(await register(auth));
  for (let round = 0; round < 2; round++) {
    const error = await errorOf(signIn(auth));
    for (let i = 0; i < 5; i++)
      expect(await codeOf(answer(auth, error, '12345'))).toBe('auth/invalid-verification-code');
    const late = codeOf(answer(auth, error, numberOf(secret)));
    expect(await late).toBe('auth/invalid-multi-factor-session');
  }
  expect(await codeOf(signInTwice(auth, numberOf(secret)))).toBe('auth/too-many-requests');
});

test('Google, a mailed link and a confirmation ask for it as well', async () => {
  const auth = openBrowser();
  const user = await register(auth);
  const secret = await enrol(user);
  const postBody = new URLSearchParams(await identity.choose('google.com', 0));
  const credential = GoogleAuthProvider.credential(postBody.get('id_token'));
  const byGoogle = await errorOf(signInWithCredential(auth, credential));
  const { user: found } = await answer(auth, byGoogle, numberOf(secret));
  expect(found.providerData.map(({ providerId }) => providerId)).toContain('google.com');

  identity.clock.now += STEP_S * 1000;
  await sendSignInLinkToEmail(auth, EMAIL, { url: 'http://school.test/login', handleCodeInApp: true });
  const link = identity.mails.at(-1)?.text.match(/^http\S+$/m)?.[0];
  const byLink = await errorOf(signInWithEmailLink(auth, EMAIL, link));
  const { user: linked } = await answer(auth, byLink, numberOf(secret));

  identity.clock.now += STEP_S * 1000;
  const again = reauthenticateWithCredential(linked, EmailAuthProvider.credential(EMAIL, PASSWORD));
  const confirmed = await answer(auth, await errorOf(again), numberOf(secret));
  expect(confirmed.operationType).toBe('reauthenticate');
});

test('a recovery code stands once for a number', async () => {
  const auth = openBrowser();
  const user = await register(auth);
  await enrol(user);
  const mailing = {
    insertMail: async () => {},
    languageOf: async () => 'en' as const,
    now: () => identity.clock.now,
  };
  const seen = { origin: address, lang: '', schoolName: 'Test School' };
  const [code = ''] = (await makeRecoveryCodes(identity.db, mailing, seen, user.uid)) ?? [];
  expect((await signInTwice(openBrowser(), code)).user.uid).toBe(user.uid);
  expect(identity.mails.at(-1)).toMatchObject({ kind: 'SECOND_FACTOR', to: EMAIL });
  expect(await codeOf(signInTwice(openBrowser(), code))).toBe('auth/invalid-verification-code');
});

test('a lost app is taken away by the server: sign-ins end, and one step signs in again', async () => {
  const auth = openBrowser();
  const user = await register(auth);
  await enrol(user);
  const response = await identity.app.inject({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts:update?key=${API_KEY}`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    payload: { localId: user.uid, mfa: {} },
  });
  expect(response.statusCode).toBe(200);
  expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired');
  const again = (await signIn(auth)).user;
  expect(multiFactor(again).enrolledFactors).toEqual([]);
  await enrol(again);
});

test('its owner takes it away', async () => {
  const auth = openBrowser();
  const user = await register(auth);
  await enrol(user);
  const [factor] = multiFactor(user).enrolledFactors;
  expect(await codeOf(enrol(user))).toBe('auth/second-factor-already-in-use');
  await multiFactor(user).unenroll(factor?.uid ?? '');
  expect(multiFactor(user).enrolledFactors).toEqual([]);
  expect(auth.currentUser?.uid).toBe(user.uid);
  expect((await signIn(openBrowser())).user.uid).toBe(user.uid);
});

test('a thief in the session enrols an app of theirs; the owner’s link takes it back and shuts them out', async () => {
  const owner = openBrowser();
  await register(owner);
  const thief = openBrowser();
  const stolen = (await signIn(thief)).user;
  await enrol(stolen);
  // The owner is out, and a new password alone does not help.
  expect(await codeOf(owner.currentUser?.getIdToken(true) as Promise<unknown>)).toBe(
    'auth/user-token-expired',
  );
  expect(await codeOf(signIn(owner))).toBe('auth/multi-factor-auth-required');

  const wayBack = identity.mails.find(({ kind }) => kind === 'REVERT_SECOND_FACTOR_ADDITION');
  const code = new URL(wayBack?.link.href ?? '').searchParams.get('oobCode') ?? '';
  const { operation, data } = await checkActionCode(owner, code);
  expect(operation).toBe(ActionCodeOperation.REVERT_SECOND_FACTOR_ADDITION);
  expect(data).toMatchObject({ email: EMAIL, multiFactorInfo: { factorId: 'totp', displayName: 'Phone' } });
  await applyActionCode(owner, code);

  expect(await codeOf(stolen.getIdToken(true))).toBe('auth/user-token-expired');
  expect(await codeOf(signIn(thief))).toBe('auth/wrong-password');
  await sendPasswordResetEmail(owner, EMAIL);
  const oobCode = identity.mailedCode(EMAIL);
  await identity.ok('resetPassword', { oobCode, newPassword: 'Owners-own1' });
  const back = await signIn(owner, 'Owners-own1');
  expect(multiFactor(back.user).enrolledFactors).toEqual([]);
});

test('an address that is not proved, and a sign-in of long ago, enrol nothing', async () => {
  const auth = openBrowser();
  const { user } = await createUserWithEmailAndPassword(auth, 'new@example.com', PASSWORD);
  expect(await codeOf(enrol(user))).toBe('auth/unverified-email');
  await sendEmailVerification(user);
  await applyActionCode(auth, identity.mailedCode('new@example.com'));
  identity.clock.now += 50 * 60_000;
  await user.getIdToken(true);
  identity.clock.now += 11 * 60_000;
  expect(await codeOf(enrol(user))).toBe('auth/requires-recent-login');
});
