import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Recovery } from '#contract/account/calls.ts';
import { LEAVING_MS, RECENT_SIGN_IN_MS } from '#contract/account/calls.ts';
import { addChildBy, EVERY_RIGHT, letGuard, tokenFor } from '#tests/support/families.ts';
import { proveAtIdentity } from '#tests/support/identity-accounts.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';

/*
 * The whole way of those who are hurt: what a stranger in their account sets up, how they get it back, and
 * what is left. People sign in at the identity service, so that what it ends ends here, too.
 */

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'Practice!1';

let school: TestSchool;
let accounts: ReturnType<typeof openAccounts>;
let people = 0;

beforeAll(async () => {
  school = await openTestSchool();
  accounts = openAccounts(school);
  // The only admin cannot leave.
  await school.signIn('admin');
});
afterAll(() => school.close({ typed: ['Second', 'Site'] }));

type Browser = Awaited<ReturnType<typeof accounts.signIn>>;

/** A user with a proved address, signed in. */
async function comeIn(role: 'student' | 'admin' = 'student') {
  const email = `walker-${++people}@test.example`;
  const made = await accounts.signIn(email, { call: 'signUp' });
  await proveAtIdentity(school.db, email);
  const user = await school.db
    .updateTable('users')
    .set({ role, emailverified: 1 })
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirstOrThrow();
  const person = await school.signInAs({ ...user, uid: user.uid ?? '' });
  return { ...person, browser: made };
}

type Walker = Awaited<ReturnType<typeof comeIn>>;

const call = ({ token }: Pick<Browser, 'token'>, method: string, path: string, body: object = {}) =>
  accounts.post(`/api${path}`, body, token, method);

async function resetByMail(email: string, newPassword = 'Reset-it!1') {
  school.clock.now += 1000;
  await accounts.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  const oobCode = await accounts.mailedCode(email);
  expect((await accounts.accounts('resetPassword', { oobCode, newPassword })).status).toBe(200);
  return accounts.signIn(email, { password: newPassword });
}

const subjectsTo = async (email: string) =>
  (
    await school.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('_id')
      .execute()
  ).map(({ subject }) => subject);

const learners = async (browser: Browser) =>
  (await accounts.post('/api/learners', '', browser.token, 'GET')).body as { _id: string; own: boolean }[];

const recoveryOf = async (browser: Pick<Browser, 'token'>): Promise<Recovery> =>
  (
    await school.app.inject({
      url: '/api/account/recovery',
      headers: { authorization: `Bearer ${browser.token}` },
    })
  ).json();

const kindsOf = (list: Recovery['goeson']) => list.map(({ kind }) => kind).sort();

test('a thief in an open session: a session that is left open gives nobody anything, and what was asked ends', async () => {
  const owner = await comeIn();
  const child = await addChildBy(owner);
  const thief = await accounts.signIn(owner.email);
  school.clock.now += RECENT_SIGN_IN_MS + 1000;
  const offer = { email: 'thief@test.example', ...EVERY_RIGHT };
  const late = await call(thief, 'POST', `/learners/${child}/takeover`, offer);
  expect(late).toMatchObject({ status: 403, body: { code: 'sign-in-too-old' } });

  // With the password, too, it is asked, and the owner's mailbox hears of it at once.
  const again = await accounts.signIn(owner.email);
  expect((await call(again, 'POST', `/learners/${child}/takeover`, offer)).status).toBe(200);
  expect(await subjectsTo(owner.email)).toContain('You have offered a child an account of their own');
  const token = await tokenFor(school, offer.email);
  const owners = await resetByMail(owner.email);
  const taker = await comeIn();
  await school.db
    .updateTable('users')
    .set({ email: offer.email })
    .where('_id', '=', taker.user._id)
    .execute();
  expect((await taker.call('POST', `/claims/${token}`)).body.code).toBe('claim-withdrawn');

  const { recovered, goeson } = await recoveryOf(owners);
  expect(recovered?.ended).toMatchObject([{ kind: 'claim', detail: offer.email }]);
  expect(goeson).toEqual([]);
  const first = await accounts.post('/api/users', { email: owner.email }, owners.idToken);
  expect(first.body.data.recovered).toBe(true);
  expect((await call(owners, 'POST', '/account/recovery/close')).status).toBe(200);
  const next = await accounts.post('/api/users', { email: owner.email }, owners.idToken);
  expect(next.body.data.recovered).toBeUndefined();
});

test('a former partner with the password for five minutes: the child stays, and so does the account', async () => {
  const mother = await comeIn();
  const ex = await comeIn();
  const child = await addChildBy(mother);
  const stolen = await accounts.signIn(mother.email);
  await call(stolen, 'POST', '/guardians', { learnerid: child, email: ex.email, ...EVERY_RIGHT });
  await ex.call('POST', `/claims/${await tokenFor(school, ex.email)}`);
  expect((await accounts.post('/api/account', {}, stolen.idToken, 'DELETE')).status).toBe(200);
  expect(await subjectsTo(mother.email)).toEqual(
    expect.arrayContaining([
      'You have invited a guardian for a child',
      expect.stringContaining('now also looks after one of your children'),
      'Your account is being deleted',
    ]),
  );

  // She comes after six days, and finds everything.
  school.clock.now += LEAVING_MS - DAY_MS;
  await school.work();
  const refused = await accounts.accounts('signInWithPassword', {
    email: mother.email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  const { idToken } = refused.body;
  const asked = await accounts.post('/api/users', { email: mother.email }, idToken);
  expect(asked).toMatchObject({ status: 403, body: { code: 'account-leaving' } });
  const back = await resetByMail(mother.email);
  expect((await recoveryOf(back)).recovered?.ended.map(({ kind }) => kind).sort()).toEqual([
    'deletion',
    'guardian',
  ]);
  school.clock.now += 2 * DAY_MS;
  await school.work();
  const row = await school.db
    .selectFrom('learners')
    .select('userid')
    .where('_id', '=', child)
    .executeTakeFirst();
  expect(row?.userid).toBe(mother.user._id);
  expect((await ex.call('GET', '/learners')).body.map(({ _id }: { _id: string }) => _id)).not.toContain(
    child,
  );
});

test('a former partner who is a guardian since an hour is no heir, and one of years is', async () => {
  const [mother, ex] = [await comeIn(), await comeIn()];
  const [one, other] = [await addChildBy(mother), await addChildBy(mother, { firstname: 'Ole' })];
  for (const learnerid of [one, other])
    await letGuard(school, { parent: mother, guardian: ex, learnerid, rights: EVERY_RIGHT });
  await school.db.updateTable('guardians').set({ createdat: 0 }).where('learnerid', '=', other).execute();
  // May pay since a moment: the right is as young as a guardian would be.
  await mother.call('POST', '/guardians', {
    learnerid: other,
    email: ex.email,
    ...EVERY_RIGHT,
    maypay: false,
  });
  await mother.call('POST', '/guardians', { learnerid: other, email: ex.email, ...EVERY_RIGHT });
  const { children } = (await mother.call('GET', '/account/erasure')).body;
  expect(children.map(({ keptby }: { keptby: string | null }) => keptby)).toEqual([null, null]);
  school.clock.now += 7 * DAY_MS;
  const later = (await mother.call('GET', '/account/erasure')).body;
  expect(later.children.map(({ keptby }: { keptby: string | null }) => keptby)).toEqual([
    ex.user.name,
    ex.user.name,
  ]);
});

test('a deletion can be kept, and after seven days it is done', async () => {
  const person = await comeIn();
  const leave = async () => {
    const { idToken } = await accounts.signIn(person.email);
    return accounts.post('/api/account', {}, idToken, 'DELETE');
  };
  expect((await leave()).body).toEqual({ deletedCount: 1 });
  expect((await person.call('GET', '/account/data')).status).toBe(401);
  const { body } = await accounts.accounts('signInWithPassword', {
    email: person.email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  const keep = () => accounts.post('/api/account/keep', {}, body.idToken);
  expect(await keep()).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await keep()).toMatchObject({ status: 409, body: { code: 'account-stays' } });
  school.clock.now += LEAVING_MS;
  await school.work();
  await leave();
  school.clock.now += LEAVING_MS - 1;
  await school.work();
  const isHere = async () =>
    (await school.db.selectFrom('users').select('_id').where('_id', '=', person.user._id).execute()).length;
  expect(await isHere()).toBe(1);
  school.clock.now += 1;
  await school.work();
  expect(await isHere()).toBe(0);
  const again = { email: person.email, password: PASSWORD };
  expect((await accounts.accounts('signInWithPassword', again)).body.error.message).toBe('EMAIL_NOT_FOUND');
});

/** A child that has taken itself over; `guardian` looked after it for a year before, and may only see it. */
async function takeOver({
  guardian,
  ...people
}: {
  parent?: Walker;
  teenager?: Walker;
  guardian?: Walker;
} = {}) {
  const { parent = await comeIn(), teenager = await comeIn() } = people;
  const child = await addChildBy(parent);
  if (guardian) {
    await letGuard(school, { parent, guardian, learnerid: child });
    school.clock.now += 365 * DAY_MS;
  }
  await parent.call('POST', `/learners/${child}/takeover`, { email: teenager.email, ...EVERY_RIGHT });
  await teenager.call('POST', `/claims/${await tokenFor(school, teenager.email)}`);
  return { parent, teenager, child };
}

const ownOf = async (person: Person) =>
  (await person.call('GET', '/learners')).body
    .filter(({ own }: { own: boolean }) => own)
    .map(({ _id }: { _id: string }) => _id);

test('a teenager’s account of their own: for seven days who gave it takes it back, and then nobody', async () => {
  const { parent, teenager, child } = await takeOver();
  expect(await ownOf(teenager)).toEqual([child]);
  const friend = await comeIn();
  await letGuard(school, { parent: teenager, guardian: friend, learnerid: child, rights: EVERY_RIGHT });
  expect((await parent.call('GET', '/guardians')).body.takeovers).toMatchObject([
    { learnerid: child, email: teenager.email },
  ]);
  const stranger = await comeIn();
  const takeBack = (who: Person) => who.call('DELETE', `/learners/${child}/takeover`);
  expect((await takeBack(stranger)).body.code).toBe('takeover-not-found');
  expect((await takeBack(parent)).status).toBe(200);
  expect(await ownOf(parent)).toContain(child);
  // The account that took over no longer reaches the child, and neither does a guardian that it invited.
  expect(await ownOf(teenager)).toHaveLength(1);
  expect((await friend.call('GET', '/learners')).body).toHaveLength(1);
  expect((await takeBack(parent)).body.code).toBe('takeover-not-found');

  const second = await takeOver();
  school.clock.now += 7 * DAY_MS;
  const late = await second.parent.call('DELETE', `/learners/${second.child}/takeover`);
  expect(late.body.code).toBe('takeover-not-found');
});

test('a child that is given on meanwhile is taken back all the same, from wherever it is', async () => {
  const [parent, thief, second] = [await comeIn(), await comeIn(), await comeIn()];
  const child = await addChildBy(parent);
  const give = async (from: Person, to: Person) => {
    school.clock.now += 1000;
    const offer = { email: to.email, mayenrol: false, maypay: false, getsmail: false };
    expect((await from.call('POST', `/learners/${child}/takeover`, offer)).status).toBe(200);
    expect((await to.call('POST', `/claims/${await tokenFor(school, to.email)}`)).status).toBe(200);
  };
  const takeBack = (who: Person) => who.call('DELETE', `/learners/${child}/takeover`);
  // An account with lessons of its own keeps the child beside itself, and can give it on.
  const choose = async (who: Person) => {
    const { _id: classid } = await school.addClass();
    await who.call('POST', '/select/class/', { classid, email: who.email });
  };
  await choose(thief);
  await choose(second);
  await give(parent, thief);
  await give(thief, second);
  expect(await ownOf(second)).toContain(child);
  expect((await parent.call('GET', '/guardians')).body.takeovers).toMatchObject([
    { learnerid: child, email: second.email },
  ]);
  expect((await takeBack(parent)).status).toBe(200);
  expect(await ownOf(parent)).toContain(child);
  expect((await takeBack(thief)).body.code).toBe('takeover-not-found');

  // Who took them back between leaves the right of who gave them first.
  await give(parent, thief);
  await give(thief, second);
  expect((await takeBack(thief)).status).toBe(200);
  expect(await ownOf(thief)).toContain(child);
  expect((await takeBack(parent)).status).toBe(200);

  // What is given to who could have taken it stays there.
  await give(parent, thief);
  await give(thief, parent);
  expect((await takeBack(thief)).body.code).toBe('takeover-not-found');
  expect(await ownOf(parent)).toContain(child);
});

test('while an account is being deleted, nothing that was asked of it is accepted', async () => {
  const [mother, thief] = [await comeIn(), await comeIn()];
  const child = await addChildBy(mother);
  const stolen = await accounts.signIn(mother.email);
  await call(stolen, 'POST', `/learners/${child}/takeover`, { email: thief.email, ...EVERY_RIGHT });
  const token = await tokenFor(school, thief.email);
  await accounts.post('/api/account', {}, stolen.idToken, 'DELETE');
  expect((await thief.call('GET', `/claims/${token}`)).body.code).toBe('claim-withdrawn');
  expect((await thief.call('POST', `/claims/${token}`)).body.code).toBe('claim-withdrawn');
  expect(await ownOf(thief)).not.toContain(child);
});

test('a session of before the deletion was asked for keeps no account', async () => {
  const owner = await comeIn();
  const thief = await accounts.signIn(owner.email);
  school.clock.now += 60_000;
  const { idToken } = await accounts.signIn(owner.email);
  await accounts.post('/api/account', {}, idToken, 'DELETE');
  const renewed = await accounts.renew(thief.refreshToken);
  const kept = await accounts.post('/api/account/keep', {}, renewed.body.id_token);
  expect(kept).toMatchObject({ status: 401, body: { code: 'session-ended' } });
  const again = await accounts.accounts('signInWithPassword', {
    email: owner.email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  expect((await accounts.post('/api/account/keep', {}, again.body.idToken)).status).toBe(200);
});

test('who is no admin any more takes no role, and gives none, by what they once gave', async () => {
  const rogue = await comeIn('admin');
  const [crony, other] = [await comeIn(), await comeIn()];
  const boss = await school.signIn('admin');
  school.clock.now += 1000;
  await rogue.call('PATCH', `/users/admin/${crony.user._id}`);
  school.clock.now += 1000;
  await rogue.call('PATCH', `/users/instructor/${crony.user._id}`);
  await rogue.call('PATCH', `/users/admin/${other.user._id}`);
  const end = (who: Person) => rogue.call('DELETE', `/account/recovery/role/${who.user._id}`);
  const roleOf = async (who: Person) =>
    (await school.db.selectFrom('users').select('role').where('_id', '=', who.user._id).executeTakeFirst())
      ?.role;
  // A demotion is not ended: that would make the account an admin again.
  expect(await end(crony)).toMatchObject({ status: 404 });
  expect(await roleOf(crony)).toBe('instructor');
  expect((await boss.call('PATCH', `/users/student/${rogue.user._id}`)).status).toBe(200);
  expect((await rogue.call('GET', '/account/recovery')).body.goeson).toEqual([]);
  expect(await end(other)).toMatchObject({ status: 404 });
  expect((await rogue.call('DELETE', '/account/recovery')).body).toEqual({ deletedCount: 0 });
  expect(await roleOf(other)).toBe('admin');
});

test('what cannot be ended keeps nothing else from ending', async () => {
  const admin = await comeIn('admin');
  const [teacher, accomplice] = [await comeIn(), await comeIn()];
  await admin.call('PATCH', `/users/instructor/${teacher.user._id}`);
  await admin.call('PATCH', `/users/admin/${accomplice.user._id}`);
  await school.addClass({ instructoremail: teacher.email, instructorname: teacher.user.name });
  const owner = await resetByMail(admin.email);
  expect((await recoveryOf(owner)).goeson).toHaveLength(2);
  expect((await call(owner, 'DELETE', '/account/recovery')).body).toEqual({ deletedCount: 1 });
  expect((await recoveryOf(owner)).goeson).toMatchObject([{ kind: 'role', detail: teacher.email }]);
});

test('the office takes a child back, too, and a recovery lists who was given away', async () => {
  const { parent, teenager, child } = await takeOver();
  const owner = await resetByMail(parent.email);
  expect(kindsOf((await recoveryOf(owner)).goeson)).toEqual(['takeover']);
  const admin = await school.signIn('admin');
  const seen = async (userid: string) => (await admin.call('GET', `/families/${userid}`)).body.takeovers;
  const shown = [{ learnerid: child, from: parent.email, to: teenager.email }];
  expect(await seen(parent.user._id)).toMatchObject(shown);
  expect(await seen(teenager.user._id)).toMatchObject(shown);
  expect((await admin.call('DELETE', `/learners/${child}/takeover`)).status).toBe(200);
  expect(await seen(parent.user._id)).toEqual([]);
  expect(kindsOf((await recoveryOf(owner)).goeson)).toEqual([]);
});

test('a second guardian of years stays after a recovery, is listed, and is ended by one tap', async () => {
  const [parent, guardian] = [await comeIn(), await comeIn()];
  const child = await addChildBy(parent);
  await letGuard(school, { parent, guardian, learnerid: child, rights: EVERY_RIGHT });
  school.clock.now += 8 * DAY_MS;
  const owner = await resetByMail(parent.email);
  const { goeson } = await recoveryOf(owner);
  expect(goeson).toMatchObject([
    { kind: 'guardian', detail: `${guardian.email}, may choose classes, pay, and get emails` },
  ]);
  expect((await guardian.call('GET', '/learners')).body).toHaveLength(2);
  const [{ kind, id } = { kind: '', id: '' }] = goeson;
  expect((await call(owner, 'DELETE', `/account/recovery/${kind}/${id}`)).status).toBe(200);
  expect((await guardian.call('GET', '/learners')).body).toHaveLength(1);
  expect((await call(owner, 'DELETE', `/account/recovery/${kind}/${id}`)).body.code).toBe('set-up-not-found');
  // No account ends what another has set up.
  expect((await recoveryOf(owner)).goeson).toEqual([]);
});

test('a guardian of years to whom a thief gave rights stays without them, and the rest is listed', async () => {
  const [mother, ex] = [await comeIn(), await comeIn()];
  const [child, paid] = [await addChildBy(mother), await addChildBy(mother, { firstname: 'Ole' })];
  await letGuard(school, { parent: mother, guardian: ex, learnerid: child });
  await letGuard(school, { parent: mother, guardian: ex, learnerid: paid, rights: EVERY_RIGHT });
  school.clock.now += 30 * DAY_MS;
  const stolen = await accounts.signIn(mother.email);
  for (const learnerid of [child, paid])
    await call(stolen, 'POST', '/guardians', { learnerid, email: ex.email, ...EVERY_RIGHT });
  school.clock.now += 6 * DAY_MS;
  const owner = await resetByMail(mother.email);
  const { recovered, goeson } = await recoveryOf(owner);
  expect(recovered?.ended).toMatchObject([
    {
      kind: 'guardian',
      title: `${ex.user.name} may choose classes, pay, and get emails for Mia Sol`,
      detail: ex.email,
    },
  ]);
  expect(goeson.map(({ detail }) => detail).sort()).toEqual([
    ex.email,
    `${ex.email}, may choose classes, pay, and get emails`,
  ]);
  const { _id: classid } = await school.addClass();
  const choosing = { classid, email: ex.email, learnerid: child };
  expect((await ex.call('POST', '/select/class/', choosing)).body.code).toBe('learner-not-found');
  const rights = async () =>
    new Map(
      (await ex.call('GET', '/learners')).body.map(({ _id, maypay }: { _id: string; maypay: boolean }) => [
        _id,
        maypay,
      ]),
    );
  expect((await rights()).get(child)).toBe(false);
  expect((await rights()).get(paid)).toBe(true);
  // The child is no heir's, however long the right would have lasted by now.
  school.clock.now += 8 * DAY_MS;
  const { token } = await accounts.signIn(mother.email, { password: 'Reset-it!1' });
  const erasure = await accounts.post('/api/account/erasure', '', token, 'GET');
  const heirs = new Map(
    erasure.body.children.map((one: { learnerid: string; keptby: string }) => [one.learnerid, one.keptby]),
  );
  expect([heirs.get(child), heirs.get(paid)]).toEqual([null, ex.user.name]);
});

test('what a guardian may do since long stays, though a thief gave more beside it or gave it once more', async () => {
  const [mother, ex] = [await comeIn(), await comeIn()];
  const child = await addChildBy(mother);
  await letGuard(school, { parent: mother, guardian: ex, learnerid: child, rights: { mayenrol: true } });
  school.clock.now += 30 * DAY_MS;
  const stolen = await accounts.signIn(mother.email);
  const give = (rights: object) =>
    call(stolen, 'POST', '/guardians', { learnerid: child, email: ex.email, ...EVERY_RIGHT, ...rights });
  await give({ maypay: false });
  school.clock.now += 1000;
  await give({});
  const rightsBy = async ({ token }: Browser) => {
    const { guardians } = (await accounts.post('/api/guardians', '', token, 'GET')).body;
    return guardians.map(({ mayenrol, maypay, getsmail }: typeof EVERY_RIGHT) => [
      mayenrol,
      maypay,
      getsmail,
    ]);
  };
  expect(await rightsBy(stolen)).toEqual([[true, true, true]]);
  expect(await rightsBy(await resetByMail(mother.email))).toEqual([[true, false, false]]);
});

test('who took a child over gives nobody a right that outlives taking it back', async () => {
  const [parent, guardian] = [await comeIn(), await comeIn()];
  const { teenager, child } = await takeOver({ parent, guardian });
  await teenager.call('POST', '/guardians', { learnerid: child, email: guardian.email, ...EVERY_RIGHT });
  expect((await parent.call('DELETE', `/learners/${child}/takeover`)).status).toBe(200);
  const { guardians } = (await parent.call('GET', '/guardians')).body;
  expect(guardians).toMatchObject([
    { userid: guardian.user._id, mayenrol: false, maypay: false, getsmail: false },
  ]);
});

test('while a child can be taken back, the account that has it does not delete it', async () => {
  const [parent, thief] = [await comeIn(), await comeIn()];
  // With lessons of its own the account stays what it is, and the child is one beside it.
  const { _id: classid } = await school.addClass();
  await thief.call('POST', '/select/class/', { classid, email: thief.email });
  const { child } = await takeOver({ parent, teenager: thief });
  const remove = () => thief.call('DELETE', `/learners/${child}`);
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'learner-given-lately' } });
  expect((await parent.call('DELETE', `/learners/${child}/takeover`)).status).toBe(200);
  expect(await ownOf(parent)).toContain(child);
  await parent.call('POST', `/learners/${child}/takeover`, { email: thief.email, ...EVERY_RIGHT });
  await thief.call('POST', `/claims/${await tokenFor(school, thief.email)}`);
  school.clock.now += 7 * DAY_MS;
  expect((await remove()).body).toEqual({ deletedCount: 1 });
});

test('an admin whose laptop was stolen: keys and webhooks end, and the accomplice is listed', async () => {
  const admin = await comeIn('admin');
  const accomplice = await comeIn();
  const laptop = await accounts.signIn(admin.email);
  const key = await call(laptop, 'POST', '/keys', { name: 'Backup', scopes: ['people'] });
  const hook = await call(laptop, 'POST', '/webhooks', {
    url: 'https://thief.example/',
    events: ['enrolled'],
  });
  await call(laptop, 'PATCH', `/users/admin/${accomplice.user._id}`);
  const others = await accomplice.call('POST', '/keys', { name: 'Second', scopes: ['people'] });
  const reads = async (secret: string) =>
    (await school.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${secret}` } }))
      .statusCode;
  expect([await reads(key.body.secret), await reads(others.body.secret)]).toEqual([200, 200]);

  const owner = await resetByMail(admin.email);
  expect(await reads(key.body.secret)).toBe(401);
  const webhooks = await accounts.post('/api/webhooks', '', owner.token, 'GET');
  expect(webhooks.body.find(({ _id }: { _id: string }) => _id === hook.body._id).stoppedat).not.toBeNull();
  const { recovered, goeson } = await recoveryOf(owner);
  expect(kindsOf(recovered?.ended ?? [])).toEqual(['key', 'webhook']);
  expect(goeson).toMatchObject([{ kind: 'role', detail: accomplice.email }]);
  expect((await call(owner, 'DELETE', '/account/recovery')).body).toEqual({ deletedCount: 1 });
  expect(await reads(others.body.secret)).toBe(401);
  expect((await accomplice.call('GET', '/users')).status).toBe(403);
});

test('a merge that was made in a stolen session of an admin is listed as long as it can be undone, and undone by one tap', async () => {
  const admin = await comeIn('admin');
  const [family, accomplice] = [await comeIn(), await comeIn()];
  const child = await addChildBy(family);
  const twin = await addChildBy(accomplice);
  const ownerOf = async (id: string) =>
    (await school.db.selectFrom('learners').select('userid').where('_id', '=', id).executeTakeFirst())
      ?.userid;
  const laptop = await accounts.signIn(admin.email);
  const merge = (keep: string, drop: string) => call(laptop, 'POST', '/families/merge', { keep, drop });
  const families = await merge(accomplice.user._id, family.user._id);
  school.clock.now += 1000;
  const children = await merge(twin, child);
  expect([families.status, children.status]).toEqual([200, 200]);
  const colleague = await comeIn('admin');
  expect((await recoveryOf(colleague)).goeson).toEqual([]);

  const owner = await resetByMail(admin.email);
  const first = await accounts.post('/api/users', { email: admin.email }, owner.idToken);
  expect(first.body.data.recovered).toBe(true);
  const { recovered, goeson } = await recoveryOf(owner);
  expect(recovered?.ended).toEqual([]);
  expect(goeson).toMatchObject([
    { kind: 'merge', id: children.body.insertedId, detail: accomplice.email },
    {
      kind: 'merge',
      id: families.body.insertedId,
      title: `You merged the account of ${family.user.name} into that of ${accomplice.user.name}`,
      detail: `${family.email} and ${accomplice.email}`,
    },
  ]);
  const undo = (one: { body: { insertedId: string } }, by: Pick<Browser, 'token'> = owner) =>
    call(by, 'DELETE', `/account/recovery/merge/${one.body.insertedId}`);
  // The list is of one's own alone, and of admins.
  expect((await undo(families, colleague)).body.code).toBe('set-up-not-found');
  await school.db.updateTable('users').set({ role: 'student' }).where('_id', '=', admin.user._id).execute();
  expect((await undo(families)).body.code).toBe('set-up-not-found');
  await school.db.updateTable('users').set({ role: 'admin' }).where('_id', '=', admin.user._id).execute();

  expect((await undo(children)).status).toBe(200);
  expect((await undo(families)).status).toBe(200);
  expect([await ownerOf(child), await ownerOf(twin)]).toEqual([family.user._id, accomplice.user._id]);
  expect((await recoveryOf(owner)).goeson).toEqual([]);
  expect((await undo(families)).body.code).toBe('set-up-not-found');

  const again = await call(owner, 'POST', '/families/merge', {
    keep: accomplice.user._id,
    drop: family.user._id,
  });
  expect(again.status).toBe(200);
  expect(kindsOf((await recoveryOf(owner)).goeson)).toEqual(['merge']);
  school.clock.now += DAY_MS;
  const later = await accounts.signIn(admin.email, { password: 'Reset-it!1' });
  expect((await recoveryOf(later)).goeson).toEqual([]);
  expect((await undo(again, later)).body.code).toBe('set-up-not-found');
});

test('a key ends on its day, at most a year on, and the admins are told a fortnight before', async () => {
  const admin = await comeIn('admin');
  const fresh = await accounts.signIn(admin.email);
  const dayIn = (days: number) => new Date(school.clock.now + days * DAY_MS).toISOString().slice(0, 10);
  expect(
    (await call(fresh, 'POST', '/keys', { name: 'Long', scopes: ['read'], until: dayIn(366) })).status,
  ).toBe(400);
  const { body } = await call(fresh, 'POST', '/keys', { name: 'Site', scopes: ['people'] });
  expect(body.until).toBe(dayIn(365));
  // It ends with that day, at the school.
  school.clock.now = Date.parse(dayIn(1));
  const reads = async () =>
    (await school.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${body.secret}` } }))
      .statusCode;
  school.clock.now += 351 * DAY_MS;
  await school.work();
  expect(await subjectsTo(admin.email)).toContain('The API key “Site” is about to end');
  school.clock.now += 14 * DAY_MS - 1;
  expect(await reads()).toBe(200);
  school.clock.now += 1;
  expect(await reads()).toBe(401);
  await school.work();
  expect(await school.db.selectFrom('apikeys').select('_id').where('_id', '=', body._id).execute()).toEqual(
    [],
  );
});

test('another address: the link proves it, the school follows, the old one is told and takes it back', async () => {
  const owner = await comeIn();
  const newEmail = `new-${owner.email}`;
  const browser = await accounts.signIn(owner.email);
  const asked = await accounts.accounts('sendOobCode', {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken: browser.idToken,
    newEmail,
  });
  expect(asked.status).toBe(200);
  expect((await accounts.accounts('update', { oobCode: await accounts.mailedCode(newEmail) })).status).toBe(
    200,
  );
  school.clock.now += 1000;
  const moved = await accounts.signIn(newEmail);
  const { body } = await accounts.post('/api/users', { email: newEmail }, moved.idToken);
  expect(body.data).toMatchObject({ _id: owner.user._id, email: newEmail });
  // A change of address ends nothing that was set up: only taking it back does.
  expect(body.data.recovered).toBeUndefined();
  expect(
    (await accounts.accounts('update', { oobCode: await accounts.mailedCode(owner.email) })).status,
  ).toBe(200);
  expect((await learners(moved)) as unknown).toMatchObject({ status: 401 });
  await resetByMail(owner.email);
  const back = await school.db
    .selectFrom('users')
    .select('email')
    .where('_id', '=', owner.user._id)
    .executeTakeFirst();
  expect(back?.email).toBe(owner.email);
});

test('telephone and emergency contact: the office has them, and a teacher on the day of a lesson alone', async () => {
  const parent = await comeIn();
  const said = { phone: '+351 555 014 273', emergencyname: 'Ana Costa', emergencyphone: '+351 555 014 999' };
  expect((await parent.call('PUT', '/account/contact', said)).status).toBe(200);
  expect((await parent.call('GET', '/account/contact')).body).toEqual(said);
  expect((await parent.call('GET', '/account/data')).body.profile).toMatchObject(said);
  expect((await parent.call('PUT', '/account/contact', { ...said, emergencyphone: '' })).status).toBe(400);
  const admin = await school.signIn('admin');
  const teacher = await school.signIn('instructor');
  const { _id: classid } = await school.addClass({
    instructoremail: teacher.email,
    instructorname: teacher.user.name,
  });
  const entered = await admin.call('POST', '/enrolments', {
    learnerid: parent.learnerid,
    classid,
    pay: 'cash',
  });
  expect(entered.status).toBe(200);
  const roster = async () => (await teacher.call('GET', `/rosters/${classid}`)).body.students[0];
  expect(await roster()).not.toHaveProperty('emergency');
  const day = new Date(school.clock.now).toISOString().slice(0, 10);
  const lesson = { classid, planid: null, planday: day, day, roomid: null, teacherid: null, reason: null };
  await school.db
    .insertInto('lessons')
    .values({
      ...lesson,
      _id: 'lesson-of-today',
      startsat: school.clock.now,
      endsat: school.clock.now + 3_600_000,
      state: 'planned',
      changedat: school.clock.now,
    })
    .execute();
  expect((await roster()).emergency).toEqual({ name: 'Ana Costa', phone: said.emergencyphone });
  const file = await school.app.inject({
    url: `/api/rosters/${classid}/csv`,
    headers: { authorization: `Bearer ${await teacher.issue()}` },
  });
  expect(file.body).not.toContain('555 014');
});
