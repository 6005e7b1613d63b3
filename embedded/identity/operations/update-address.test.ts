import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertCode } from '#embedded/identity/codes/codes.ts';
import { openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const signIn = async (email: string, password: string) =>
  (await identity.call('signInWithPassword', { email, password })).message ?? 'signed in';

/** An account whose address has been proved, and a session of it. */
async function signUpProved(email: string) {
  const { localId, idToken } = await identity.signUp(email);
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  await identity.ok('update', { oobCode: identity.mailedCode(email) });
  identity.mails.length = 0;
  return { localId, idToken };
}

/** Moves an account to an address by the mail to it; gives a new session there. */
async function move(idToken: unknown, newEmail: string, password = PASSWORD) {
  await identity.ok('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  await identity.ok('update', { oobCode: identity.mailedCode(newEmail) });
  return (await identity.ok('signInWithPassword', { email: newEmail, password })).idToken;
}

const mailedKinds = (to: string) => identity.mails.filter((mail) => mail.to === to).map(({ kind }) => kind);

test('an address that nobody has proved changes at once to another such, and is told nothing', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  expect(await identity.ok('update', { idToken, email: 'Other@example.com' })).toMatchObject({
    email: 'other@example.com',
    newEmail: 'other@example.com',
    emailVerified: false,
  });
  expect(identity.mails).toEqual([]);
});

test('an address that was proved changes only by a mail to the new one, in either call', async () => {
  const { idToken } = await signUpProved('ana@example.com');
  const email = 'thief@example.com';
  for (const answer of [
    await identity.call('update', { idToken, email }),
    await identity.call('signUp', { idToken, email, password: PASSWORD }),
  ]) {
    expect(answer.message).toBe('OPERATION_NOT_ALLOWED : Please verify the new email before changing email.');
  }
});

test('the old address is told of a change, and may take it back for a week', async () => {
  const { idToken } = await signUpProved('ana@example.com');
  const moved = await move(idToken, 'thief@example.com');
  expect(mailedKinds('ana@example.com')).toEqual(['RECOVER_EMAIL']);
  expect(identity.mails.at(-1)?.text).toMatch(/mode=recoverEmail[\s\S]*within 7 days/);

  identity.clock.now += 7 * 24 * 3600_000 - 1;
  const oobCode = identity.mailedCode('ana@example.com');
  expect(await identity.ok('resetPassword', { oobCode })).toMatchObject({
    requestType: 'RECOVER_EMAIL',
    email: 'ana@example.com',
  });
  expect(await identity.ok('update', { oobCode })).toMatchObject({
    email: 'ana@example.com',
    emailVerified: true,
    providerUserInfo: [],
  });
  expect((await identity.call('lookup', { idToken: moved })).message).toBe('TOKEN_EXPIRED');
  expect(await signIn('ana@example.com', PASSWORD)).toBe('INVALID_PASSWORD');
  expect((await identity.call('update', { oobCode })).message).toBe('INVALID_OOB_CODE');
});

test('a way back runs out after a week', async () => {
  const { idToken } = await signUpProved('ana@example.com');
  await move(idToken, 'new@example.com');
  identity.clock.now += 7 * 24 * 3600_000;
  const answer = await identity.call('update', { oobCode: identity.mailedCode('ana@example.com') });
  expect(answer.message).toBe('EXPIRED_OOB_CODE');
});

test('after two changes the earliest way back is the last word', async () => {
  const { idToken } = await signUpProved('v@example.com');
  await move(await move(idToken, 'b@example.com'), 'c@example.com');
  const [toV, toB] = ['v@example.com', 'b@example.com'].map(identity.mailedCode);
  expect(await identity.ok('update', { oobCode: toB })).toMatchObject({ email: 'b@example.com' });
  expect(await identity.ok('update', { oobCode: toV })).toMatchObject({ email: 'v@example.com' });
});

test('the earliest way back ends the later ones', async () => {
  const { idToken } = await signUpProved('v@example.com');
  await move(await move(idToken, 'b@example.com'), 'c@example.com');
  const [toV, toB] = ['v@example.com', 'b@example.com'].map(identity.mailedCode);
  expect(await identity.ok('update', { oobCode: toV })).toMatchObject({ email: 'v@example.com' });
  expect((await identity.call('update', { oobCode: toB })).message).toBe('INVALID_OOB_CODE');
});

test('while it may be taken back, nobody gets the old address without proving it', async () => {
  const { idToken } = await signUpProved('ana@example.com');
  await move(idToken, 'thief@example.com');
  const email = 'ana@example.com';
  expect((await identity.call('signUp', { email, password: PASSWORD })).message).toBe('EMAIL_EXISTS');
  const other = await identity.signUp('other@example.com');
  expect((await identity.call('update', { idToken: other.idToken, email })).message).toBe('EMAIL_EXISTS');
  expect(await identity.ok('update', { oobCode: identity.mailedCode(email) })).toMatchObject({ email });
});

test('a sign-in link that gives an account another address leaves the old one the way back too', async () => {
  const { idToken, localId } = await signUpProved('ana@example.com');
  const email = 'thief@example.com';
  await identity.ok('sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
  await identity.ok('signInWithEmailLink', { idToken, email, oobCode: identity.mailedCode(email) });
  const oobCode = identity.mailedCode('ana@example.com');
  expect(await identity.ok('update', { oobCode })).toMatchObject({ localId, email: 'ana@example.com' });
});

test('a proved address is told of a new password, and an unproved one is not', async () => {
  const proved = await signUpProved('ana@example.com');
  await identity.ok('update', { idToken: proved.idToken, password: 'Another-one2' });
  expect(identity.mails).toMatchObject([{ kind: 'NEW_WAY_IN', to: 'ana@example.com' }]);
  const unproved = await identity.signUp('bob@example.com');
  await identity.ok('update', { idToken: unproved.idToken, password: 'Another-one2' });
  expect(identity.mails).toHaveLength(1);
});

test('whatever ends the sessions ends every mailed code', async () => {
  const email = 'ana@example.com';
  const endings: ((idToken: string) => Promise<unknown>)[] = [
    (idToken) => identity.ok('update', { idToken, password: 'Another-one2' }),
    (idToken) => identity.ok('update', { idToken, validSince: '1' }),
    () => identity.ok('update', { oobCode: identity.mailedCode('moved@example.com') }),
  ];
  for (const end of endings) {
    await identity.db.deleteFrom('identity_accounts').execute();
    const { idToken } = await identity.signUp(email);
    const codes: string[] = [];
    for (const request of [
      { requestType: 'VERIFY_EMAIL', idToken },
      { requestType: 'PASSWORD_RESET', email },
      { requestType: 'EMAIL_SIGNIN', email },
      { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'moved@example.com' },
    ]) {
      await identity.ok('sendOobCode', request);
      codes.push(identity.mailedCode(request.newEmail ?? email));
    }
    await end(idToken);
    for (const oobCode of codes) {
      expect((await identity.call('resetPassword', { oobCode })).message).toBe('INVALID_OOB_CODE');
    }
  }
});

test('a code that was being made while the sessions ended counts no more', async () => {
  const { idToken, localId } = await identity.signUp('ana@example.com');
  await identity.ok('update', { idToken, validSince: '1' });
  const stale = { kind: 'VERIFY_AND_CHANGE_EMAIL', localid: localId, email: 'ana@example.com' } as const;
  const oobCode = await insertCode(identity.db, identity.clock.now, {
    ...stale,
    newemail: 'thief@example.com',
    epoch: 1,
  });
  expect((await identity.call('update', { oobCode })).message).toBe('INVALID_OOB_CODE');
});

test('a signed-in caller asks of twenty addresses in an hour, by whichever call, and others still may', async () => {
  await identity.signUp('taken@example.com');
  const { idToken } = await identity.signUp('ana@example.com');
  const email = 'taken@example.com';
  const probes = [
    () => identity.call('update', { idToken, email }),
    () => identity.call('signUp', { idToken, email, password: PASSWORD }),
  ];
  for (let i = 0; i < 20; i++) expect((await probes[i % 2]?.())?.message).toBe('EMAIL_EXISTS');
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email };
  for (const answer of [
    ...(await Promise.all(probes.map((ask) => ask()))),
    await identity.call('sendOobCode', change),
  ]) {
    expect(answer.message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  }
  const bob = await identity.signUp('bob@example.com');
  expect((await identity.call('update', { idToken: bob.idToken, email })).message).toBe('EMAIL_EXISTS');
  identity.clock.now += 60 * 60_000;
  const again = await identity.ok('signInWithPassword', { email: 'ana@example.com', password: PASSWORD });
  expect((await identity.call('update', { idToken: again.idToken, email })).message).toBe('EMAIL_EXISTS');
});

test('one network asks of a hundred addresses in an hour, whatever the accounts', async () => {
  const tenth = await openIdentity({ rateLimitFactor: 0.1 });
  const email = 'taken@example.com';
  const from = '198.51.100.9';
  const tokens: string[] = [];
  await tenth.signUp(email);
  for (let i = 0; i < 6; i++) tokens.push((await tenth.signUp(`probe${i}@example.com`)).idToken);
  const probe = async (i: number, ip: string) =>
    (await tenth.call('update', { idToken: tokens[i], email }, { from: ip })).message;
  for (let i = 0; i < 5; i++) {
    expect(await probe(i, from)).toBe('EMAIL_EXISTS');
    expect(await probe(i, from)).toBe('EMAIL_EXISTS');
  }
  expect(await probe(5, from)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect(await probe(5, '198.51.100.10')).toBe('EMAIL_EXISTS');
  await tenth.close();
});

test('of 260 changes of a password at once twenty are tried, one after the other, and one happens', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const changes = Array.from({ length: 260 }, (_, i) =>
    identity.call('update', { idToken, password: `New-pass${i}` }),
  );
  const answers = await Promise.all(changes);
  const counts = Object.groupBy(answers, ({ message }) => message ?? 'changed');
  const { changed, TOKEN_EXPIRED, TOO_MANY_ATTEMPTS_TRY_LATER, ...others } = counts;
  expect(changed).toHaveLength(1);
  expect(others).toEqual({});
  // On a slow machine some come when the change is made: their session has ended, before anything counts
  // them.
  expect(TOKEN_EXPIRED?.length).toBeGreaterThanOrEqual(19);
  expect(TOO_MANY_ATTEMPTS_TRY_LATER?.length).toBeGreaterThan(0);
});

test('under enumeration protection an address changes only by a mail to the new one, and no call tells whether it is known', async () => {
  const guarded = await openIdentity({ enumerationProtection: true });
  await guarded.signUp('taken@example.com');
  const { idToken } = await guarded.signUp('ana@example.com');
  const calls: ((email: string) => [string, object])[] = [
    (email) => ['update', { idToken, email }],
    (email) => ['signUp', { idToken, email, password: PASSWORD }],
    (email) => ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email }],
    (email) => ['sendOobCode', { requestType: 'PASSWORD_RESET', email }],
    (email) => ['sendOobCode', { requestType: 'EMAIL_SIGNIN', email }],
    (email) => ['signInWithPassword', { email, password: 'Wrong-pass1' }],
  ];
  for (const callOf of calls) {
    const [known, unknown] = await Promise.all(
      ['taken@example.com', 'free@example.com'].map(async (email) => {
        const { status, body } = await guarded.call(...callOf(email));
        return {
          status,
          body: JSON.stringify(body).replaceAll(email, '…'),
        };
      }),
    );
    expect(known).toEqual(unknown);
  }
  expect((await guarded.call('update', { idToken, email: 'free@example.com' })).message).toMatch(
    /^OPERATION_NOT_ALLOWED/,
  );
  await guarded.close();
});
