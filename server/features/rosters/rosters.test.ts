import { afterAll, beforeAll, expect, test } from 'vitest';
import { STUDENTS_PER_PAGE } from '#contract/rosters.ts';
import { newId } from '#server/database/ids.ts';
import { accountAt } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let clara: Person;

beforeAll(async () => {
  school = await openTestSchool();
  clara = await school.signIn('instructor');
});
afterAll(() => school.close());

async function enrol(classid: string, email: string) {
  const now = school.clock.now;
  const { userid, learnerid } = await accountAt(school.db, { email });
  const orderid = newId(now);
  const order = {
    _id: orderid,
    userid,
    learnerid,
    classid,
    amount: 6000,
    currency: 'usd',
    state: 'enrolled' as const,
    intentid: `pi_${orderid}`,
    clientsecret: null,
    paidat: null,
    cardlast4: null,
    refundid: null,
    refundattempt: 0,
    reason: null,
    workat: null,
    holduntil: now,
    createdat: now,
    updatedat: now,
  };
  await school.db.insertInto('orders').values(order).execute();
  const enrolment = {
    _id: orderid,
    learnerid,
    classid,
    transactionId: `pi_${orderid}`,
    price: 6000,
    currency: 'usd',
    date: now,
  };
  await school.db.insertInto('enrolments').values(enrolment).execute();
}

test('an instructor sees who is enrolled in a class of theirs, by name, and in no other', async () => {
  const { _id: id } = await school.addClass({ instructoremail: clara.email });
  const { _id: other } = await school.addClass({ instructoremail: clara.email });
  const student = await school.signIn('student');
  await enrol(id, 'zoe@elsewhere.example');
  await enrol(id, student.email);
  await enrol(other, student.email);
  const { body } = await clara.call('GET', `/rosters/${id}`);
  expect(body.class._id).toBe(id);
  expect(body.students).toMatchObject([
    { name: student.user.name, email: student.email, date: new Date(school.clock.now).toISOString() },
    { name: 'zoe@elsewhere.example', email: 'zoe@elsewhere.example' },
  ]);
  expect(Object.keys(body.students[0]).sort()).toEqual(['_id', 'date', 'email', 'name', 'photoURL']);
});

test('a long roster comes in pages by name, and says how many students there are in all', async () => {
  const { _id: id } = await school.addClass({ instructoremail: clara.email });
  const count = STUDENTS_PER_PAGE + 2;
  for (let at = 0; at < count; at++) await enrol(id, `pupil-${String(at).padStart(3, '0')}@test.example`);
  const { body: first } = await clara.call('GET', `/rosters/${id}`);
  const { body: second } = await clara.call('GET', `/rosters/${id}?after=${first.next}`);
  expect([first.students.length, second.students.length]).toEqual([STUDENTS_PER_PAGE, 2]);
  expect([first.total, second.total]).toEqual([count, count]);
  const all = [...first.students, ...second.students].map(({ email }: { email: string }) => email);
  expect(all).toEqual(all.toSorted());
  expect(new Set(all).size).toBe(count);
  expect((await clara.call('GET', `/rosters/${id}?before=${second.previous}`)).body).toEqual(first);
});

test('the roster as a file has quotes where they are needed and no formula in it', async () => {
  const { _id: id } = await school.addClass({
    instructoremail: clara.email,
    classname: '=HYPERLINK("http://evil.example")',
  });
  const student = await school.signIn('student');
  await school.db
    .updateTable('users')
    .set({ name: 'Zoë "Zo", Smith\n@SUM(1)' })
    .where('_id', '=', student.user._id)
    .execute();
  await enrol(id, student.email);
  const answer = await school.app.inject({
    url: `/api/rosters/${id}/csv`,
    headers: { authorization: `Bearer ${clara.token}` },
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="roster-${id}.csv"`,
    'cache-control': 'no-store',
  });
  expect(answer.payload).toBe(
    '\ufeffClass,Name,Email,Enrolled\r\n' +
      `"'=HYPERLINK(""http://evil.example"")","Zoë ""Zo"", Smith\n@SUM(1)",${student.email},${new Date(school.clock.now).toISOString()}\r\n`,
  );
});
