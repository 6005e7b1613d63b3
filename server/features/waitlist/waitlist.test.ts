import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOLD_MS } from '#contract/payments/calls.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { confirmCard, enrol, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { joinWaitlist } from './join-waitlist.ts';

let school: TestSchool;
const DAY_MS = 24 * 60 * 60_000;

beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const join_ = (person: Person, classid: string) => person.call('POST', '/waitlist', { classid });
const leave = (person: Person, id: string) => person.call('DELETE', `/waitlist/${id}`);
const lines = async (person: Person) => (await person.call('GET', `/waitlist/${person.email}`)).body;
const seats = (classid: string) => seatsOf(school.db, classid);
const students = (count: number) =>
  Promise.all(Array.from({ length: count }, () => school.signIn('student'))) as Promise<Person[]>;

/** A class with one seat, taken by `holder`, and people who wait for it, in order. */
async function fullClass(waiting: number) {
  const [holder, ...line] = (await students(waiting + 1)) as [Person, ...Person[]];
  const { _id } = await school.addClass({ classname: 'Bassoon', availableseat: 1 });
  const { enrolment } = await enrol(school, holder, _id);
  const entries = [];
  for (const person of line) {
    school.clock.now += 1;
    entries.push((await join_(person, _id)).body);
  }
  const cancel = () => holder.call('POST', `/enrolments/${enrolment}/cancel`);
  return { classid: _id, holder, line: line as [Person, Person, ...Person[]], entries, cancel };
}

describe('joining', () => {
  test('gives the place in the waitlist, once', async () => {
    const { classid, line, entries } = await fullClass(2);
    expect(entries.map(({ position, state }) => ({ position, state }))).toEqual([
      { position: 1, state: 'waiting' },
      { position: 2, state: 'waiting' },
    ]);
    expect((await join_(line[0], classid)).body).toEqual(entries[0]);
    expect(await lines(line[1])).toEqual([entries[1]]);
    expect(entries[1].result).toEqual([expect.objectContaining({ _id: classid, availableseat: 0 })]);
  });

  test('is possible before a class has any seat at all', async () => {
    const [early] = (await students(1)) as [Person];
    const { _id } = await school.addClass({ availableseat: 0 });
    expect(await join_(early, _id)).toMatchObject({ status: 200, body: { position: 1, state: 'waiting' } });
  });

  test('is refused to a student who has deleted the account meanwhile, so that no seat is offered to nobody', async () => {
    const { classid } = await fullClass(0);
    const [leaver] = (await students(1)) as [Person];
    const { db, clock } = school;
    await eraseAccount(db, school.erasing, { uid: leaver.user.uid ?? '', now: clock.now });
    const { learnerid, user } = leaver;
    const caller = { _id: user._id, learnerid, emailverified: user.emailverified };
    const late = {
      classid,
      caller,
      learnerids: [learnerid] as [string],
      familyHoldsPercent: 25,
      day: '2026-09-01',
      now: clock.now,
    };
    await expect(joinWaitlist(db, late)).rejects.toMatchObject({ code: 'session-ended' });
  });

  test('is refused while there are seats, to a student who is enrolled or holds one, and for what is not offered', async () => {
    const { classid, holder } = await fullClass(0);
    const [person] = (await students(1)) as [Person];
    const free = await school.addClass({ availableseat: 1 });
    expect(await join_(person, free._id)).toMatchObject({ status: 409, body: { code: 'seats-free' } });
    await start(person, free._id);
    expect(await join_(person, free._id)).toMatchObject({ status: 409, body: { code: 'seat-held' } });
    expect(await join_(holder, classid)).toMatchObject({ status: 409, body: { code: 'already-enrolled' } });
    const pending = await school.addClass({ availableseat: 0, status: 'pending' });
    expect(await join_(person, pending._id)).toMatchObject({ body: { code: 'class-closed' } });
    expect(await join_(person, 'unknown')).toMatchObject({ status: 404 });
  });
});

describe('a class whose lessons are all over', () => {
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

  test('lets nobody begin to wait, and those who wait keep their place', async () => {
    const { classid, line, entries } = await fullClass(1);
    await addLesson(school.db, { classid, day: dayOf(school.clock.now - DAY_MS) });
    const [late] = (await students(1)) as [Person];
    const over = { status: 409, body: { code: 'class-over' } };
    expect(await join_(late, classid)).toMatchObject(over);
    // The class itself has neither a price nor a lesson any more.
    const { result, ...same } = entries[0];
    expect((await join_(line[0], classid)).body).toMatchObject(same);
  });

  test('offers no seat until it is planned anew', async () => {
    const { classid, line, cancel } = await fullClass(1);
    await addLesson(school.db, { classid, day: dayOf(school.clock.now - DAY_MS) });
    await cancel();
    expect(await seats(classid)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await lines(line[0])).toMatchObject([{ state: 'waiting' }]);
    const [firstday, lastday] = [7, 21].map((days) => dayOf(school.clock.now + days * DAY_MS));
    const plan = {
      weekday: 2,
      starttime: '16:00',
      minutes: 45,
      everyweeks: 1,
      firstday,
      lastday,
      roomid: null,
    };
    const admin = await school.signIn('admin');
    const planned = await admin.call('PUT', `/class/plans/${classid}`, { plans: [plan] });
    expect(planned.status).toBe(200);
    expect(await lines(line[0])).toMatchObject([{ state: 'offered' }]);
    expect(await seats(classid)).toEqual({ free: 0, held: 1, taken: 0 });
  });
});

describe('a freed seat', () => {
  test('is held for the first who waits, who can pay for it; nobody else gets it', async () => {
    const { classid, line, cancel } = await fullClass(2);
    await cancel();
    expect(await seats(classid)).toEqual({ free: 0, held: 1, taken: 0 });
    const offeruntil = new Date(school.clock.now + DAY_MS).toISOString();
    expect(await lines(line[0])).toMatchObject([{ state: 'offered', position: null, offeruntil }]);
    expect(await lines(line[1])).toMatchObject([{ state: 'waiting', position: 1 }]);
    const [passerby] = (await students(1)) as [Person];
    for (const person of [passerby, line[1]]) {
      expect(await start(person, classid)).toMatchObject({ body: { code: 'class-full' } });
    }
    await enrol(school, line[0], classid);
    expect(await seats(classid)).toEqual({ free: 0, held: 0, taken: 1 });
    expect(await lines(line[0])).toEqual([]);
  });

  test('is told by mail, once', async () => {
    const { classid, line, cancel } = await fullClass(1);
    await cancel();
    await school.work();
    await school.work();
    const outbox = join(school.config.dataDir, 'outbox');
    const mails = readdirSync(outbox)
      .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
      .filter((mail) => mail.includes(`To: ${line[0].email}`));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: A place is free in Bassoon');
    expect(mails[0]).toContain(`/student/class/payment/${classid}`);
    expect(mails[0]).toContain('/student/class/selected');
  });

  test('is not told of by mail once it was declined or its student has gone', async () => {
    const { line, entries, cancel } = await fullClass(2);
    await cancel();
    const unsent = async (person: Person) =>
      (await school.db.selectFrom('mails').selectAll().where('recipient', '=', person.email).execute())
        .length;
    expect(await unsent(line[0])).toBe(1);
    await leave(line[0], entries[0]._id);
    expect(await unsent(line[0])).toBe(0);
    expect(await unsent(line[1] as Person)).toBe(1);
    await eraseAccount(school.db, school.erasing, {
      uid: line[1]?.user.uid ?? '',
      now: school.clock.now,
    });
    expect(await unsent(line[1] as Person)).toBe(0);
  });

  test('goes to the next after 24 hours, and to everybody when nobody is left', async () => {
    const { classid, line, cancel } = await fullClass(2);
    await cancel();
    school.clock.now += DAY_MS - 1;
    await school.work();
    expect(await lines(line[0])).toMatchObject([{ state: 'offered' }]);
    school.clock.now += 1;
    expect(await start(line[0], classid)).toMatchObject({ body: { code: 'class-full' } });
    await school.work();
    expect(await lines(line[0])).toEqual([]);
    expect(await lines(line[1])).toMatchObject([{ state: 'offered' }]);
    school.clock.now += DAY_MS;
    await school.work();
    expect(await seats(classid)).toEqual({ free: 1, held: 0, taken: 0 });
  });

  test('that is declined goes to the next at once', async () => {
    const { classid, line, entries, cancel } = await fullClass(2);
    await cancel();
    expect((await leave(line[0], entries[0]._id)).body).toEqual({ deletedCount: 1 });
    expect(await lines(line[1])).toMatchObject([{ state: 'offered' }]);
    expect(await leave(line[0], entries[0]._id)).toMatchObject({ status: 404 });
    expect(await seats(classid)).toEqual({ free: 0, held: 1, taken: 0 });
  });

  test('of a hold that ran out goes to the next who waits too', async () => {
    const { classid, cancel, line } = await fullClass(0);
    await cancel();
    const [slow, waiting] = (await students(2)) as [Person, Person];
    await start(slow, classid);
    await join_(waiting, classid);
    school.clock.now += HOLD_MS;
    await school.work();
    expect(await lines(waiting)).toMatchObject([{ state: 'offered' }]);
    expect(line).toEqual([]);
  });
});

describe('an offer whose payment has begun', () => {
  test('has one deadline on list, payment and hold: the offer’s, after which the next is asked', async () => {
    const { classid, line, cancel } = await fullClass(2);
    await cancel();
    const [offer] = await lines(line[0]);
    school.clock.now += HOLD_MS;
    const opened = await start(line[0], classid);
    expect(opened).toMatchObject({ status: 200, body: { holduntil: offer.offeruntil } });
    expect(await lines(line[0])).toMatchObject([{ state: 'offered', offeruntil: offer.offeruntil }]);
    school.clock.now = Date.parse(offer.offeruntil) - 1000;
    await school.work();
    expect(await seats(classid)).toEqual({ free: 0, held: 1, taken: 0 });
    expect((await start(line[0], classid)).body.clientSecret).toBe(opened.body.clientSecret);
    school.clock.now += 1000;
    await school.work();
    expect((await confirmCard(school, opened.body.clientSecret)).status).toBe(400);
    expect(await lines(line[0])).toEqual([]);
    expect(await lines(line[1])).toMatchObject([{ state: 'offered' }]);
  });

  test('is paid and enrols hours later', async () => {
    const { classid, line, cancel } = await fullClass(1);
    await cancel();
    await start(line[0], classid);
    school.clock.now += 20 * HOLD_MS;
    await school.work();
    await enrol(school, line[0], classid);
    expect(await seats(classid)).toEqual({ free: 0, held: 0, taken: 1 });
  });

  test('and is declined goes to the next once the card service has cancelled it', async () => {
    const { classid, line, entries, cancel } = await fullClass(2);
    await cancel();
    const { body } = await start(line[0], classid);
    await leave(line[0], entries[0]._id);
    await school.work();
    expect((await confirmCard(school, body.clientSecret)).status).toBe(400);
    expect(await lines(line[1])).toMatchObject([{ state: 'offered' }]);
    expect(await seats(classid)).toEqual({ free: 0, held: 1, taken: 0 });
  });
});

test('who leaves the waitlist makes the others move up', async () => {
  const { line, entries } = await fullClass(3);
  await leave(line[0], entries[0]._id);
  expect(await lines(line[1])).toMatchObject([{ position: 1 }]);
  const [stranger] = (await students(1)) as [Person];
  expect(await leave(stranger, entries[1]._id)).toMatchObject({
    status: 404,
    body: { code: 'waitlist-not-found' },
  });
});

test('seats that an instructor adds go to the waitlist first', async () => {
  const clara = await school.signIn('instructor');
  const { classid, line } = await fullClass(3);
  await school.db
    .updateTable('classes')
    .set({ instructorid: clara.user._id })
    .where('_id', '=', classid)
    .execute();
  await clara.call('PUT', `/class/update/${classid}`, { availableseat: 2 });
  expect(await seats(classid)).toEqual({ free: 0, held: 2, taken: 1 });
  const states = await Promise.all(line.map(async (person) => (await lines(person))[0].state));
  expect(states).toEqual(['offered', 'offered', 'waiting']);
});

test('a class that is taken off mails no offer that was not mailed yet, and offers the seat again when it comes back', async () => {
  const admin = await school.signIn('admin');
  const clara = await school.signIn('instructor');
  const { classid, line, cancel } = await fullClass(1);
  await school.db
    .updateTable('classes')
    .set({ instructorid: clara.user._id })
    .where('_id', '=', classid)
    .execute();
  const mails = async () =>
    (await school.db.selectFrom('mails').selectAll().where('recipient', '=', line[0].email).execute()).map(
      ({ kind, sentat, validuntil }) => ({ kind, isSent: sentat !== null, validuntil }),
    );
  await cancel();
  expect(await lines(line[0])).toMatchObject([{ state: 'offered' }]);
  await admin.call('PUT', `/class/denied/${classid}`);
  await school.work();
  expect(await mails()).toEqual([]);
  expect(await lines(line[0])).toMatchObject([{ state: 'waiting', position: 1 }]);
  expect(await seats(classid)).toEqual({ free: 1, held: 0, taken: 0 });

  school.clock.now += DAY_MS / 2;
  await clara.call('PUT', `/class/resubmit/${classid}`);
  await admin.call('PUT', `/class/approved/${classid}`);
  await school.work();
  const validuntil = school.clock.now + DAY_MS;
  expect(await mails()).toEqual([{ kind: 'seat-offered', isSent: true, validuntil }]);
  expect(await seats(classid)).toEqual({ free: 0, held: 1, taken: 0 });
  // A student who was told keeps the offer for as long as the mail says.
  await admin.call('PUT', `/class/denied/${classid}`);
  expect(await lines(line[0])).toMatchObject([{ state: 'offered' }]);
});

test('a class that is deleted has no waitlist any more, and no seat stays held', async () => {
  const admin = await school.signIn('admin');
  const { classid, line, cancel } = await fullClass(2);
  await cancel();
  await admin.call('DELETE', `/delete/${classid}`);
  for (const person of line) expect(await lines(person)).toEqual([]);
  expect(await seats(classid)).toEqual({ free: 1, held: 0, taken: 0 });
});

test('two seats freed at once go to two people', async () => {
  const [one, other, first, second] = (await students(4)) as [Person, Person, Person, Person];
  const { _id } = await school.addClass({ availableseat: 2 });
  const [mine, theirs] = [await enrol(school, one, _id), await enrol(school, other, _id)];
  await join_(first, _id);
  await join_(second, _id);
  await Promise.all([
    one.call('POST', `/enrolments/${mine.enrolment}/cancel`),
    other.call('POST', `/enrolments/${theirs.enrolment}/cancel`),
  ]);
  expect(await lines(first)).toMatchObject([{ state: 'offered' }]);
  expect(await lines(second)).toMatchObject([{ state: 'offered' }]);
  expect(await seats(_id)).toEqual({ free: 0, held: 2, taken: 0 });
});
