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

test('the project’s only domain is the origin’s', async () => {
  expect(await read('/v1/projects?')).toEqual({
    projectId: expect.stringMatching(/^\d+$/),
    authorizedDomains: ['school.test'],
  });
});
