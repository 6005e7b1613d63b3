import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentity, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await openIdentity();
});
afterAll(() => identity.close());

const read = async (path: string) =>
  (await identity.app.inject(`/identitytoolkit.googleapis.com${path}key=test-key`)).json();

test('no captcha is asked for, and the key the SDK insists on is there', async () => {
  expect(await read('/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE&')).toEqual({
    recaptchaKey: 'projects/test-school/keys/none',
    recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' }],
  });
});

test('the project’s domains are the origin’s own and the configured ones', async () => {
  expect(await read('/v1/projects?')).toEqual({
    projectId: expect.stringMatching(/^\d+$/),
    authorizedDomains: ['school.test', 'partner.test'],
  });
});

test('the password policy names the lengths', async () => {
  expect(await read('/v2/passwordPolicy?')).toMatchObject({
    customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 1024 },
    schemaVersion: 1,
  });
});
