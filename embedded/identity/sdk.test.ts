import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import {
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  initializeAuth,
  initializeRecaptchaConfig,
  inMemoryPersistence,
  linkWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyPasswordResetCode,
} from '@firebase/auth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  API_KEY,
  openIdentity,
  PASSWORD,
  PROJECT_ID,
  type TestIdentity,
} from '#tests/support/identity-service.ts';

/* The unchanged SDK against a listening service. */

const EMAIL = 'ana@example.com';
let identity: TestIdentity;
let address: string;
const apps: FirebaseApp[] = [];

beforeEach(async () => {
  identity = await openIdentity({ providers: { demoPeople: [{ name: 'Ada', email: 'ada@example.com' }] } });
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

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );

async function googleCredential() {
  const postBody = new URLSearchParams(await identity.choose('google.com', 0));
  return GoogleAuthProvider.credential(postBody.get('id_token'));
}

test('a person registers, names themselves, signs in elsewhere and goes on with renewed tokens', async () => {
  const auth = openBrowser();
  const { user } = await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD);
  await updateProfile(user, { displayName: 'Ana', photoURL: 'https://images.example.com/ana.webp' });
  expect(auth.currentUser).toMatchObject({ email: EMAIL, displayName: 'Ana', emailVerified: false });

  const elsewhere = openBrowser();
  const again = await signInWithEmailAndPassword(elsewhere, EMAIL, PASSWORD);
  expect(again.user).toMatchObject({
    uid: user.uid,
    displayName: 'Ana',
    photoURL: 'https://images.example.com/ana.webp',
  });
  const before = await again.user.getIdToken();
  identity.clock.now += 2000;
  expect(await again.user.getIdToken(true)).not.toBe(before);
  const { signInProvider, claims } = await again.user.getIdTokenResult();
  expect(signInProvider).toBe('password');
  expect(claims).toMatchObject({ name: 'Ana', email: EMAIL });
});

test('a changed password or address leaves its own browser signed in and signs the others out', async () => {
  const auth = openBrowser();
  const { user } = await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD);
  const changes: [password: string, change: () => Promise<void>][] = [
    [PASSWORD, () => updatePassword(user, 'Another-one2')],
    ['Another-one2', () => updateEmail(user, 'moved@example.com')],
  ];
  for (const [password, change] of changes) {
    const elsewhere = openBrowser();
    const other = (await signInWithEmailAndPassword(elsewhere, EMAIL, password)).user;
    await change();
    await user.reload();
    expect(auth.currentUser?.uid).toBe(user.uid);
    expect(await codeOf(other.getIdToken(true))).toBe('auth/user-token-expired');
    expect(elsewhere.currentUser).toBeNull();
  }
  expect(user.email).toBe('moved@example.com');
});

test('a deleted account signs out wherever it was signed in', async () => {
  const auth = openBrowser();
  const { user } = await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD);
  const elsewhere = openBrowser();
  const other = (await signInWithEmailAndPassword(elsewhere, EMAIL, PASSWORD)).user;
  await deleteUser(user);
  expect(auth.currentUser).toBeNull();
  expect(await codeOf(other.getIdToken(true))).toBe('auth/user-token-expired');
  expect(await codeOf(signInWithEmailAndPassword(auth, EMAIL, PASSWORD))).toBe('auth/user-not-found');
});

test('a disabled account signs out at its next renewal', async () => {
  const auth = openBrowser();
  const { user } = await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD);
  await identity.db.updateTable('identity_accounts').set({ disabled: 1 }).execute();
  expect(await codeOf(user.getIdToken(true))).toBe('auth/user-disabled');
  expect(auth.currentUser).toBeNull();
});

test('a forgotten password is reset by the mailed code', async () => {
  const auth = openBrowser();
  await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD);
  await sendPasswordResetEmail(auth, EMAIL);
  const code = identity.mailedCode(EMAIL);
  expect(await verifyPasswordResetCode(auth, code)).toBe(EMAIL);
  await confirmPasswordReset(auth, code, 'Brand-new1');
  expect((await signInWithEmailAndPassword(auth, EMAIL, 'Brand-new1')).user.emailVerified).toBe(true);
  expect(await codeOf(confirmPasswordReset(auth, code, 'Brand-new2'))).toBe('auth/invalid-action-code');
});

test('an address is verified by the mailed code', async () => {
  const auth = openBrowser();
  const { user } = await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD);
  await sendEmailVerification(user);
  const code = identity.mailedCode(EMAIL);
  expect(await checkActionCode(auth, code)).toMatchObject({
    operation: 'VERIFY_EMAIL',
    data: { email: EMAIL },
  });
  await applyActionCode(auth, code);
  await user.reload();
  expect(user.emailVerified).toBe(true);
});

test('a mailed link signs in', async () => {
  const auth = openBrowser();
  await sendSignInLinkToEmail(auth, EMAIL, { url: 'http://school.test/login', handleCodeInApp: true });
  const link = identity.mails.at(-1)?.text.match(/^http\S+$/m)?.[0];
  const result = await signInWithEmailLink(auth, EMAIL, link);
  expect(result.user).toMatchObject({ email: EMAIL, emailVerified: true });
});

test('a provider signs in, is linked and unlinked, and gets a password beside it', async () => {
  const auth = openBrowser();
  const result = await signInWithCredential(auth, await googleCredential());
  expect(getAdditionalUserInfo(result)).toMatchObject({ isNewUser: true, providerId: 'google.com' });
  const { user } = result;
  expect(user.providerData).toMatchObject([{ providerId: 'google.com', email: 'ada@example.com' }]);

  await linkWithCredential(user, EmailAuthProvider.credential('ada@example.com', PASSWORD));
  const github = new URLSearchParams(await identity.choose('github.com', 0)).get('id_token') ?? '';
  await linkWithCredential(user, GithubAuthProvider.credential(github));
  expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual([
    'github.com',
    'google.com',
    'password',
  ]);
  await unlink(user, 'google.com');
  expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual(['github.com', 'password']);
  expect((await signInWithEmailAndPassword(openBrowser(), 'ada@example.com', PASSWORD)).user.uid).toBe(
    user.uid,
  );
});

test('the SDK reads the refusals as its own codes', async () => {
  const auth = openBrowser();
  await createUserWithEmailAndPassword(auth, EMAIL, PASSWORD);
  const register = (email: string, password: string) =>
    codeOf(createUserWithEmailAndPassword(auth, email, password));
  const signIn = (email: string, password: string) =>
    codeOf(signInWithEmailAndPassword(auth, email, password));
  expect(await register(EMAIL, PASSWORD)).toBe('auth/email-already-in-use');
  expect(await register('new@example.com', '12345')).toBe('auth/weak-password');
  expect(await register('new', PASSWORD)).toBe('auth/invalid-email');
  expect(await signIn(EMAIL, 'wrong')).toBe('auth/wrong-password');
  expect(await signIn('nobody@example.com', 'wrong')).toBe('auth/user-not-found');
  expect(await codeOf(signInWithCredential(auth, GoogleAuthProvider.credential('forged')))).toBe(
    'auth/invalid-credential',
  );
  for (let i = 0; i < 10; i++) await signIn(EMAIL, 'wrong');
  expect(await signIn(EMAIL, PASSWORD)).toBe('auth/too-many-requests');
});

test('the SDK’s question about a captcha is answered', async () => {
  await expect(initializeRecaptchaConfig(openBrowser())).resolves.toBeUndefined();
});
