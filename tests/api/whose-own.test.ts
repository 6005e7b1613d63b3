import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * What is one's own follows the person, not the role: whoever paid as a student and teaches now is still the
 * one who paid.
 */

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const promote = (person: Person, role: 'instructor' | 'admin') =>
  admin.call('PATCH', `/users/${role}/${person.user._id}`);

describe.each(['instructor', 'admin'] as const)('a student who has been made %s', (role) => {
  test('sees, has the receipt of and cancels what they paid', async () => {
    const person = await school.signIn('student');
    const { _id: classid } = await school.addClass();
    const { enrolment } = await enrol(school, person, classid);
    await promote(person, role);
    const { body } = await person.call('GET', `/enrolledclasses/${person.email}`);
    expect(body).toMatchObject([{ _id: enrolment, cancellable: true }]);
    expect((await person.call('GET', `/receipts/${enrolment}`)).body).toMatchObject({ _id: enrolment });
    const cancelled = await person.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { price: 60 } });
  });

  test('while paying is enrolled, and told so', async () => {
    const person = await school.signIn('student');
    const { _id: classid } = await school.addClass();
    const { body } = await start(person, classid);
    const paid = await confirmCard(school, body.clientSecret);
    await promote(person, role);
    const recorded = await record(person, classid, paid.id);
    expect(recorded).toMatchObject({ status: 200, body: { result: { insertedId: expect.any(String) } } });
  });

  test('takes back a selection and leaves a waiting list, and begins nothing new', async () => {
    const person = await school.signIn('student');
    const { email, learnerid } = person;
    const { _id: classid } = await school.addClass();
    await person.call('POST', '/select/class/', { classid, email });
    const full = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
    const waiting = await insertEntry(school.db, { classid: full._id, learnerid, now: school.clock.now });
    await promote(person, role);
    const [selection] = (await person.call('GET', `/selectedclass/${email}`)).body;
    expect((await person.call('DELETE', `/selectedclass/delete/${selection._id}`)).status).toBe(200);
    expect((await person.call('GET', `/waitlist/${email}`)).body).toMatchObject([{ _id: waiting._id }]);
    expect((await person.call('DELETE', `/waitlist/${waiting._id}`)).status).toBe(200);

    expect((await person.call('POST', '/select/class/', { classid, email })).status).toBe(403);
    expect((await start(person, classid)).status).toBe(403);
    expect((await person.call('POST', '/waitlist', { classid: full._id })).status).toBe(403);
  });

  test('does none of it with what is somebody else’s', async () => {
    const other = await school.signIn('student');
    const { _id: classid } = await school.addClass();
    const { enrolment, transactionId } = await enrol(school, other, classid);
    const person = await school.signIn('student');
    await promote(person, role);
    expect((await record(person, classid, transactionId)).status).toBe(404);
    const isAdmin = role === 'admin';
    expect((await person.call('GET', `/receipts/${enrolment}`)).status).toBe(isAdmin ? 200 : 404);
    expect((await person.call('GET', `/enrolledclasses/${other.email}`)).status).toBe(403);
    expect((await person.call('GET', `/waitlist/${other.email}`)).status).toBe(403);
    const cancelled = await person.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(cancelled.status).toBe(isAdmin ? 200 : 404);
  });
});
