import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';

/* Where the school is real, a seat is held for nobody whose address may be somebody else's. */

const PASSWORD = 'Practice!1';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Very-Strong-Pass-1',
  CARD_SANDBOX: 'on',
  MAIL_FROM: 'Cadenza <office@school.example>',
  SMTP_URL: 'smtp://127.0.0.1:1',
  RATE_LIMIT_FACTOR: '10',
};

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool({ env: PRODUCTION });
});
afterAll(() => school.close());

async function identity(path: string, body: object) {
  const { apiKey } = school.config.identity;
  const answer = await school.app.inject({ method: 'POST', url: `${path}?key=${apiKey}`, payload: body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const account = (name: string, body: object) =>
  identity(`/identitytoolkit.googleapis.com/v1/accounts:${name}`, body);

async function post(path: string, token: string, body: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await school.app.inject({ method: 'POST', url: `/api${path}`, headers, payload: body });
  return { status: answer.statusCode, body: answer.json() };
}
async function accessToken(email: string, idToken: string): Promise<string> {
  await post('/users', idToken, { email });
  return (await post('/jwt', idToken, { email })).body.token;
}

/** Follows the link of the latest mail to an address; gives an access token that knows of it. */
async function confirm(email: string, { idToken, refreshToken }: { idToken: string; refreshToken: string }) {
  await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const mails = school.db.selectFrom('mails').select('letter').where('recipient', '=', email);
  // Written after the answer, which would else tell by its time whether there is an account.
  await expect.poll(() => mails.execute()).toHaveLength(1);
  const { letter } = await mails.executeTakeFirstOrThrow();
  await account('update', { oobCode: /oobCode=([\w-]+)/.exec(letter ?? '')?.[1] });
  const renewed = await school.app.inject({
    method: 'POST',
    url: `/securetoken.googleapis.com/v1/token?key=${school.config.identity.apiKey}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
  });
  return accessToken(email, renewed.json().id_token);
}

test('a seat is held only once the address is confirmed, and then without another sign-in', async () => {
  const email = 'petra@school.example';
  const { _id: classid } = await school.addClass({ availableseat: 1 });
  const { idToken, refreshToken } = await account('signUp', {
    email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  const start = (token: string) => post('/create-payment-intent', token, { price: 60, classid });
  const before = await accessToken(email, idToken);
  expect(await start(before)).toMatchObject({ status: 403, body: { code: 'email-not-verified' } });
  expect(await post(`/enrol/${classid}`, before, {})).toMatchObject({
    status: 403,
    body: { code: 'email-not-verified' },
  });
  expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });

  const after = await confirm(email, { idToken, refreshToken });
  expect(await start(after)).toMatchObject({ status: 200 });
  expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 1, taken: 0 });
});

test('nobody waits for a seat, which would then be held for them, before the address is confirmed', async () => {
  const email = 'quinn@school.example';
  const { _id: classid } = await school.addClass({ availableseat: 0 });
  const signedUp = await account('signUp', { email, password: PASSWORD, returnSecureToken: true });
  const join = (token: string) => post('/waitlist', token, { classid });
  const before = await accessToken(email, signedUp.idToken);
  expect(await join(before)).toMatchObject({ status: 403, body: { code: 'email-not-verified' } });
  expect(await join(await confirm(email, signedUp))).toMatchObject({ status: 200, body: { position: 1 } });
});
