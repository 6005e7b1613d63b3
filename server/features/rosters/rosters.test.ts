import { afterAll, beforeAll, expect, test } from 'vitest';
import { STUDENTS_PER_PAGE } from '#contract/rosters/calls.ts';
import { newId } from '#server/database/ids.ts';
import { accountAt, addChild, type Child } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let clara: Person;

beforeAll(async () => {
  school = await openTestSchool();
  clara = await school.signIn('instructor');
});
afterAll(() => school.close());

async function enrol(classid: string, email: string, child?: Child) {
  const now = school.clock.now;
  const { userid, learnerid: selfid } = await accountAt(school.db, { email });
  const learnerid = child ? await addChild(school.db, { userid, ...child }) : selfid;
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
      `"'=HYPERLINK(""http://evil.example"")","Zoë ""Zo"", Smith\n'@SUM(1)",${student.email},${new Date(school.clock.now).toISOString()}\r\n`,
  );
});

const MIA = {
  firstname: 'Mia',
  lastname: 'Berg',
  born: '2016-09-02',
  note: 'No nuts. Her aunt Liv collects her.',
};

test('of a child the roster says the name, an age group, a guardian to write to and the note, and no birthday', async () => {
  const { _id: id } = await school.addClass({ instructoremail: clara.email });
  const parent = await school.signIn('student');
  await enrol(id, parent.email, MIA);
  await enrol(id, parent.email, { firstname: 'Ole', lastname: null });
  const [mia, ole] = (await clara.call('GET', `/rosters/${id}`)).body.students;
  expect(mia).toEqual({
    _id: expect.any(String),
    name: 'Mia Berg',
    agegroup: '8 to 9',
    guardian: parent.user.name,
    email: parent.email,
    note: MIA.note,
    photoURL: null,
    date: new Date(school.clock.now).toISOString(),
  });
  expect(Object.keys(ole).sort()).toEqual(['_id', 'date', 'email', 'guardian', 'name', 'photoURL']);
  const answer = await school.app.inject({
    url: `/api/rosters/${id}/csv`,
    headers: { authorization: `Bearer ${clara.token}` },
  });
  const [head, first, second] = answer.payload.split('\r\n');
  expect(head).toBe('\ufeffClass,Name,Email,Enrolled,Age,Guardian,Note');
  expect(first).toContain(`,8 to 9,${parent.user.name},${MIA.note}`);
  expect(second).toMatch(new RegExp(`,Ole,.*,,${parent.user.name},$`));
  expect(answer.payload).not.toContain(MIA.born);
});

test('an age on the roster is that of the day in the school’s own time zone', async () => {
  const { _id: id } = await school.addClass({ instructoremail: clara.email });
  const admin = await school.signIn('admin');
  await enrol(id, 'liv@home.example', { ...MIA, born: '2016-09-01' });
  const before = school.clock.now;
  const { version } = (await admin.call('GET', '/school')).body;
  const ageIn = async (timezone: string, version: number) => {
    await admin.call('PUT', '/school', { timezone, version });
    return (await clara.call('GET', `/rosters/${id}`)).body.students[0].agegroup;
  };
  // Half an hour into 1 September in London, and still August in New York.
  school.clock.now = Date.UTC(2026, 7, 31, 23, 30);
  expect(await ageIn('Europe/London', version)).toBe('10 to 11');
  expect(await ageIn('America/New_York', version + 1)).toBe('8 to 9');
  await admin.call('PUT', '/school', { timezone: 'UTC', version: version + 2 });
  school.clock.now = before;
});

test('the telephone of a family is for the office’s copy, and neither for the teacher nor for a program', async () => {
  const { _id: id } = await school.addClass({ instructoremail: clara.email });
  const parent = await school.signIn('student');
  await school.db
    .updateTable('users')
    .set({ phone: '+49 30 1234' })
    .where('_id', '=', parent.user._id)
    .execute();
  await enrol(id, parent.email, MIA);
  const admin = await school.signIn('admin');
  for (const by of [admin, await school.signIn('office')])
    expect((await by.call('GET', `/rosters/${id}`)).body.students[0].phone).toBe('+49 30 1234');
  expect((await clara.call('GET', `/rosters/${id}`)).body.students[0]).not.toHaveProperty('phone');
  const { secret } = (await admin.call('POST', '/keys', { name: 'Site', scopes: ['people'] })).body;
  const answer = await school.app.inject({
    url: `/api/rosters/${id}`,
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.payload).not.toContain('1234');
});
