import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChildBy, EVERY_RIGHT } from '#tests/support/families.ts';
import { proveAtIdentity } from '#tests/support/identity-accounts.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';

/*
 * A mail may wait, for the mail server or for its hour, while the address of its reader becomes another. What it
 * says of a family's lessons and money is for the mailbox that the account has when it is sent; a warning is for
 * the one that the account had when something happened.
 */

let school: TestSchool;
let accounts: ReturnType<typeof openAccounts>;
let admin: Person;
let people = 0;

beforeAll(async () => {
  school = await openTestSchool();
  accounts = openAccounts(school);
  admin = await school.signIn('admin');
});
afterAll(() => school.close({ typed: ['Exam', 'Otto Sol'] }));

/** The subjects of what was sent to an address so far. */
async function sentTo(email: string): Promise<string[]> {
  await school.work();
  const outbox = join(school.config.dataDir, 'outbox');
  return readdirSync(outbox)
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    .filter((mail) => mail.includes(`To: ${email}`))
    .flatMap((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? []);
}

/** A parent with a proved address, signed in, and a child. */
async function family() {
  const email = `parent-${++people}@test.example`;
  await accounts.signIn(email, { call: 'signUp' });
  await proveAtIdentity(school.db, email);
  const user = await school.db
    .updateTable('users')
    .set({ emailverified: 1, provedat: school.clock.now })
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirstOrThrow();
  const parent = await school.signInAs({ ...user, uid: user.uid ?? '' });
  return { parent, childid: await addChildBy(parent) };
}

/** A thief who knows the password asks for another address, and has the code that was mailed there. */
async function askToMove({ email }: Person) {
  const newEmail = `thief-of-${email}`;
  const { idToken } = await accounts.signIn(email);
  await accounts.accounts('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  return { newEmail, oobCode: await accounts.mailedCode(newEmail) };
}

const apply = async (oobCode: string) =>
  expect((await accounts.accounts('update', { oobCode })).status).toBe(200);

/** A place for a child, of which its family is told by a mail that has not been sent yet. */
async function enrol(learnerid: string, classname: string) {
  const { _id: classid } = await school.addClass({ classname });
  const { status } = await admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' });
  expect(status).toBe(200);
}

test('of a child a thief is told nothing once its parent has taken the change of address back', async () => {
  const { parent, childid } = await family();
  const { newEmail, oobCode } = await askToMove(parent);
  await apply(oobCode);
  school.clock.now += 1000;
  await accounts.signIn(newEmail);
  const wayBack = await accounts.mailedCode(parent.email);
  // Written while the account is at the thief's address, and after; the parent has not signed in again.
  await enrol(childid, 'Oboe');
  await apply(wayBack);
  await enrol(childid, 'Harp');
  const toThief = await sentTo(newEmail);
  expect(toThief.filter((subject) => /Oboe|Harp/.test(subject))).toEqual([]);
  const toParent = (await sentTo(parent.email)).filter((subject) => /Oboe|Harp/.test(subject));
  expect(toParent.toSorted()).toEqual(['A place in Harp is confirmed', 'A place in Oboe is confirmed']);
});

test('of what a thief did the address hears that the account had then', async () => {
  const { parent, childid } = await family();
  const { newEmail, oobCode } = await askToMove(parent);
  const before = await sentTo(newEmail);
  const asked = { learnerid: childid, email: `ally-${people}@test.example`, ...EVERY_RIGHT };
  expect((await parent.call('POST', '/guardians', asked)).status).toBe(200);
  await apply(oobCode);
  school.clock.now += 1000;
  await accounts.signIn(newEmail);
  const warnings = await school.db
    .selectFrom('mails')
    .select('recipient')
    .where('kind', '=', 'guardian-asked')
    .where('_id', 'like', `%-${parent.user._id}`)
    .execute();
  expect(warnings).toEqual([{ recipient: parent.email }]);
  expect(await sentTo(newEmail)).toEqual(before);
});

test('an address that the office mistyped gets nothing of the family once it is put right, or taken out', async () => {
  const [wrong, right] = ['otto@tset.example', 'otto@test.example'];
  const learners = [{ firstname: 'Mia', lastname: 'Sol', born: '2016-01-01' }];
  const { body } = await admin.call('POST', '/families', { name: 'Otto Sol', email: wrong, learners });
  const userid = body.insertedId;
  const { body: found } = await admin.call('GET', `/families/${userid}`);
  const childid = found.learners.find((one: { self: boolean }) => !one.self)._id;
  expect(await sentTo(wrong)).toHaveLength(1);
  const bill = async (classname: string) => {
    await enrol(childid, classname);
    const key = `charge-${classname}`;
    const charge = { userid, kind: 'fee', label: 'Exam', amount: 25, day: '2026-09-01', key };
    const { body: charged } = await admin.call('POST', '/charges', charge);
    const issued = await admin.call('POST', '/invoices', { userid, chargeids: [charged.insertedId] });
    expect(issued.status).toBe(200);
  };
  await bill('Bassoon');
  expect((await admin.call('PUT', `/families/${userid}`, { email: right })).status).toBe(200);
  expect(await sentTo(wrong)).toHaveLength(1);
  const toRight = await sentTo(right);
  expect(toRight).toHaveLength(3);
  expect(toRight).toEqual(expect.arrayContaining(['A place in Bassoon is confirmed', 'Invoice 2026-0001']));
  await bill('Tuba');
  expect((await admin.call('PUT', `/families/${userid}`, { email: null })).status).toBe(200);
  expect(await sentTo(right)).toHaveLength(3);
  const { items } = (await admin.call('GET', '/mails/failed/page')).body;
  expect(items).toEqual([]);
});
