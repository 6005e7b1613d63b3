import { decodeJwt, decodeProtectedHeader, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { type AccessTokens, accessTokens } from './access-tokens.ts';

const LIFETIME_S = 60;
const claims = { userid: 'u', signinid: 's', uid: 'a', epoch: 1, isBySecondFactor: false };
const keysOf = (byte: number) => async () => [
  { kid: null, secret: new Uint8Array(32).fill(byte), signsFrom: 0 },
];
let now: number;
let tokens: AccessTokens;

beforeEach(() => {
  now = Date.UTC(2026, 8, 1);
  tokens = accessTokens({ keys: keysOf(7), now: () => now, lifetimeS: LIFETIME_S });
});

test('a token says the same at every call, until it runs out', async () => {
  const token = await tokens.issue(claims);
  expect(await tokens.read(token)).toEqual(claims);
  now += LIFETIME_S * 1000 - 1;
  expect(await tokens.read(token)).toEqual(claims);
  now += 1;
  expect(await tokens.read(token)).toBeNull();
});

test('what only resembles a token that was read before is none', async () => {
  const token = await tokens.issue(claims);
  expect(await tokens.read(token)).toEqual(claims);
  const [head, , signature] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url');
  expect(await tokens.read(`${head}.${other}.${signature}`)).toBeNull();
  expect(await tokens.read(token.slice(0, -2))).toBeNull();
  const strange = accessTokens({ keys: keysOf(0), now: () => now, lifetimeS: LIFETIME_S });
  expect(await tokens.read(await strange.issue(claims))).toBeNull();
});

/* Another kind of token signed with the same key is no access token. */
test.each<[what: string, change: { payload?: JWTPayload; header?: Partial<JWTHeaderParameters> }]>([
  ['for another audience', { payload: { aud: 'cadenza-mails' } }],
  ['for none', { payload: { aud: undefined } }],
  ['of another issuer', { payload: { iss: 'another' } }],
  ['of none', { payload: { iss: undefined } }],
  ['of another kind', { header: { typ: 'JWT' } }],
  ['by another algorithm', { header: { alg: 'HS512' } }],
  ['without an end', { payload: { exp: undefined } }],
  ['of nobody', { payload: { sub: undefined } }],
  ['of no sign-in', { payload: { sid: undefined } }],
  ['without an account', { payload: { uid: undefined } }],
  ['without a count of what ended', { payload: { epoch: undefined } }],
])('a token %s is none, though our key signed it', async (_, { payload, header }) => {
  const token = await tokens.issue(claims);
  const [key] = await keysOf(7)();
  if (!key) throw new Error('There is no key.');
  const sign = (said: JWTPayload, head: Partial<JWTHeaderParameters>) =>
    new SignJWT(said)
      .setProtectedHeader({ ...(decodeProtectedHeader(token) as JWTHeaderParameters), ...head })
      .sign(key.secret);
  const said = decodeJwt(token);
  expect(await tokens.read(await sign({ ...said, jti: 'signed again' }, {}))).toEqual(claims);
  expect(await tokens.read(await sign({ ...said, ...payload }, { ...header }))).toBeNull();
});
