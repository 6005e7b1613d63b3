import { createHmac, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimsOf, openIdentity, PROJECT_ID, type TestIdentity } from '#tests/support/identity-service.ts';
import { PUBLISHED_AHEAD_MS, rotateSigningKey, signingKeys } from './keys.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const readJwks = async () =>
  (await identity.app.inject('/securetoken.googleapis.com/jwks')).json<{
    keys: (JWK & { kid: string })[];
  }>();

/** Every call that takes an ID token, and whether it took this one. */
async function opens(idToken: string): Promise<string[]> {
  const opened: string[] = [];
  for (const name of ['lookup', 'update', 'delete', 'signUp', 'sendOobCode']) {
    const body = {
      idToken,
      displayName: 'Intruder',
      email: 'intruder@example.com',
      password: 'Intruder-1',
      requestType: 'VERIFY_EMAIL',
    };
    const { status, message } = await identity.call(name, body);
    if (status === 200 || message !== 'INVALID_ID_TOKEN') opened.push(`${name}: ${message}`);
  }
  return opened;
}

test('forged, edited and foreign ID tokens open nothing', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const [head = '', payload = '', signature = ''] = idToken.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
  const claims = claimsOf(idToken);
  const { keys } = await readJwks();
  const pem = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const sign = (input: string) => `${input}.${createSign('sha256').update(input).sign(foreign, 'base64url')}`;
  const hs256 = (secret: string | Buffer, body: string) => {
    const input = `${encode({ alg: 'HS256', kid: header.kid, typ: 'JWT' })}.${body}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };

  const forgeries: Record<string, string> = {
    'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'alg none with the kid and signature': `${encode({ ...header, alg: 'none' })}.${payload}.${signature}`,
    'HS256 with the public key': hs256(pem, payload),
    'HS256 with the modulus': hs256(keys[0]?.n ?? '', payload),
    'a foreign key under our kid': sign(`${head}.${payload}`),
    'a foreign key under its own kid': sign(`${encode({ ...header, kid: 'other' })}.${payload}`),
    'a key that the token brings along': sign(
      `${encode({ ...header, jwk: foreign.export({ format: 'jwk' }) })}.${payload}`,
    ),
    'another person': `${head}.${encode({ ...claims, sub: 'x'.repeat(28) })}.${signature}`,
    'a longer life': `${head}.${encode({ ...claims, exp: 9999999999 })}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'half a token': `${head}.${payload}`,
    'no token at all': 'null',
  };
  for (const [name, token] of Object.entries(forgeries)) expect(await opens(token), name).toEqual([]);
  expect((await identity.call('lookup', { idToken })).status).toBe(200);
});

test('a token of our own key with another issuer, audience or type, or without an end, opens nothing', async () => {
  const claims = claimsOf((await identity.signUp('ana@example.com')).idToken);
  const { sign } = signingKeys(identity.db, () => identity.clock.now);
  const { exp, ...endless } = claims;
  const { session_epoch, ...epochless } = claims;
  const foreign: [payload: JWTPayload, typ: string][] = [
    [{ ...claims, iss: 'https://securetoken.google.com/other-school' }, 'JWT'],
    [{ ...claims, aud: 'other-school' }, 'JWT'],
    [{ ...claims, aud: [] }, 'JWT'],
    [claims, 'idp+jwt'],
    [endless, 'JWT'],
    [epochless, 'JWT'],
  ];
  for (const [payload, typ] of foreign) expect(await opens(await sign(payload, typ))).toEqual([]);
  expect((await identity.call('lookup', { idToken: await sign(claims, 'JWT') })).status).toBe(200);
});

test('a refresh token, a mailed code and a social assertion are no ID tokens', async () => {
  const demo = await openIdentity({ providers: { demoPeople: [{ name: 'Ada', email: 'ada@example.com' }] } });
  const { refreshToken } = await demo.signUp('ana@example.com');
  await demo.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ana@example.com' });
  const assertion = new URLSearchParams(await demo.choose('google.com', 0)).get('id_token');
  for (const idToken of [refreshToken, demo.mailedCode('ana@example.com'), assertion]) {
    expect((await demo.call('lookup', { idToken })).message).toBe('INVALID_ID_TOKEN');
  }
  await demo.close();
});

test('the JWK Set has the public half alone, and verifies what is signed', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const { keys } = await readJwks();
  expect(keys).toEqual([
    { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), use: 'sig', alg: 'RS256' },
  ]);
  const { payload } = await jwtVerify(idToken, createLocalJWKSet({ keys }), {
    issuer: `https://securetoken.google.com/${PROJECT_ID}`,
    audience: PROJECT_ID,
    currentDate: new Date(identity.clock.now),
  });
  expect(payload.email).toBe('ana@example.com');
});

const kidOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid as string;
const kids = async () => (await readJwks()).keys.map(({ kid }) => kid);

test('a new key is published before it signs, and the old one verifies until its tokens have run out', async () => {
  const old = await identity.signUp('ana@example.com');
  identity.clock.now += 60_000;
  await rotateSigningKey(identity.db, identity.clock.now);
  identity.clock.now += 60_000;
  const meanwhile = await identity.signUp('bob@example.com');
  expect(kidOf(meanwhile.idToken)).toBe(kidOf(old.idToken));
  expect(await kids()).toHaveLength(2);

  identity.clock.now += PUBLISHED_AHEAD_MS;
  const fresh = await identity.signUp('carl@example.com');
  expect(kidOf(fresh.idToken)).not.toBe(kidOf(old.idToken));
  for (const { idToken } of [old, meanwhile, fresh]) {
    expect((await identity.call('lookup', { idToken })).status).toBe(200);
  }
  identity.clock.now += 2 * 3600_000;
  expect(await kids()).toEqual([kidOf(fresh.idToken)]);
});

test('a verifier that keeps the key set for ten minutes meets no token it cannot verify, however the key is rotated', async () => {
  const keptMs = 10 * 60_000;
  let kept = { at: Number.NEGATIVE_INFINITY, keys: new Set<string>() };
  for (let minute = 0; minute < 60; minute++) {
    identity.clock.now += 60_000;
    if ([5, 6, 20, 45].includes(minute)) await rotateSigningKey(identity.db, identity.clock.now);
    if (identity.clock.now - kept.at >= keptMs) {
      kept = { at: identity.clock.now, keys: new Set(await kids()) };
    }
    const { sign } = signingKeys(identity.db, () => identity.clock.now);
    expect(kept.keys).toContain(kidOf(await sign({}, 'JWT')));
  }
});

test('two processes that begin together make one key', async () => {
  const now = () => identity.clock.now;
  const processes = Array.from({ length: 4 }, () => signingKeys(identity.db, now));
  const signed = await Promise.all(processes.map(({ sign }) => sign({}, 'JWT')));
  expect(new Set(signed.map(kidOf)).size).toBe(1);
  expect(await kids()).toHaveLength(1);
});

test('a token of an unknown key starts no look for it', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const junk = idToken.replace(/^[^.]+/, encode({ alg: 'RS256', typ: 'JWT', kid: 'junk' }));
  await identity.db.schema.alterTable('identity_keys').renameTo('hidden').execute();
  for (let i = 0; i < 5; i++) {
    expect((await identity.call('lookup', { idToken: junk })).message).toBe('INVALID_ID_TOKEN');
    identity.clock.now += 2000;
  }
  expect((await identity.call('lookup', { idToken })).status).toBe(200);
});

test('the key is kept: another process on the same database signs and verifies with it', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const { db } = identity;
  const database = {
    db,
    dialect: 'sqlite' as const,
    alone: <T>(work: (patient: typeof db) => Promise<T>) => work(db),
    close: async () => {},
  };
  const second = await openIdentity({ database });
  expect((await second.call('lookup', { idToken })).status).toBe(200);
  const other = await second.signUp('bob@example.com');
  expect((await identity.call('lookup', { idToken: other.idToken })).status).toBe(200);
  await second.app.close();
});
