import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LINK_MS } from '#contract/mailed-links.ts';
import { transact } from '#server/database/transact.ts';
import { addChildBy, EVERY_RIGHT, letGuard, NO_RIGHTS, tokenFor } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openClaim } from './ask.ts';

let school: TestSchool;
let parent: Person;
let guardian: Person;
let learnerid: string;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  parent = await school.signIn('student');
  guardian = await school.signIn('student');
  learnerid = await addChildBy(parent, { born: '2016-04-03' });
});
afterAll(() => school.close());

const ask = (email: string, rights: object = {}, by = parent, id = learnerid) =>
  by.call('POST', '/guardians', { learnerid: id, email, ...NO_RIGHTS, ...rights });

const accept = (person: Person, token: string | undefined) => person.call('POST', `/claims/${token}`);

const seen = async (person: Person) =>
  (await person.call('GET', '/learners')).body.filter(({ own }: { own: boolean }) => !own);

const guardians = async (person = parent) => (await person.call('GET', '/guardians')).body;

test('a guardian’s rights begin when they accept, and are those that the parent gave', async () => {
  expect(await ask(guardian.email, { mayenrol: true })).toMatchObject({
    status: 200,
    body: { result: 'asked' },
  });
  expect(await seen(guardian)).toEqual([]);
  expect(await guardians()).toMatchObject({
    guardians: [],
    claims: [{ learnerid, email: guardian.email, kind: 'guardian', mayenrol: true, maypay: false }],
  });
  const token = await tokenFor(school, guardian.email);
  expect((await guardian.call('GET', `/claims/${token}`)).body).toEqual({
    kind: 'guardian',
    byname: parent.user.name,
    learnernames: ['Mia Sol'],
    mayenrol: true,
    maypay: false,
    getsmail: false,
    until: new Date(school.clock.now + LINK_MS).toISOString(),
    email: guardian.email,
    step: 'accept',
    name: null,
  });
  expect((await accept(guardian, token)).body).toEqual({ kind: 'guardian', learnerid, sameas: null });
  expect(await seen(guardian)).toMatchObject([{ _id: learnerid, mayenrol: true, maypay: false }]);
  expect(await guardians()).toMatchObject({
    guardians: [{ learnerid, userid: guardian.user._id, name: guardian.user.name, mayenrol: true }],
    claims: [],
  });
  // The parent is told, whoever asked in their name.
  const told = school.db.selectFrom('mails').select('recipient').where('kind', '=', 'guardian-accepted');
  expect(await told.where('recipient', '=', parent.email).execute()).toHaveLength(1);
});

test('a link works once, and of its token only a hash is kept', async () => {
  await ask(guardian.email);
  const token = await tokenFor(school, guardian.email);
  const kept = await school.db.selectFrom('claims').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(token);
  await school.work();
  const mail = school.db.selectFrom('mails').select('letter').where('recipient', '=', guardian.email);
  expect(await mail.execute()).toEqual([{ letter: null }]);
  const answers = await Promise.all([accept(guardian, token), accept(guardian, token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await guardian.call('GET', `/claims/${token}`)).body.code).toBe('claim-accepted');
});

test('only an account whose proved address is the one asked accepts', async () => {
  await ask(guardian.email);
  const token = await tokenFor(school, guardian.email);
  const stranger = await school.signIn('student');
  for (const one of [stranger, parent])
    for (const method of ['GET', 'POST'])
      expect((await one.call(method, `/claims/${token}`)).body.code).toBe('claim-other-address');
  const users = () => school.db.updateTable('users').where('_id', '=', guardian.user._id);
  await users().set({ emailverified: 0 }).execute();
  expect((await accept(guardian, token)).body.code).toBe('email-not-verified');
  expect(await seen(guardian)).toEqual([]);
  await users().set({ emailverified: 1 }).execute();
  expect((await accept(guardian, token)).status).toBe(200);
});

test('a link works for 14 days and no moment longer', async () => {
  await ask(guardian.email);
  const token = await tokenFor(school, guardian.email);
  const before = school.clock.now;
  school.clock.now = before + LINK_MS;
  expect((await accept(guardian, token)).body.code).toBe('claim-expired');
  school.clock.now = before + LINK_MS - 1;
  expect((await accept(guardian, token)).status).toBe(200);
  school.clock.now = before;
});

test('what is over is forgotten after a month, in which its link says why it works no more', async () => {
  await ask(guardian.email);
  const before = school.clock.now;
  const kept = () =>
    school.db.selectFrom('claims').select('hash').where('learnerid', '=', learnerid).execute();
  school.clock.now = before + LINK_MS + 30 * 24 * 3_600_000;
  await school.work();
  expect(await kept()).toHaveLength(1);
  school.clock.now += 1;
  await school.work();
  expect(await kept()).toEqual([]);
  school.clock.now = before;
});

test('asking again replaces what is open: the link of before opens nothing', async () => {
  await ask(guardian.email, { mayenrol: true });
  const first = await tokenFor(school, guardian.email);
  school.clock.now += 1000;
  await ask(guardian.email, { maypay: true });
  expect((await accept(guardian, first)).body.code).toBe('claim-replaced');
  expect((await guardians()).claims).toMatchObject([{ mayenrol: false, maypay: true }]);
  expect((await accept(guardian, await tokenFor(school, guardian.email))).status).toBe(200);
  expect(await seen(guardian)).toMatchObject([{ mayenrol: false, maypay: true }]);
});

test('asking again changes at once what an accepted guardian may, without another mail', async () => {
  await letGuard(school, { parent, guardian, learnerid, rights: EVERY_RIGHT });
  const mails = () =>
    school.db.selectFrom('mails').select('_id').where('recipient', '=', guardian.email).execute();
  const before = await mails();
  expect((await ask(guardian.email, { mayenrol: true })).body).toEqual({ result: 'changed' });
  expect(await seen(guardian)).toMatchObject([{ mayenrol: true, maypay: false }]);
  expect(await mails()).toEqual(before);
});

test('the answer is the same for an address with and without an account', async () => {
  const [known, unknown] = [await ask(guardian.email), await ask('nobody@test.example')];
  const { date: _, 'x-request-id': __, ...headers } = known.headers;
  expect(unknown).toMatchObject({ status: known.status, body: known.body });
  expect(Object.keys(unknown.headers)).toEqual(expect.arrayContaining(Object.keys(headers)));
});

test('nobody lets themselves guard a child of theirs', async () => {
  expect((await ask(parent.email.toUpperCase())).body.code).toBe('claim-own-address');
});

test('a guardian with every right lets nobody else guard the child, and changes nobody’s rights', async () => {
  const other = await school.signIn('student');
  await letGuard(school, { parent, guardian, learnerid, rights: EVERY_RIGHT });
  await letGuard(school, { parent, guardian: other, learnerid });
  expect((await ask('friend@test.example', {}, guardian)).body.code).toBe('learner-not-found');
  expect((await ask(guardian.email, {}, guardian)).body.code).toBe('learner-not-found');
  const end = `/guardians/${learnerid}/${other.user._id}`;
  expect((await guardian.call('DELETE', end)).body.code).toBe('learner-not-found');
  expect(await guardians(guardian)).toEqual({ guardians: [], claims: [], takeovers: [] });
  const takeover = await guardian.call('POST', `/learners/${learnerid}/takeover`, {
    email: guardian.email,
    ...EVERY_RIGHT,
  });
  expect(takeover.body.code).toBe('learner-not-found');
});

test.each(['parent', 'guardian'] as const)('guarding ends at the next call, by the %s', async (by) => {
  await letGuard(school, { parent, guardian, learnerid, rights: EVERY_RIGHT });
  const end = () =>
    (by === 'parent' ? parent : guardian).call('DELETE', `/guardians/${learnerid}/${guardian.user._id}`);
  expect((await end()).body).toEqual({ deletedCount: 1 });
  expect(await seen(guardian)).toEqual([]);
  expect((await guardian.call('PUT', `/learners/${learnerid}`, { note: 'x' })).status).toBe(404);
  expect((await end()).body.code).toBe('guardian-not-found');
});

test('of two ends at once one finds what it ends', async () => {
  await letGuard(school, { parent, guardian, learnerid });
  const end = (person: Person) => person.call('DELETE', `/guardians/${learnerid}/${guardian.user._id}`);
  const answers = await Promise.all([end(parent), end(guardian)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('what was asked is taken back, and its mail with it', async () => {
  await ask(guardian.email);
  const token = await tokenFor(school, guardian.email);
  const path = `/claims/${learnerid}/${guardian.email}`;
  expect((await guardian.call('DELETE', path)).body.code).toBe('learner-not-found');
  expect((await parent.call('DELETE', path)).body).toEqual({ deletedCount: 1 });
  expect(await tokenFor(school, guardian.email)).toBeUndefined();
  expect((await accept(guardian, token)).body.code).toBe('claim-withdrawn');
  expect((await parent.call('DELETE', path)).body.code).toBe('claim-not-found');
});

test('who has no child any more lets nobody guard it', async () => {
  await ask(guardian.email);
  const token = await tokenFor(school, guardian.email);
  await parent.call('DELETE', `/learners/${learnerid}`);
  expect((await accept(guardian, token)).body.code).toBe('claim-not-found');
});

test('the same child by two parents is said when one accepts, and stays two', async () => {
  const twin = await addChildBy(guardian, { firstname: 'mia ', born: '2016-04-03' });
  await ask(guardian.email);
  const { body } = await accept(guardian, await tokenFor(school, guardian.email));
  expect(body.sameas).toBe(twin);
  const { body: all } = await guardian.call('GET', '/learners');
  expect(all.map(({ _id }: { _id: string }) => _id)).toEqual([guardian.learnerid, twin, learnerid]);
});

test('a child of another day or of no day of birth is no namesake', async () => {
  await addChildBy(guardian, { born: '2016-04-04' });
  await addChildBy(guardian);
  await ask(guardian.email);
  expect((await accept(guardian, await tokenFor(school, guardian.email))).body.sameas).toBeNull();
});

describe('the office, in a family’s name', () => {
  let office: Person;
  beforeAll(async () => {
    office = await school.signIn('office');
  });

  const askOf = (email: string, rights: object = {}, by = office) =>
    by.call('POST', `/families/${parent.user._id}/learners/${learnerid}/guardians`, {
      email,
      ...NO_RIGHTS,
      ...rights,
    });
  const endOf = (email: string) =>
    office.call('DELETE', `/families/${parent.user._id}/learners/${learnerid}/guardians/${email}`);
  const member = async () => {
    const { body } = await office.call('GET', `/families/${parent.user._id}`);
    return body.learners.find(({ _id }: { _id: string }) => _id === learnerid);
  };
  const told = async (kind: string) =>
    (await mailsOf(school, parent.email)).filter((mail) => mail.kind === kind);

  test('asks a guardian, who has the rights once they accept; the family is told of each step', async () => {
    expect((await askOf(guardian.email, { maypay: true })).body).toEqual({ result: 'asked' });
    expect(await member()).toMatchObject({
      guardians: [],
      claims: [{ email: guardian.email, maypay: true }],
    });
    expect((await guardians()).claims).toMatchObject([{ email: guardian.email }]);
    const [asked] = await told('guardian-asked');
    expect(asked?.text).toContain(`has invited ${guardian.email} to look after Mia Sol, too.`);
    const mail = (await mailsOf(school, guardian.email)).find(({ kind }) => kind === 'claim');
    expect(mail?.text).toMatch(/has invited you to help look after a child’s lessons there, together with/);
    expect((await accept(guardian, await tokenFor(school, guardian.email))).status).toBe(200);
    expect(await member()).toMatchObject({
      guardians: [{ userid: guardian.user._id, maypay: true, mayenrol: false }],
      claims: [],
    });
    expect(await told('guardian-accepted')).toHaveLength(1);

    expect((await askOf(guardian.email, { mayenrol: true })).body).toEqual({ result: 'changed' });
    expect(await seen(guardian)).toMatchObject([{ mayenrol: true, maypay: false }]);
    expect(await told('rights-changed')).toHaveLength(1);
    expect((await endOf(guardian.email)).body).toEqual({ deletedCount: 1 });
    expect(await seen(guardian)).toEqual([]);
    expect(await told('guardian-ended')).toHaveLength(1);
    expect((await endOf(guardian.email)).body.code).toBe('guardian-not-found');
    const lines = school.db
      .selectFrom('changes')
      .select(['action', 'actorid'])
      .where('subjectid', '=', parent.user._id)
      .where('actorid', '=', office.user._id);
    expect((await lines.execute()).map(({ action }) => action).sort()).toEqual([
      'guardian-asked',
      'guardian-ended',
      'guardian-rights',
    ]);
  });

  test('withdraws what it asked at a mistyped address, whose link opens nothing then', async () => {
    await askOf('mistyped@test.example');
    const token = await tokenFor(school, 'mistyped@test.example');
    expect((await endOf('mistyped@test.example')).body).toEqual({ deletedCount: 1 });
    expect((await school.call('GET', `/claims/${token}`)).body.code).toBe('claim-withdrawn');
    expect(await member()).toMatchObject({ guardians: [], claims: [] });
  });

  test('ends no offer that the family made of an account of the child’s own', async () => {
    const offer = { email: 'mia@test.example', ...NO_RIGHTS };
    expect((await parent.call('POST', `/learners/${learnerid}/takeover`, offer)).status).toBe(200);
    expect((await endOf('mia@test.example')).body.code).toBe('guardian-not-found');
    expect((await guardians()).claims).toMatchObject([{ email: 'mia@test.example', kind: 'takeover' }]);
    expect(await told('guardian-ended')).toEqual([]);
  });

  test('asks neither the family’s own address nor its own, and no child of another family', async () => {
    expect((await askOf(parent.email)).body).toMatchObject({
      code: 'claim-own-address',
      detail: expect.stringContaining('family’s own account'),
    });
    expect((await askOf(office.email)).body.code).toBe('claim-own-address');
    const path = `/families/${guardian.user._id}/learners/${learnerid}/guardians`;
    const body = { email: 'friend@test.example', ...NO_RIGHTS };
    expect((await office.call('POST', path, body)).body.code).toBe('learner-not-found');
    await school.db.updateTable('users').set({ leavesat: 9e12 }).where('_id', '=', parent.user._id).execute();
    expect((await askOf('friend@test.example')).body.code).toBe('family-leaving');
  });

  test('asks as the family, whose recovery withdraws it', async () => {
    await askOf(guardian.email);
    const [claim] = await school.db
      .selectFrom('claims')
      .selectAll()
      .where('learnerid', '=', learnerid)
      .execute();
    expect(claim).toMatchObject({ byid: parent.user._id });
  });

  test('asks for a family that has no address, and its guardian accepts', async () => {
    const desk = { name: 'Ana Costa', learners: [{ firstname: 'Rui', lastname: 'Costa' }] };
    const { insertedId: userid } = (await office.call('POST', '/families', desk)).body;
    const { body: family } = await office.call('GET', `/families/${userid}`);
    const child = family.learners.find(({ self }: { self: boolean }) => !self);
    const path = `/families/${userid}/learners/${child._id}/guardians`;
    const asked = await office.call('POST', path, { email: guardian.email, ...EVERY_RIGHT });
    expect(asked.body).toEqual({ result: 'asked' });
    const token = await tokenFor(school, guardian.email);
    expect((await accept(guardian, token)).status).toBe(200);
    expect(await seen(guardian)).toMatchObject([{ _id: child._id, maypay: true, mayenrol: true }]);
  });
});

test('an admin’s mail shows an imported family what is theirs', async () => {
  const admin = await school.signIn('admin');
  const { now } = school.clock;
  await transact(school.db, (tx) =>
    openClaim(tx, {
      kind: 'family',
      learnerid,
      email: parent.email,
      mayenrol: 0,
      maypay: 0,
      getsmail: 0,
      by: admin.user,
      now,
    }),
  );
  const token = await tokenFor(school, parent.email);
  expect((await parent.call('GET', `/claims/${token}`)).body).toMatchObject({
    kind: 'family',
    learnernames: ['Mia Sol'],
  });
  expect((await accept(parent, token)).body).toEqual({ kind: 'family', learnerid, sameas: null });
});

test('a name that reads as a web address is refused, and one that is stored so makes no link in a mail', async () => {
  const hostile = 'SECURITY ALERT visit http://evil.example';
  const child = { firstname: 'www.evil.example', lastname: 'Lima', born: null };
  expect(await parent.call('POST', '/learners', child)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'firstname', detail: 'Enter a name without a web address.' }] },
  });
  await school.db.updateTable('users').set({ name: hostile }).where('_id', '=', parent.user._id).execute();
  await school.db.updateTable('users').set({ name: hostile }).where('_id', '=', guardian.user._id).execute();
  await ask(guardian.email);
  const token = await tokenFor(school, guardian.email);
  const asked = (await mailsOf(school, guardian.email)).find(({ kind }) => kind === 'claim');
  expect((await accept(guardian, token)).status).toBe(200);
  expect(asked?.text).toContain('SECURITY ALERT visit http evil. example has invited you');
  const told = (await mailsOf(school, parent.email)).find(({ kind }) => kind === 'guardian-accepted');
  expect(told?.subject).toBe(
    'SECURITY ALERT visit http evil. example now also looks after one of your children',
  );
  expect(`${asked?.text}${told?.text}`).not.toContain('evil.example');
});

test('what many are asked at once is sent after what runs out sooner', async () => {
  await ask(guardian.email);
  const mail = school.db.selectFrom('mails').select('validuntil').where('recipient', '=', guardian.email);
  expect(await mail.where('kind', '=', 'claim').execute()).toEqual([{ validuntil: null }]);
});

test('somebody asks ten times an hour and no more; another account asks an address four times', async () => {
  const strict = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1' } });
  const mother = await strict.signIn('student');
  const child = await addChildBy(mother);
  const askFor = (email: string) => ask(email, {}, mother, child);
  for (let n = 1; n <= 4; n++) expect((await askFor('asked@test.example')).status).toBe(200);
  const fifth = await askFor('asked@test.example');
  expect(fifth).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
  for (let n = 5; n <= 10; n++) expect((await askFor(`asked-${n}@test.example`)).status).toBe(200);
  expect((await askFor('asked-11@test.example')).status).toBe(429);
  strict.clock.now += 3_600_000;
  expect((await askFor('asked-11@test.example')).status).toBe(200);
  await strict.close();
});

test('in production nobody lets the school write to others from an address that is not proved', async () => {
  const { now } = school.clock;
  await school.db.updateTable('users').set({ emailverified: 0 }).where('_id', '=', parent.user._id).execute();
  const { saveGuardian } = await import('./ask.ts');
  const caller = { ...parent.user, learnerid: parent.learnerid, signinid: '', emailverified: 0 as const };
  const asking = { db: school.db, now: () => now, needsProvedAddress: true, rateLimitFactor: 1 };
  const rights = { mayenrol: 0, maypay: 0, getsmail: 0 } as const;
  await expect(
    saveGuardian(asking, { learnerid, email: guardian.email, caller, ...rights }),
  ).rejects.toMatchObject({ code: 'email-not-verified' });
  expect(await tokenFor(school, guardian.email)).toBeUndefined();
});

test('an address that many ask gets no more mail, and whoever asks it is told nothing of the others', async () => {
  const strict = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1' } });
  const mother = await strict.signIn('student');
  const stranger = await strict.signIn('student');
  const email = 'asked-by-many@test.example';
  const { now } = strict.clock;
  const rights = { mayenrol: 0, maypay: 0, getsmail: 0 } as const;
  const others = Array.from({ length: 19 }, (_, at) => ({
    ...rights,
    hash: `hash-${at}`,
    kind: 'guardian' as const,
    learnerid: stranger.learnerid,
    email,
    byid: stranger.user._id,
    until: now + 1,
    createdat: now,
  }));
  await strict.db.insertInto('claims').values(others).execute();
  const mails = strict.db.selectFrom('mails').select('_id').where('recipient', '=', email);
  for (const firstname of ['Mia', 'Ole']) {
    const child = await addChildBy(mother, { firstname });
    expect(await ask(email, {}, mother, child)).toMatchObject({ status: 200, body: { result: 'asked' } });
    expect(await mails.execute()).toHaveLength(1);
  }
  expect((await mother.call('GET', '/guardians')).body.claims).toHaveLength(2);
  await strict.close();
});
