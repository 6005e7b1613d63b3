import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rotateSigningKey } from '#embedded/identity/tokens/keys.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

const MINUTE_MS = 60_000;
let school: TestSchool;
let accounts = 0;

// The library that keeps the key set reads the clock of the process.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  school = await openTestSchool();
  vi.setSystemTime(school.clock.now);
});
afterAll(async () => {
  vi.useRealTimers();
  await school.close();
});

async function signUp() {
  const email = `person-${++accounts}@test.example`;
  const answer = await school.app.inject({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${school.config.identity.apiKey}`,
    payload: { email, password: 'Practice!1', returnSecureToken: true },
  });
  return { email, idToken: answer.json().idToken as string };
}
async function enter({ email, idToken }: { email: string; idToken: string }) {
  const headers = { authorization: `Bearer ${idToken}` };
  const answer = await school.app.inject({ method: 'POST', url: '/api/users', headers, payload: { email } });
  return answer.statusCode;
}

test('a rotation of the signing key signs nobody out, whatever junk was sent before', async () => {
  const before = await signUp();
  expect(await enter(before)).toBe(200);
  await rotateSigningKey(school.db, school.clock.now);
  const head = Buffer.from('{"alg":"RS256","typ":"JWT","kid":"junk"}').toString('base64url');
  const junk = { ...before, idToken: before.idToken.replace(/^[^.]+/, head) };
  for (let minute = 0; minute < 40; minute++) {
    expect(await enter(junk)).toBe(401);
    if (minute % 5 === 0) {
      expect(await enter(await signUp())).toBe(200);
      expect(await enter(before)).toBe(200);
    }
    school.clock.now += MINUTE_MS;
    vi.setSystemTime(school.clock.now);
  }
  const after = await signUp();
  expect(after.idToken.split('.')[0]).not.toBe(before.idToken.split('.')[0]);
  expect(await enter(after)).toBe(200);
});
