import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  API_KEY,
  ORIGIN,
  openIdentity,
  PASSWORD,
  type TestIdentity,
} from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const reset = (email: string) => identity.call('sendOobCode', { requestType: 'PASSWORD_RESET', email });

test('the code travels by mail alone, in a link to the page that handles it', async () => {
  await identity.signUp('ana@example.com');
  const request = {
    requestType: 'PASSWORD_RESET',
    email: 'ANA@example.com',
    continueUrl: `${ORIGIN}/login?a=1&b=2`,
  };
  const answer = await identity.ok('sendOobCode', request);
  expect(answer).toEqual({
    kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
    email: 'ana@example.com',
  });

  expect(identity.mails).toHaveLength(1);
  const [mail] = identity.mails;
  expect(mail).toMatchObject({ to: 'ana@example.com', subject: 'Choose a new password for Test School' });
  const link = new URL(mail?.text.match(/^http\S+$/m)?.[0] ?? '');
  expect(`${link.origin}${link.pathname}`).toBe(`${ORIGIN}/account/action`);
  expect(Object.fromEntries(link.searchParams)).toEqual({
    mode: 'resetPassword',
    oobCode: expect.stringMatching(/^[\w-]{43,}$/),
    apiKey: API_KEY,
    continueUrl: `${ORIGIN}/login?a=1&b=2`,
  });
  const code = identity.mailedCode('ana@example.com');
  expect(JSON.stringify(await identity.db.selectFrom('identity_codes').selectAll().execute())).not.toContain(
    code,
  );
});

test('each kind of code has its mode', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const email = 'ana@example.com';
  const requests: [request: object, mode: string][] = [
    [{ requestType: 'VERIFY_EMAIL', idToken }, 'verifyEmail'],
    [
      { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'new@example.com' },
      'verifyAndChangeEmail',
    ],
    [{ requestType: 'EMAIL_SIGNIN', email, canHandleCodeInApp: true }, 'signIn'],
  ];
  for (const [request, mode] of requests) {
    await identity.ok('sendOobCode', request);
    expect(identity.mails.at(-1)?.text).toContain(`?mode=${mode}&oobCode=`);
  }
});

test('the link speaks the locale the SDK names, and no other text', async () => {
  await identity.signUp('ana@example.com');
  for (const [locale, link] of [
    ['pt-BR', /[?&]lang=pt-BR(&|$)/m],
    ['"><script>', /^http(?!.*lang=)\S+$/m],
  ] as const) {
    await identity.app.inject({
      method: 'POST',
      url: `/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=${API_KEY}`,
      headers: { 'x-firebase-locale': locale },
      payload: { requestType: 'PASSWORD_RESET', email: 'ana@example.com' },
    });
    expect(identity.mails.at(-1)?.text).toMatch(link);
  }
});

test('refusals come in the order of the protocol', async () => {
  const { idToken, localId } = await identity.signUp('ana@example.com');
  await identity.signUp('taken@example.com');
  const type = { requestType: 'PASSWORD_RESET' };
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken };
  const cases: [body: object, message: string | RegExp][] = [
    [{}, 'MISSING_REQ_TYPE'],
    [{ requestType: 'toString' }, 'INVALID_REQ_TYPE'],
    [{ ...type, returnOobLink: true, continueUrl: 'x' }, 'INSUFFICIENT_PERMISSION'],
    [{ ...type, continueUrl: 'x' }, 'INVALID_CONTINUE_URI'],
    [{ ...type, continueUrl: 'javascript:alert(1)' }, 'INVALID_CONTINUE_URI'],
    [{ ...type, continueUrl: 'https://evil.example/' }, 'UNAUTHORIZED_DOMAIN : Domain not allowlisted'],
    [{ ...type, continueUrl: 'http://school.test/login' }, 'MISSING_EMAIL'],
    [{ ...type, email: 'x' }, 'INVALID_EMAIL'],
    [{ ...type, email: 'nobody@example.com' }, 'EMAIL_NOT_FOUND'],
    [{ requestType: 'VERIFY_EMAIL' }, 'MISSING_ID_TOKEN'],
    [{ requestType: 'VERIFY_EMAIL', idToken: 'x' }, 'INVALID_ID_TOKEN'],
    [change, 'MISSING_NEW_EMAIL'],
    [{ ...change, newEmail: 'x' }, 'INVALID_NEW_EMAIL'],
    [{ ...change, newEmail: 'taken@example.com' }, 'EMAIL_EXISTS'],
    [{ requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
  ];
  for (const [body, message] of cases) {
    expect(await identity.call('sendOobCode', body), JSON.stringify(body)).toMatchObject({
      status: 400,
      message,
    });
  }
  await identity.db
    .updateTable('identity_accounts')
    .set({ disabled: 1 })
    .where('localid', '=', localId)
    .execute();
  expect((await reset('ana@example.com')).message).toBe('USER_DISABLED');
  expect(identity.mails).toEqual([]);
});

test('under enumeration protection an unknown address is answered as a known one, also when the mail cannot be written', async () => {
  let written = 0;
  const guarded = await openIdentity({
    enumerationProtection: true,
    insertMail: () => {
      written += 1;
      return Promise.reject(new Error('disk full'));
    },
  });
  await guarded.signUp('ana@example.com');
  for (const email of ['ana@example.com', 'nobody@example.com']) {
    expect(await guarded.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email })).toMatchObject({
      email,
    });
  }
  expect(written).toBe(1);
  await guarded.close();
});

test('mails to one address are limited, also to unknown ones, and others still get theirs', async () => {
  await identity.signUp('ana@example.com');
  await identity.signUp('bob@example.com');
  for (let i = 0; i < 4; i++) {
    await reset('ana@example.com');
    await reset('nobody@example.com');
  }
  expect((await reset('ana@example.com')).message).toBe('RESET_PASSWORD_EXCEED_LIMIT');
  expect((await reset('nobody@example.com')).message).toBe('RESET_PASSWORD_EXCEED_LIMIT');
  expect((await reset('bob@example.com')).status).toBe(200);
  expect(identity.mails).toHaveLength(5);
  identity.clock.now += 60 * 60_000;
  expect((await reset('ana@example.com')).status).toBe(200);
});

test('a mail that cannot be written is an accident that shows nothing of itself, and leaves no code', async () => {
  const broken = await openIdentity({ insertMail: () => Promise.reject(new Error('disk full')) });
  await broken.signUp('ana@example.com');
  const answer = await broken.call('sendOobCode', {
    requestType: 'PASSWORD_RESET',
    email: 'ana@example.com',
  });
  expect(answer).toMatchObject({ status: 500, message: 'INTERNAL_ERROR' });
  expect(JSON.stringify(answer)).not.toContain('disk');
  expect(await broken.db.selectFrom('identity_codes').selectAll().execute()).toEqual([]);
  await broken.close();
});

test('mails of one kind use up nothing of another: a reset is never kept from its owner by a stranger’s other mails', async () => {
  const email = 'ana@example.com';
  await identity.signUp(email);
  const stranger = await identity.signUp('stranger@example.com');
  const ask = (requestType: string) =>
    identity.call('sendOobCode', { requestType, email, newEmail: email, idToken: stranger.idToken });
  for (let i = 0; i < 5; i++) {
    await ask('EMAIL_SIGNIN');
    await ask('VERIFY_AND_CHANGE_EMAIL');
  }
  expect((await ask('EMAIL_SIGNIN')).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect((await reset(email)).status).toBe(200);
});

test('four mails of a kind reach one address from one network, twenty from all', async () => {
  await identity.signUp('ana@example.com');
  const ask = (from: string) =>
    identity.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ana@example.com' }, { from });
  for (let network = 1; network <= 5; network++) {
    const from = `198.51.100.${network}`;
    // Whatever others have asked for, the owner's network still gets its own.
    for (let i = 0; i < 4; i++) expect((await ask(from)).status).toBe(200);
    expect((await ask(from)).message).toBe('RESET_PASSWORD_EXCEED_LIMIT');
  }
  expect((await ask('198.51.100.6')).message).toBe('RESET_PASSWORD_EXCEED_LIMIT');
  expect(identity.mails).toHaveLength(20);

  // While the limit lasts, what was mailed works.
  identity.clock.now += 60 * 60_000 - 1;
  const newPassword = 'Another-horse1';
  expect((await ask('198.51.100.6')).message).toBe('RESET_PASSWORD_EXCEED_LIMIT');
  await identity.ok('resetPassword', { oobCode: identity.mailedCode('ana@example.com'), newPassword });
});

test('one network asks for fifty mails of a kind, whatever the addresses', async () => {
  const from = '198.51.100.1';
  const ask = (email: string, ip = from) =>
    identity.call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email }, { from: ip });
  for (let i = 0; i < 50; i++) expect((await ask(`person${i}@example.com`)).status).toBe(200);
  expect((await ask('one@example.com')).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect((await ask('one@example.com', '198.51.100.2')).status).toBe(200);
});

test('one account asks for ten mails, whatever the addresses and networks', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const ask = (i: number) =>
    identity.call(
      'sendOobCode',
      { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: `stranger${i}@example.com` },
      { from: `198.51.100.${i}` },
    );
  for (let i = 0; i < 10; i++) expect((await ask(i)).status).toBe(200);
  expect((await ask(10)).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

test('an account older than the rule for addresses gets no mail where a mail program would read a list', async () => {
  const { localId } = await identity.signUp('ana@example.com');
  const email = 'x,victim@example.com';
  await identity.db
    .updateTable('identity_accounts')
    .set({ email, emailverified: 1 })
    .where('localid', '=', localId)
    .execute();
  expect((await reset(email)).message).toBe('INVALID_EMAIL');
  const { idToken } = await identity.ok('signInWithPassword', { email, password: PASSWORD });
  const proof = await identity.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  expect(proof.message).toBe('INVALID_EMAIL');
  expect(identity.mails).toEqual([]);
});
