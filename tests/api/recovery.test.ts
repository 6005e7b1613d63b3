import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityDb } from '#embedded/identity/tables.ts';
import { recover as recoverByOperator } from '#server/admin/reset-password.ts';
import { ROWS } from '#server/features/rows.ts';
import { proveAtIdentity } from '#tests/support/identity-accounts.ts';
import { accountAt, addChild } from '#tests/support/people.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { openAccounts, PASSWORD } from '#tests/support/thief.ts';

/*
 * Nothing that was set up in a stolen session outlives the recovery: one row of every table that an account
 * can write, and what is left of them after each way of getting it back.
 */

/** Tables that no feature has, each with the reason why no recovery touches it. */
const OTHERS =
  /^(settings|contentversions|callcounts|processes|.*_migrations(_lock)?|identity_\w+|cards_\w+|images(_\w+)?)$/;

let school: TestSchool;
let accounts: ReturnType<typeof openAccounts>;
let people = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  accounts = openAccounts(school);
  // The only admin cannot leave.
  await school.signIn('admin');
});
afterAll(() => school.close({ typed: ['Pay here', 'https://thief.example'] }));

test('every table that a call can write is declared by the feature that has it', async () => {
  const tables = (await school.db.introspection.getTables()).map(({ name }) => name);
  expect(Object.keys(ROWS).sort()).toEqual(tables.filter((name) => !OTHERS.test(name)).sort());
});

type Owner = Awaited<ReturnType<typeof rob>>;

/** An admin with a child, who has proved the address, and a thief who signs in after. */
async function rob() {
  const email = `owner-${++people}@test.example`;
  const owner = await accounts.signIn(email, { call: 'signUp' });
  await proveAtIdentity(school.db, email);
  const { _id: userid } = await school.db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await school.db
    .updateTable('users')
    .set({ role: 'admin', emailverified: 1 })
    .where('_id', '=', userid)
    .execute();
  const childid = await addChild(school.db, { userid, firstname: 'Ada', lastname: 'Lovelace' });
  school.clock.now += 1000;
  return { email, userid, childid, owner, thief: await accounts.signIn(email) };
}

/** By table: fills it as a thief would in a session of the account, and tells whether that goes on. */
const SET_UP: Record<string, (owner: Owner) => Promise<() => Promise<boolean>>> = {
  async users({ thief, userid }) {
    await accounts.post('/api/account', {}, thief.idToken, 'DELETE');
    return async () => {
      const user = await school.db
        .selectFrom('users')
        .select('leavesat')
        .where('_id', '=', userid)
        .executeTakeFirst();
      return user?.leavesat !== null;
    };
  },
  async claims({ thief, childid }) {
    const rights = { mayenrol: true, maypay: true, getsmail: true };
    const guardian = `thief-${++people}@test.example`;
    const own = `thief-${++people}@test.example`;
    const asked = await accounts.post(
      '/api/guardians',
      { learnerid: childid, email: guardian, ...rights },
      thief.token,
    );
    const offered = await accounts.post(
      `/api/learners/${childid}/takeover`,
      { email: own, ...rights },
      thief.token,
    );
    expect([asked.status, offered.status]).toEqual([200, 200]);
    return () =>
      goesOn(
        school.db
          .selectFrom('claims')
          .select('hash')
          .where('email', 'in', [guardian, own])
          .where('until', '>', school.clock.now),
      );
  },
  async guardians({ childid }) {
    const { userid } = await accountAt(school.db, { email: `ex-${++people}@test.example` });
    const rights = { mayenrol: 1, maypay: 1, getsmail: 1 } as const;
    await school.db
      .insertInto('guardians')
      .values({ learnerid: childid, userid, ...rights, createdat: school.clock.now })
      .execute();
    return () => goesOn(school.db.selectFrom('guardians').select('userid').where('userid', '=', userid));
  },
  async calendars({ thief }) {
    const { status, body } = await accounts.post('/api/account/calendar', {}, thief.token);
    expect(status).toBe(200);
    const path = new URL(body.url).pathname;
    return async () => (await school.app.inject(path)).statusCode === 200;
  },
  async busycalendars({ thief, userid }) {
    const url = 'http://127.0.0.1:9/thief.ics';
    const { status } = await accounts.post('/api/account/busy', { url }, thief.token, 'PUT');
    expect(status).toBe(200);
    return () => goesOn(school.db.selectFrom('busycalendars').select('userid').where('userid', '=', userid));
  },
  async mandates({ userid }) {
    const _id = `card-${++people}`;
    const card = { customerid: `cus_${_id}`, methodid: `pm_${_id}`, last4: '4242', until: '2034-12-31' };
    const consent = { intentid: null, words: 'Save it.', consentedat: school.clock.now };
    await school.db
      .insertInto('mandates')
      .values({ _id, userid, state: 'saved', ...card, ...consent, workat: null, createdat: school.clock.now })
      .execute();
    return () =>
      goesOn(
        school.db.selectFrom('mandates').select('_id').where('_id', '=', _id).where('state', '=', 'saved'),
      );
  },
  async recitalconsents({ thief, childid }) {
    const recitalid = `recital-${++people}`;
    const [on, pieceid] = [{ createdat: school.clock.now, changedat: school.clock.now }, `piece-${people}`];
    await school.db
      .insertInto('recitals')
      .values({
        ...{ _id: recitalid, name: 'Recital', day: '2030-06-12', starttime: '18:00', heldminutes: 60 },
        ...{ roomid: null, public: 1, printedat: null, printedas: null, deletedat: null },
        ...on,
      })
      .execute();
    const piece = { _id: pieceid, recitalid, position: 0, title: 'Gavotte', composer: '', minutes: 3 };
    await school.db
      .insertInto('recitalpieces')
      .values({
        ...{ ...piece, setupminutes: 0, instrument: '', accompanistid: null, turnerid: null, turnsself: 0 },
        ...{ needs: '[]', printednumber: null, printedtitle: null, printedcomposer: null },
      })
      .execute();
    const performer = { _id: pieceid, recitalid, pieceid, learnerid: childid, position: 0, printedas: null };
    await school.db.insertInto('recitalperformers').values(performer).execute();
    const page = async () => (await school.call('GET', `/recitals/${recitalid}`)).body;
    expect(JSON.stringify(await page())).not.toContain('Lovelace');
    const answer = { learnerid: childid, name: 'full' };
    const { status } = await accounts.post(`/api/recitals/${recitalid}/consent`, answer, thief.token);
    expect(status).toBe(200);
    return async () => JSON.stringify(await page()).includes('Lovelace');
  },
  async invitations({ thief }) {
    const email = `helper-${++people}@test.example`;
    const invitation = { name: 'Thief', email, role: 'admin' };
    expect((await accounts.post('/api/invitations', invitation, thief.token)).status).toBe(200);
    return () =>
      goesOn(
        school.db
          .selectFrom('invitations')
          .select('_id')
          .where('email', '=', email)
          .where('until', '>', school.clock.now),
      );
  },
  async circulars({ thief, userid }) {
    const { _id: classid } = await school.addClass({ availableseat: 4, enrolledstudents: 1 });
    const { learnerid } = await accountAt(school.db, { email: `read-${++people}@test.example` });
    await takeClass(school.db, { learnerid, classid });
    const message = { to: { classid }, subject: 'Pay here', text: 'https://thief.example' };
    expect((await accounts.post('/api/messages', message, thief.token)).status).toBe(200);
    return () =>
      goesOn(
        school.db
          .selectFrom('mails')
          .innerJoin('circulars', 'circulars._id', 'mails.ref')
          .select('mails._id')
          .where('circulars.byid', '=', userid)
          .where('mails.sentat', 'is', null),
      );
  },
  async apikeys({ thief }) {
    const { status, body } = await accounts.post(
      '/api/keys',
      { name: 'Site', scopes: ['people'] },
      thief.token,
    );
    expect(status).toBe(200);
    return async () =>
      (await school.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${body.secret}` } }))
        .statusCode === 200;
  },
  async webhooks({ thief }) {
    const { status, body } = await accounts.post(
      '/api/webhooks',
      { url: 'https://hook.example/', events: ['enrolled'] },
      thief.token,
    );
    expect(status).toBe(200);
    return () =>
      goesOn(
        school.db
          .selectFrom('webhooks')
          .select('_id')
          .where('_id', '=', body._id)
          .where('stoppedat', 'is', null),
      );
  },
};

const goesOn = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length > 0;

test('a row can be filled of every table of which a recovery ends any', () => {
  const ending = Object.entries(ROWS).flatMap(([table, { recovery }]) => ('ends' in recovery ? [table] : []));
  expect(ending.sort()).toEqual(Object.keys(SET_UP).sort());
});

async function fill(owner: Owner) {
  const filled: [string, () => Promise<boolean>][] = [];
  // Last, since the account is signed out by it.
  const { users, ...others } = SET_UP;
  for (const [table, setUp] of [...Object.entries(others), ['users', users] as const]) {
    const isThere = await setUp?.(owner);
    if (!isThere) continue;
    expect([table, await isThere()]).toEqual([table, true]);
    filled.push([table, isThere]);
  }
  return async () => {
    const left: string[] = [];
    for (const [table, isThere] of filled) if (await isThere()) left.push(table);
    return left;
  };
}

const RECOVERIES: Record<string, (owner: Owner) => Promise<void>> = {
  async 'a password reset by mail'({ email }) {
    await accounts.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const oobCode = await accounts.mailedCode(email);
    expect((await accounts.accounts('resetPassword', { oobCode, newPassword: 'Reset-it!1' })).status).toBe(
      200,
    );
  },
  async '“sign out everywhere”'({ email, owner }) {
    const { body } = await accounts.accounts('signInWithPassword', {
      email,
      password: PASSWORD,
      returnSecureToken: true,
    });
    const { status } = await accounts.post(
      '/api/account/sessions',
      {},
      body.idToken ?? owner.idToken,
      'DELETE',
    );
    expect(status).toBe(200);
  },
  async 'taking a change of address back'({ email, thief }) {
    const newEmail = `moved-${email}`;
    await accounts.accounts('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken: thief.idToken,
      newEmail,
    });
    expect((await accounts.accounts('update', { oobCode: await accounts.mailedCode(newEmail) })).status).toBe(
      200,
    );
    expect((await accounts.accounts('update', { oobCode: await accounts.mailedCode(email) })).status).toBe(
      200,
    );
  },
  async 'a reset by the operator'({ email }) {
    expect(
      await recoverByOperator(school.config, { db: school.db, now: school.now, email, isMailed: false }),
    ).toBeDefined();
  },
};

describe('nothing that was set up in a stolen session is left', () => {
  test.each(Object.entries(RECOVERIES))('after %s', async (_way, recover) => {
    const owner = await rob();
    const left = await fill(owner);
    school.clock.now += 1000;
    await recover(owner);
    expect(await left()).toEqual([]);
  });

  test('after an account was disabled', async () => {
    const owner = await rob();
    const left = await fill(owner);
    const identities = school.db as unknown as IdentityDb;
    await identities
      .updateTable('identity_accounts')
      .set({ disabled: 1 })
      .where('email', '=', owner.email)
      .execute();
    // A guardian is another account, a deletion goes on, and so do mails; a card is kept, and what was said of a name.
    const kept = [
      'guardians',
      'users',
      'claims',
      'invitations',
      'webhooks',
      'circulars',
      'mandates',
      'recitalconsents',
    ];
    expect((await left()).filter((table) => !kept.includes(table))).toEqual([]);
  });
});
