import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmCard, enrol, FEE, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool();
  student = await school.signIn('student');
});
afterAll(() => school.close());

const seats = (classid: string) =>
  school.db
    .selectFrom('classes')
    .select(['availableseat', 'heldseats', 'enrolledstudents'])
    .where('_id', '=', classid)
    .executeTakeFirstOrThrow();

test('a student who pays is enrolled: seat taken, selection marked, class listed with its transaction', async () => {
  const wanted = await school.addClass({ availableseat: 2 });
  await student.call('POST', '/select/class/', {
    classid: wanted._id,
    email: student.email,
    enrolled: false,
  });

  const intent = await start(student, wanted._id);
  expect(intent.status).toBe(200);
  expect(intent.body).toEqual({
    clientSecret: expect.stringMatching(/^pi_.+_secret_.+/),
    price: FEE,
    currency: 'usd',
    holduntil: new Date(school.clock.now + 15 * 60_000).toISOString(),
  });
  expect(await seats(wanted._id)).toEqual({ availableseat: 1, heldseats: 1, enrolledstudents: 0 });

  const paid = await confirmCard(school, intent.body.clientSecret);
  expect(paid.body.status).toBe('succeeded');
  const recorded = await record(student, wanted._id, paid.id);
  expect(recorded).toMatchObject({ status: 200, body: { result: { insertedId: expect.any(String) } } });

  expect(await seats(wanted._id)).toEqual({ availableseat: 1, heldseats: 0, enrolledstudents: 1 });
  expect((await student.call('GET', `/selectedclass/${student.email}`)).body).toEqual([]);
  const { body } = await student.call('GET', `/enrolledclasses/${student.email}`);
  expect(body).toEqual([
    {
      _id: recorded.body.result.insertedId,
      classid: wanted._id,
      email: student.email,
      transactionId: paid.id,
      price: FEE,
      currency: 'usd',
      date: new Date(school.clock.now).toISOString(),
      canceluntil: new Date(school.clock.now + 48 * 60 * 60_000).toISOString(),
      cancellable: true,
      result: [expect.objectContaining({ _id: wanted._id, enrolledstudents: 1 })],
    },
  ]);
});

test('an enrolled student still sees a class that was deleted since', async () => {
  const [person, admin] = [await school.signIn('student'), await school.signIn('admin')];
  const wanted = await school.addClass();
  await enrol(school, person, wanted._id);
  expect((await admin.call('DELETE', `/delete/${wanted._id}`)).status).toBe(200);
  const { body } = await person.call('GET', `/enrolledclasses/${person.email}`);
  expect(body[0].result).toEqual([expect.objectContaining({ _id: wanted._id })]);
});
