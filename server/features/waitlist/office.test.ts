import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEAVING_MS } from '#contract/account/calls.ts';
import { transact } from '#server/database/transact.ts';
import { askToErase, keepAccount } from '#server/features/account/erase-account.ts';
import { endWhatASessionSetUp } from '#server/features/recovery/index.ts';
import { ROWS } from '#server/features/rows.ts';
import { enrol } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';

let school: TestSchool;
let admin: Person;
beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

/** A class of one seat that is taken, with those who wait for it. */
async function waitedFor() {
  const { _id: classid, instructorid } = await school.addClass({ classname: 'Bassoon', availableseat: 1 });
  const holder = await school.signIn('student');
  const { enrolment } = await enrol(school, holder, classid);
  const anna = await school.signIn('student');
  const child = await addChild(school.db, { userid: anna.user._id, firstname: 'Łucja', lastname: 'Sol' });
  const bela = await school.signIn('student');
  for (const [person, learnerid] of [
    [anna, child],
    [bela, bela.learnerid],
  ] as const) {
    school.clock.now += 1;
    await person.call('POST', '/waitlist', { classid, learnerid });
  }
  school.clock.now += 1;
  const leave = () => holder.call('POST', `/enrolments/${enrolment}/cancel`);
  return { classid, instructorid, anna, bela, child, leave };
}
const waiting = async (classid: string, by = admin) =>
  (await by.call('GET', `/class/${classid}/waitlist`)).body;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const mailsTo = async ({ user }: Person, kind: string) =>
  school.db
    .selectFrom('mails')
    .select(['subject'])
    .where('kind', '=', kind)
    .where('recipient', '=', user.email)
    .execute();
const logOf = async (action: string) => {
  const { items } = (await admin.call('GET', '/changes?about=class')).body;
  return items.filter((one: { action: string }) => one.action === action);
};

test('the office reads who waits, whose family it is, and whose turn', async () => {
  const { classid, anna, bela, leave } = await waitedFor();
  const [first, second] = (await waiting(classid)).waiting;
  expect(first).toMatchObject({
    learnername: 'Łucja Sol',
    position: 1,
    state: 'waiting',
    family: { _id: anna.user._id, name: anna.user.name, email: anna.email },
  });
  expect(second).toMatchObject({ learnername: bela.user.name, position: 2, offeruntil: null });
  await leave();
  expect((await waiting(classid)).waiting).toMatchObject([
    { learnername: 'Łucja Sol', state: 'offered', position: null, offeruntil: expect.any(String) },
    { learnername: bela.user.name, state: 'waiting', position: 1 },
  ]);
});

test('a teacher reads the names in a class of their own, and neither families nor addresses', async () => {
  const teacher = await school.signIn('instructor');
  const { email: instructoremail, user } = teacher;
  const taught = await school.addClass({ availableseat: 0, instructoremail, instructorname: user.name });
  const person = await school.signIn('student');
  await person.call('POST', '/waitlist', { classid: taught._id });
  const read = await waiting(taught._id, teacher);
  expect(read.waiting).toMatchObject([{ learnername: person.user.name, position: 1 }]);
  expect(JSON.stringify(read)).not.toContain(person.email);
  expect(read.waiting[0]).not.toHaveProperty('family');
  const other = await school.addClass({ availableseat: 0 });
  expect((await teacher.call('GET', `/class/${other._id}/waitlist`)).status).toBe(403);
});

test('a free place is offered to whom the office names, and no place that there is not', async () => {
  const { classid, bela } = await waitedFor();
  const id = (await waiting(classid)).waiting[1]._id;
  expect(refusal(await admin.call('POST', `/waitlist/${id}/offer`))).toEqual([409, 'class-full']);
  // A place without an offer, as one that a family let pass.
  await school.db
    .updateTable('classes')
    .set({ availableseat: 1, capacity: 2 } as object)
    .where('_id', '=', classid)
    .execute();
  const answers = await Promise.all([1, 2].map(() => admin.call('POST', `/waitlist/${id}/offer`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 1, taken: 1 });
  expect(await mailsTo(bela, 'seat-offered')).toHaveLength(1);
  expect((await logOf('place-offered'))[0]).toMatchObject({
    subjectname: 'Bassoon',
    learnername: bela.user.name,
    familyid: bela.user._id,
  });
});

test('whom the office takes off the line is told, and the place that they were offered goes on', async () => {
  const { classid, anna, bela, child, leave } = await waitedFor();
  await leave();
  const [offered] = (await waiting(classid)).waiting;
  expect(await admin.call('DELETE', `/class/waitlist/${offered._id}`)).toMatchObject({ status: 200 });
  expect(refusal(await admin.call('DELETE', `/class/waitlist/${offered._id}`))).toEqual([
    404,
    'waiting-not-found',
  ]);
  expect(await mailsTo(anna, 'waiting-removed')).toEqual([{ subject: 'Off the waiting list for Bassoon' }]);
  expect((await waiting(classid)).waiting).toMatchObject([{ learnername: bela.user.name, state: 'offered' }]);
  expect((await logOf('waiting-removed'))[0]).toMatchObject({ learnername: 'Łucja Sol' });
  // What is said of a child goes with it.
  expect((await anna.call('DELETE', `/learners/${child}`)).status).toBe(200);
  const line = (await logOf('waiting-removed'))[0];
  expect(JSON.stringify(line)).not.toContain('Łucja');
});

test('students neither read the line nor change it', async () => {
  const { classid, anna } = await waitedFor();
  const [first] = (await waiting(classid)).waiting;
  for (const [method, path] of [
    ['GET', `/class/${classid}/waitlist`],
    ['POST', `/waitlist/${first._id}/offer`],
    ['DELETE', `/class/waitlist/${first._id}`],
  ] as const)
    expect((await anna.call(method, path)).status).toBe(403);
});

test('an account that is being deleted is offered no place and given none, and keeps its turn', async () => {
  const { classid, anna, bela, child, leave } = await waitedFor();
  const leavesat = school.clock.now + LEAVING_MS;
  const leaves = (at: number | null) =>
    school.db.updateTable('users').set({ leavesat: at }).where('_id', '=', anna.user._id).execute();
  await leaves(leavesat);
  await leave();
  const { waiting: line } = await waiting(classid);
  const [second, first] = line;
  expect(second).toMatchObject({ learnername: bela.user.name, state: 'offered', family: { leavesat: null } });
  expect(first).toMatchObject({
    position: 1,
    family: { _id: anna.user._id, leavesat: new Date(leavesat).toISOString() },
  });
  const offer = () => admin.call('POST', `/waitlist/${first._id}/offer`);
  expect(refusal(await offer())).toEqual([409, 'family-leaving']);
  const { _id: other } = await school.addClass();
  const byHand = { classid: other, learnerid: child, pay: 'due' };
  expect(refusal(await admin.call('POST', '/enrolments', byHand))).toEqual([409, 'family-leaving']);
  expect((await admin.call('GET', `/families/${anna.user._id}`)).body.user).toMatchObject({
    leavesat: new Date(leavesat).toISOString(),
  });
  // A child whom a guardian may pay for stays with that guardian.
  const guardian = await school.signIn('student');
  const rights = { mayenrol: 1, maypay: 1, getsmail: 1 } as const;
  const { _id: userid } = guardian.user;
  await school.db
    .insertInto('guardians')
    .values({ ...rights, learnerid: child, userid, payssince: 0, createdat: 0 })
    .execute();
  expect(refusal(await offer())).toEqual([409, 'class-full']);
  await school.db.deleteFrom('guardians').where('userid', '=', userid).execute();
  await leaves(null);
  await bela.call('DELETE', `/waitlist/${second._id}`);
  expect((await waiting(classid)).waiting).toMatchObject([{ learnername: 'Łucja Sol', state: 'offered' }]);
});

describe('a place that came free while an account was being deleted is offered', () => {
  const kept = async (keep: (account: { uid: string; userid: string }) => Promise<unknown>) => {
    const { classid, anna, bela, leave } = await waitedFor();
    const account = { uid: anna.user.uid ?? '', userid: anna.user._id };
    const [, second] = (await waiting(classid)).waiting;
    await bela.call('DELETE', `/waitlist/${second._id}`);
    await askToErase(school.db, { uid: account.uid, now: school.clock.now });
    await leave();
    expect(await waiting(classid)).toMatchObject({ free: 1, waiting: [{ state: 'waiting' }] });
    await keep(account);
    expect(await waiting(classid)).toMatchObject({
      free: 0,
      waiting: [{ learnername: 'Łucja Sol', state: 'offered' }],
    });
    expect(await mailsTo(anna, 'seat-offered')).toHaveLength(1);
  };

  test('as soon as it is kept', () =>
    kept(({ uid }) =>
      keepAccount(school.db, ROWS, {
        uid,
        authTime: school.clock.now,
        now: school.clock.now,
      }),
    ));

  test('as soon as its owner has recovered it', () =>
    kept(({ userid }) =>
      transact(school.db, (tx) =>
        endWhatASessionSetUp(tx, userid, {
          because: 'recovery',
          showAnew: () => {},
          rows: ROWS,
          now: school.clock.now,
        }),
      ),
    ));
});
