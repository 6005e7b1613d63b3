import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { startPayment, startUnnamedPayment } from '#server/features/payments/start-payment.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { accountAt } from '#tests/support/people.ts';
import { type Answer, openTestSchool, type TestSchool } from '#tests/support/school.ts';

const PASSWORD = 'Practice!1';
let school: TestSchool;

beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

async function send(
  method: string,
  url: string,
  {
    token,
    body,
    agent = 'Firefox',
  }: {
    token?: string;
    body?: object;
    agent?: string;
  },
): Promise<Answer> {
  const answer = await school.app.inject({
    method: method as 'GET',
    url,
    headers: { 'user-agent': agent, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const toIdentity = (call: string, body: object) =>
  send('POST', `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${school.config.identity.apiKey}`, {
    body,
  });

/** Signs up, or in, through the identity service and takes the school's token, as a browser does. */
async function comeIn(email: string, { call = 'signUp', agent = 'Firefox' } = {}) {
  const { body } = await toIdentity(call, { email, password: PASSWORD, returnSecureToken: true });
  const idToken = String(body.idToken);
  await send('POST', '/api/users', { token: idToken, body: { email }, agent });
  const jwt = await send('POST', '/api/jwt', { token: idToken, body: { email }, agent });
  return { email, idToken, token: String(jwt.body.token), jwt };
}

const later = (ms: number) => {
  school.clock.now += ms;
};

const THREE_DAYS_MS = 72 * 3_600_000;

/** A place that was paid too long ago to be cancelled. */
async function enrol(email: string, deletedat: number | null) {
  const { _id: classid } = await school.addClass({ deletedat, availableseat: 1, enrolledstudents: 1 });
  const { userid, learnerid } = await accountAt(school.db, { email });
  const orderid = newId(school.clock.now);
  const paid = { amount: 6000, currency: 'usd', intentid: `pi_${orderid}` };
  await insertOrder({ ...paid, _id: orderid, userid, learnerid, classid, state: 'enrolled' });
  await school.db
    .insertInto('enrolments')
    .values({
      _id: orderid,
      learnerid,
      classid,
      transactionId: paid.intentid,
      price: 6000,
      currency: 'usd',
      date: school.clock.now - THREE_DAYS_MS,
    })
    .execute();
  return { userid, learnerid };
}

async function insertOrder(order: object) {
  const { now } = school.clock;
  await school.db
    .insertInto('orders')
    .values({ refundattempt: 0, holduntil: now, createdat: now, updatedat: now, ...order } as never)
    .execute();
}

test('a person sees where they are signed in and ends one of the sessions', async () => {
  const phone = await comeIn('two-browsers@test.example', { agent: 'Phone' });
  later(5000);
  const desk = await comeIn('two-browsers@test.example', { call: 'signInWithPassword', agent: 'Desk' });

  const { body: sessions } = await send('GET', '/api/account/sessions', { token: desk.token });
  expect(sessions).toMatchObject([
    { useragent: 'Desk', current: true },
    { useragent: 'Phone', current: false },
  ]);
  const ended = await send('DELETE', `/api/account/sessions/${sessions[1]._id}`, { token: desk.token });
  expect(ended.body).toEqual({ modifiedCount: 1 });

  expect((await send('GET', '/api/account/sessions', { token: phone.token })).body.code).toBe(
    'session-ended',
  );
  const again = await send('POST', '/api/jwt', {
    token: phone.idToken,
    body: { email: phone.email },
    agent: 'Phone',
  });
  expect(again.body.code).toBe('session-ended');
  // It was the sign-in that ended, whatever browser its token is carried to.
  const disguised = await send('POST', '/api/jwt', {
    token: phone.idToken,
    body: { email: phone.email },
    agent: 'Disguise',
  });
  expect(disguised.body.code).toBe('session-ended');
  expect((await send('GET', '/api/account/sessions', { token: desk.token })).body).toHaveLength(1);
});

test('nobody ends a session of somebody else', async () => {
  const victim = await comeIn('victim@test.example');
  const thief = await comeIn('thief@test.example');
  const [{ _id }] = (await send('GET', '/api/account/sessions', { token: victim.token })).body;
  const answer = await send('DELETE', `/api/account/sessions/${_id}`, { token: thief.token });
  expect(answer.body.code).toBe('session-not-found');
  expect((await send('GET', '/api/account/sessions', { token: victim.token })).status).toBe(200);
});

test('signing out everywhere ends every session, and every sign-in before it', async () => {
  const first = await comeIn('everywhere@test.example');
  later(5000);
  const second = await comeIn(first.email, { call: 'signInWithPassword', agent: 'Desk' });
  later(5000);
  const answer = await send('DELETE', '/api/account/sessions', { token: second.idToken });
  expect(answer.body).toEqual({ modifiedCount: 2 });
  for (const { token, idToken } of [first, second]) {
    expect((await send('GET', '/api/account/sessions', { token })).status).toBe(401);
    // From another browser even: the sign-in itself counts no longer.
    const jwt = await send('POST', '/api/jwt', {
      token: idToken,
      body: { email: first.email },
      agent: 'New',
    });
    expect(jwt.body.code).toBe('session-ended');
  }
  later(5000);
  expect((await comeIn(first.email, { call: 'signInWithPassword' })).jwt.status).toBe(200);
});

test('all sessions but the own end, and leave the list, when a password was changed', async () => {
  const first = await comeIn('others@test.example', { agent: 'Phone' });
  later(5000);
  const second = await comeIn(first.email, { call: 'signInWithPassword' });
  later(5000);
  const { body } = await toIdentity('update', {
    idToken: second.idToken,
    password: 'Practice!2',
    returnSecureToken: true,
  });
  expect((await send('GET', '/api/account/sessions', { token: first.token })).status).toBe(401);
  const jwt = await send('POST', '/api/jwt', { token: body.idToken, body: { email: first.email } });
  const { body: sessions } = await send('GET', '/api/account/sessions', { token: jwt.body.token });
  expect(sessions).toMatchObject([{ useragent: 'Firefox', current: true }]);
});

test('a person is signed in in twenty browsers at most: the one not seen for longest is signed out', async () => {
  const browsers: Awaited<ReturnType<typeof comeIn>>[] = [];
  for (let n = 1; n <= 20; n++) {
    browsers.push(await comeIn('many@test.example', { call: n > 1 ? 'signInWithPassword' : 'signUp' }));
    later(1000);
  }
  const statuses = async () => {
    const answers = browsers.map(({ token }) => send('GET', '/api/account/sessions', { token }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual(Array(20).fill(200));

  // The first comes back once more, so that the second is the one not seen for longest.
  const [first] = browsers;
  await send('POST', '/api/jwt', { token: first?.idToken, body: { email: first?.email } });
  later(1000);
  browsers.push(await comeIn('many@test.example', { call: 'signInWithPassword' }));
  expect(await statuses()).toEqual([200, 401, ...Array(19).fill(200)]);
});

test('another name of the same browser is no way around the twenty', async () => {
  const me = await comeIn('disguised@test.example');
  for (let n = 1; n <= 30; n++) {
    await send('POST', '/api/jwt', { token: me.idToken, body: { email: me.email }, agent: `Browser ${n}` });
  }
  const { token } = (
    await send('POST', '/api/jwt', { token: me.idToken, body: { email: me.email }, agent: 'Last' })
  ).body;
  expect((await send('GET', '/api/account/sessions', { token })).body).toHaveLength(20);
});

test('someone who signs out and in again within one second is signed in', async () => {
  const me = await comeIn('quick@test.example');
  later(100);
  await send('DELETE', '/api/account/sessions/current', { token: me.token });
  expect((await send('GET', '/api/account/sessions', { token: me.token })).status).toBe(401);
  later(100);
  const again = await comeIn(me.email, { call: 'signInWithPassword' });
  expect(again.jwt.status).toBe(200);
  expect((await send('GET', '/api/account/sessions', { token: again.token })).status).toBe(200);
});

test('ended sessions are forgotten after a day, and the sign-in they belonged to stays ended', async () => {
  const DAY_MS = 24 * 60 * 60_000;
  const me = await comeIn('forgotten@test.example');
  const { body: account } = await toIdentity('signInWithPassword', {
    email: me.email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  later(2000);
  await send('DELETE', '/api/account/sessions/current', { token: me.token });
  const rows = async () => {
    const { _id } = await school.db
      .selectFrom('users')
      .select('_id')
      .where('email', '=', me.email)
      .executeTakeFirstOrThrow();
    return school.db.selectFrom('signins').select('_id').where('userid', '=', _id).execute();
  };
  await school.work();
  expect(await rows()).toHaveLength(1);
  later(DAY_MS + 1);
  await school.work();
  expect(await rows()).toHaveLength(0);

  // The identity service renews a token for longer than the school remembers.
  const renewed = await school.app.inject({
    method: 'POST',
    url: `/securetoken.googleapis.com/v1/token?key=${school.config.identity.apiKey}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: account.refreshToken,
    }).toString(),
  });
  const late = await send('POST', '/api/jwt', { token: renewed.json().id_token, body: { email: me.email } });
  expect(late.body.code).toBe('session-ended');
  later(-DAY_MS - 1);
});

test('a person takes along everything that the school keeps of them, and nothing of others', async () => {
  const me = await comeIn('takes-along@test.example');
  const { _id: classid } = await school.addClass({ classname: 'Oboe' });
  await send('POST', '/api/select/class/', { token: me.token, body: { classid, email: me.email } });
  await enrol(me.email, null);
  await enrol('somebody-else@test.example', null);
  const { body } = await send('GET', '/api/account/data', { token: me.token });
  expect(body).toMatchObject({
    profile: { email: me.email, role: 'student' },
    selections: [{ classname: 'Oboe' }],
    enrolments: [{ price: 60, currency: 'usd' }],
    payments: [{ amount: 60, state: 'enrolled' }],
    sessions: [{ current: true }],
  });
  expect(JSON.stringify(body)).not.toContain('somebody-else');
});

test('deleting an account takes the person out of the school and of the identity service', async () => {
  const me = await comeIn('leaves@test.example');
  await enrol(me.email, school.clock.now);
  const answer = await send('DELETE', '/api/account', { token: me.idToken });
  expect(answer.body).toEqual({ deletedCount: 1 });
  expect((await send('GET', '/api/account/data', { token: me.token })).status).toBe(401);
  await letLeave(school);
  const signIn = await toIdentity('signInWithPassword', { email: me.email, password: PASSWORD });
  expect(signIn.body.error.message).toBe('EMAIL_NOT_FOUND');
  // Anyone who gets the address later finds nothing of before.
  later(5000);
  const next = await comeIn(me.email);
  expect((await send('GET', '/api/account/data', { token: next.token })).body.enrolments).toEqual([]);
  const kept = await school.db
    .selectFrom('enrolments')
    .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
    .select(['learners.userid', 'learners.leftat'])
    .where('learners.leftat', 'is not', null)
    .execute();
  expect(kept).toEqual([{ userid: null, leftat: expect.any(Number) }]);
});

test('an account whose address has just changed is deleted with all that stands under the old one', async () => {
  const me = await comeIn('moves-away@test.example');
  const changed = await toIdentity('update', { idToken: me.idToken, email: 'moved@test.example' });
  const token = String(changed.body.idToken);
  const { userid, learnerid } = await enrol(me.email, null);
  expect((await send('DELETE', '/api/account', { token })).body).toEqual({ deletedCount: 1 });
  await letLeave(school);
  const { db } = school;
  expect(await db.selectFrom('users').select('_id').where('_id', '=', userid).execute()).toEqual([]);
  expect(await db.selectFrom('orders').select('_id').where('userid', '=', userid).execute()).toEqual([]);
  const learner = db.selectFrom('learners').selectAll().where('_id', '=', learnerid);
  expect(await learner.executeTakeFirst()).toMatchObject({ userid: null, leftat: expect.any(Number) });
});

test('the only admin cannot delete the account, and is told why', async () => {
  const admin = await comeIn('only-admin@test.example');
  await school.db.updateTable('users').set({ role: 'admin' }).where('email', '=', admin.email).execute();
  expect((await send('GET', '/api/account/erasure', { token: admin.token })).body.onlyadmin).toBe(true);
  const { body } = await send('DELETE', '/api/account', { token: admin.idToken });
  expect(body).toMatchObject({ code: 'last-admin', detail: expect.stringContaining('only admin') });
  const signIn = { email: admin.email, password: PASSWORD };
  expect((await toIdentity('signInWithPassword', signIn)).status).toBe(200);
});

test('who has left the school cannot begin a payment any more, not even one that was on its way', async () => {
  const me = await comeIn('pays-and-leaves@test.example');
  const { _id: classid } = await school.addClass();
  const { userid, learnerid } = await accountAt(school.db, me);
  await send('DELETE', '/api/account', { token: me.idToken });
  await letLeave(school);
  const late = { userid, items: [{ learnerid, classid }], price: 6000 };
  await expect(startPayment(school.payments, late)).rejects.toMatchObject({ code: 'session-ended' });
  const plain = { userid, learnerid, price: 6000 };
  await expect(startUnnamedPayment(school.payments, plain)).rejects.toMatchObject({ code: 'session-ended' });
  const orders = school.db.selectFrom('orders').select('_id').where('learnerid', '=', learnerid);
  expect(await orders.execute()).toEqual([]);
});

test('an account is deleted only soon after a sign-in', async () => {
  const me = await comeIn('late@test.example');
  later(11 * 60_000);
  const answer = await send('DELETE', '/api/account', { token: me.idToken });
  expect(answer.body.code).toBe('sign-in-too-old');
  later(-11 * 60_000);
});

test('a phone number that came with an import is among what the school keeps', async () => {
  const person = await school.signIn('student');
  const profile = async () => (await person.call('GET', '/account/data')).body.profile;
  expect(await profile()).not.toHaveProperty('phone');
  const users = school.db.updateTable('users').where('_id', '=', person.user._id);
  await users.set({ phone: '+351 555 0101' }).execute();
  expect(await profile()).toMatchObject({ phone: '+351 555 0101' });
});

describe('the language of mails and calendars', () => {
  const shown = async (person: { email: string; idToken: string }, body: object = {}) => {
    const { email, idToken: token } = person;
    const answer = await send('POST', '/api/users', { token, body: { email, ...body } });
    return { status: answer.status, language: answer.body.data?.language, errors: answer.body.errors };
  };
  const register = async (email: string) => {
    const { body } = await toIdentity('signUp', { email, password: PASSWORD, returnSecureToken: true });
    return { email, idToken: String(body.idToken) };
  };

  test('is that of the page on which an account registers; a later sign-in in another changes nothing', async () => {
    const ida = await register('ida@test.example');
    expect(await shown(ida, { language: 'de' })).toMatchObject({ status: 200, language: 'de' });
    expect(await shown(ida, { language: 'fr' })).toMatchObject({ language: 'de' });
    const other = await register('no-language@test.example');
    expect(await shown(other)).toMatchObject({ language: null });
    expect(await shown(other, { language: 'fr' })).toMatchObject({ language: null });
  });

  test('is none that the pages are not written in', async () => {
    const bo = await register('bo-language@test.example');
    expect(await shown(bo, { language: 'xx' })).toMatchObject({
      status: 400,
      errors: [{ field: 'language' }],
    });
    expect(await shown(bo)).toMatchObject({ language: null });
  });

  test('is changed by its owner, also to none, and is taken along', async () => {
    const ana = await school.signIn('student');
    const choose = (language: unknown) => ana.call('PUT', '/account/language', { language });
    const data = async () => (await ana.call('GET', '/account/data')).body.profile.language;
    expect(await choose('fr')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await data()).toBe('fr');
    expect(await choose('xx')).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', errors: [{ field: 'language' }] },
    });
    expect(await data()).toBe('fr');
    expect((await choose(null)).status).toBe(200);
    expect(await data()).toBeUndefined();
  });
});
