import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

let school: TestSchool;
let clara: Person;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  [clara, admin] = [await school.signIn('instructor'), await school.signIn('admin')];
});
afterAll(() => school.close());

const form = { classname: 'Cello', image: '/art/cello-480.webp', price: '80', availableseat: 4 };
const read = async (id: string) => (await clara.call('GET', `/class/${id}`)).body;
const update = (person: Person, id: string, change: object) =>
  person.call('PUT', `/class/update/${id}`, change);

describe('ages that a class is for', () => {
  test('are absent from every answer where there are none', async () => {
    const { body } = await clara.call('POST', '/addclass', form);
    expect(Object.keys(await read(body.insertedId))).not.toContain('agefrom');
    const { _id } = await school.addClass();
    for (const path of ['/classes/all', `/class/${_id}`, '/classes/page', '/popularclasses'])
      expect(JSON.stringify((await admin.call('GET', path)).body)).not.toMatch(/agefrom|ageto/);
  });

  test('are those of the form, and one of them may be changed or taken away alone', async () => {
    const { body } = await clara.call('POST', '/addclass', { ...form, agefrom: '6', ageto: 9 });
    expect(await read(body.insertedId)).toMatchObject({ agefrom: 6, ageto: 9 });
    await update(clara, body.insertedId, { ageto: '12' });
    expect(await read(body.insertedId)).toMatchObject({ agefrom: 6, ageto: 12 });
    await update(clara, body.insertedId, { agefrom: '' });
    const { agefrom, ageto } = await read(body.insertedId);
    expect([agefrom, ageto]).toEqual([undefined, 12]);
  });

  test('are in order, whether they come together or one by one', async () => {
    const crossed = { status: 400, body: { code: 'invalid-input', errors: [{ field: 'ageto' }] } };
    expect(await clara.call('POST', '/addclass', { ...form, agefrom: 9, ageto: 8 })).toMatchObject(crossed);
    const { _id } = await school.addClass({ instructoremail: clara.email, agefrom: 6, ageto: 9 });
    expect(await update(clara, _id, { agefrom: 10 })).toMatchObject(crossed);
    expect(await update(clara, _id, { agefrom: 10, ageto: null })).toMatchObject({ status: 200 });
  });

  test('are shown to admins as changed since the approval, also where the approval is of before there were any', async () => {
    const { _id, approvedas } = await school.addClass({ instructoremail: clara.email });
    const { agefrom: _, ageto: __, ...ofBefore } = JSON.parse(approvedas ?? '');
    const old = { approvedas: JSON.stringify(ofBefore) };
    await school.db.updateTable('classes').set(old).where('_id', '=', _id).execute();
    await update(clara, _id, { agefrom: 6 });
    const changed = async () => {
      const { items } = (await admin.call('GET', '/classes/search?status=changed')).body;
      return items.filter((item: { _id: string }) => item._id === _id);
    };
    const [item] = await changed();
    expect(item).toMatchObject({ _id, agefrom: 6, changedat: expect.any(String) });
    expect(item.approvedas).not.toHaveProperty('agefrom');
    await update(clara, _id, { agefrom: '' });
    expect(await changed()).toEqual([]);
    await update(admin, _id, { ageto: 9 });
    expect(await changed()).toEqual([]);
  });
});

const born = (person: Person, day: string | null) =>
  school.db.updateTable('learners').set({ born: day }).where('_id', '=', person.learnerid).execute();

/** A class for the ages 8 and 9 in which somebody has the only seat, or nobody. */
const classFor8and9 = (isFull = false) =>
  school.addClass({ agefrom: 8, ageto: 9, availableseat: isFull ? 0 : 1, enrolledstudents: isFull ? 1 : 0 });

/** On 1 September 2026, where the clocks of these tests stand. */
const DAYS = [
  ['is eight today', '2018-09-01', 200],
  ['is ten tomorrow', '2016-09-02', 200],
  ['is eight tomorrow', '2018-09-02', 'age-outside'],
  ['is ten today', '2016-09-01', 'age-outside'],
  ['has not said when they were born', null, 'born-missing'],
] as const;

describe.each(DAYS)('who %s', (_, day, answer) => {
  const expected = answer === 200 ? { status: 200 } : { status: 409, body: { code: answer } };

  test('selects a class for the ages 8 and 9 by that alone', async () => {
    const student = await school.signIn('student');
    await born(student, day);
    const { _id: classid } = await classFor8and9();
    const body = { classid, email: student.email, enrolled: false };
    expect(await student.call('POST', '/select/class/', body)).toMatchObject(expected);
  });

  testWithWaitlist('waits for it by that alone', async () => {
    const student = await school.signIn('student');
    await born(student, day);
    const { _id: classid } = await classFor8and9(true);
    expect(await student.call('POST', '/waitlist', { classid })).toMatchObject(expected);
  });

  test('pays for it by that alone', async () => {
    const student = await school.signIn('student');
    await born(student, day);
    const { _id: classid } = await classFor8and9();
    expect(await start(student, classid)).toMatchObject(expected);
  });

  test('records a payment that named no class for it by that alone', async () => {
    const student = await school.signIn('student');
    await born(student, day);
    const { _id: classid } = await classFor8and9();
    const { body } = await start(student);
    const { id } = await confirmCard(school, body.clientSecret);
    expect(await record(student, classid, id)).toMatchObject(expected);
  });
});

/** Of a class whose next lesson is on 8 September, after one that has begun and one that is cancelled. */
const BY_LESSON = [
  ['is eight on the day of the next lesson', '2018-09-08', 200],
  ['is eight on the day after it', '2018-09-09', 'age-outside'],
  ['is ten on the day after it', '2016-09-09', 200],
  ['is ten on its day, and nine today', '2016-09-08', 'age-outside'],
] as const;

describe.each(BY_LESSON)('who %s', (_, day, answer) => {
  const expected = answer === 200 ? { status: 200 } : { status: 409, body: { code: answer } };

  async function meeting(isFull = false) {
    const { _id: classid } = await classFor8and9(isFull);
    await addLesson(school.db, { classid, day: '2026-09-01', starttime: '12:00' });
    await addLesson(school.db, { classid, day: '2026-09-02', state: 'cancelled' });
    await addLesson(school.db, { classid, day: '2026-09-08' });
    await addLesson(school.db, { classid, day: '2026-09-15' });
    return classid;
  }

  test('selects, pays for and is given a place in a class for the ages 8 and 9 by that alone', async () => {
    const student = await school.signIn('student');
    await born(student, day);
    const classid = await meeting();
    const body = { classid, email: student.email, enrolled: false };
    expect(await student.call('POST', '/select/class/', body)).toMatchObject(expected);
    expect(await start(student, classid)).toMatchObject(expected);
    const other = await school.signIn('student');
    await born(other, day);
    const byHand = { classid: await meeting(), learnerid: other.learnerid, pay: 'cash' };
    expect(await admin.call('POST', '/enrolments', byHand)).toMatchObject(expected);
  });

  testWithWaitlist('waits for it by that alone', async () => {
    const student = await school.signIn('student');
    await born(student, day);
    const classid = await meeting(true);
    expect(await student.call('POST', '/waitlist', { classid })).toMatchObject(expected);
  });
});

test('who will be too old is told by when, and who is today is told that', async () => {
  const student = await school.signIn('student');
  const { _id: classid } = await classFor8and9();
  await addLesson(school.db, { classid, day: '2026-09-08' });
  const told = async () =>
    (await student.call('POST', '/select/class/', { classid, email: student.email, enrolled: false })).body
      .detail;
  await born(student, '2016-09-08');
  expect(await told()).toBe(
    'This class is for ages 8 to 9, and you will be 10 at the next lesson. Look for another class, or ask the school.',
  );
  const byHand = { classid, learnerid: student.learnerid, pay: 'cash' };
  expect((await admin.call('POST', '/enrolments', byHand)).body.detail).toBe(
    `This class is for ages 8 to 9, and ${student.user.name} will be 10 at the next lesson.`,
  );
  await born(student, '2016-09-01');
  expect(await told()).toContain('and you are 10. Look');
});

test('a free place is for the ages of its class too', async () => {
  const free = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  const student = await free.signIn('student');
  const { _id: classid } = await free.addClass({ price: 0, agefrom: 8 });
  const enrol = () => student.call('POST', `/enrol/${classid}`);
  expect((await enrol()).body.code).toBe('born-missing');
  await student.call('PUT', `/learners/${student.learnerid}`, { born: '1984-05-06' });
  expect((await enrol()).status).toBe(200);
  await free.close();
});

testWithWaitlist('a birthday, or another limit, takes no seat that is offered or held', async () => {
  const [holder, next] = [await school.signIn('student'), await school.signIn('student')];
  const { _id: classid } = await school.addClass({ agefrom: 8, ageto: 9, availableseat: 1 });
  await born(holder, '2018-01-01');
  await born(next, '2016-09-02');
  const { enrolment } = await enrol(school, holder, classid);
  await next.call('POST', '/waitlist', { classid });
  school.clock.now += 24 * 60 * 60_000;
  await holder.call('POST', `/enrolments/${enrolment}/cancel`);
  expect((await start(next, classid)).status).toBe(200);
  await update(admin, classid, { agefrom: 5, ageto: 6 });
  expect((await start(next, classid)).status).toBe(200);
  await enrol(school, next, classid);
});

test('a refusal says which ages a class is for, and of whom it speaks', async () => {
  const student = await school.signIn('student');
  const { _id: classid } = await classFor8and9();
  const select = async () =>
    (await student.call('POST', '/select/class/', { classid, email: student.email, enrolled: false })).body
      .detail;
  expect(await select()).toBe(
    'This class is for ages 8 to 9. Enter your date of birth under My family, then try again.',
  );
  await born(student, '1984-05-06');
  expect(await select()).toBe(
    'This class is for ages 8 to 9, and you are 42. Look for another class, or ask the school.',
  );
});

test('an admin who enrols by hand is told of the ages, and who is not of them, and goes past them knowingly', async () => {
  const student = await school.signIn('student');
  const { _id: classid } = await classFor8and9();
  const byHand = { classid, learnerid: student.learnerid, pay: 'cash' };
  const ages = 'This class is for ages 8 to 9, and';
  expect((await admin.call('POST', '/enrolments', byHand)).body).toMatchObject({
    code: 'born-missing',
    detail: `${ages} the date of birth of ${student.user.name} is missing.`,
  });
  await born(student, '1984-05-06');
  expect(await admin.call('POST', '/enrolments', byHand)).toMatchObject({
    status: 409,
    body: { code: 'age-outside', detail: `${ages} ${student.user.name} is 42.` },
  });
  expect((await admin.call('POST', '/enrolments', { ...byHand, confirmage: true })).status).toBe(200);
});
