import { beforeEach, expect, test } from 'vitest';
import { type AccessTokens, accessTokens } from './access-tokens.ts';

const LIFETIME_S = 60;
const claims = { userid: 'u', signinid: 's', uid: 'a', epoch: 1 };
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
