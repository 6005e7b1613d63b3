import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

const HOUR_MS = 60 * 60_000;
let school: TestSchool;
let clara: Person;
let admin: Person;
let other: Person;

beforeAll(async () => {
  school = await openTestSchool();
  [clara, admin, other] = [
    await school.signIn('instructor'),
    await school.signIn('admin'),
    await school.signIn('admin'),
  ];
});
beforeEach(async () => {
  school.clock.now += 2 * HOUR_MS - (school.clock.now % HOUR_MS);
  await school.db.deleteFrom('mails').execute();
  await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
});
afterAll(() => school.close());

const form = {
  classname: 'Cello for adults',
  image: '/i/cello.webp',
  price: '60',
  availableseat: 12,
  level: 'Advanced',
  group: 'Teens',
  description: 'Bring rosin.',
};
const add = async (by: Person, more = {}): Promise<string> => {
  school.clock.now += 1000;
  const answer = await by.call('POST', '/addclass', { ...form, ...more });
  expect(answer.status).toBe(200);
  return answer.body.insertedId;
};
const decide = async (what: 'approved' | 'denied', id: string, body?: object) => {
  school.clock.now += 1000;
  expect(await admin.call('PUT', `/class/${what}/${id}`, body)).toMatchObject({ status: 200 });
};
const mailsTo = ({ email }: Person) => mailsOf(school, email);
const subjectsTo = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject);

test('the first class of an hour that waits is told to every admin at once, all others by one mail after it', async () => {
  await add(clara);
  expect(await subjectsTo(admin)).toEqual(['A class is waiting: Cello for adults']);
  for (let n = 0; n < 3; n++) await add(clara);
  for (const one of [admin, other])
    expect(await subjectsTo(one)).toEqual([
      'A class is waiting: Cello for adults',
      'More classes are waiting',
    ]);
  await school.work();
  const later = await school.db.selectFrom('mails').selectAll().where('sentat', 'is', null).execute();
  expect(later.map(({ workat }) => Number(workat) % HOUR_MS)).toEqual([0, 0]);
  school.clock.now = Number(later[0]?.workat);
  await school.work();
  // That mail is the one of the hour in which it is sent.
  await add(clara);
  expect(await subjectsTo(admin)).toHaveLength(3);
});

test('an admin who adds a class is not told that it waits, and nobody once none waits any more', async () => {
  await add(admin, { instructoremail: clara.email });
  expect(await subjectsTo(admin)).toEqual([]);
  expect(await subjectsTo(other)).toEqual(['A class is waiting: Cello for adults']);
  const [{ _id = '' } = {}] = await school.db
    .selectFrom('classes')
    .select('_id')
    .where('deletedat', 'is', null)
    .execute();
  await decide('approved', _id);
  expect(await subjectsTo(other)).toEqual([]);
});

test('a teacher is told of each decision, with the reason', async () => {
  const id = await add(clara);
  const said: string[] = [];
  for (let time = 0; time < 2; time++) {
    await decide('denied', id, { feedback: ' Which day? <i>Tuesday</i>\nAnd where? ' });
    said.push('Cello for adults was not approved');
    await clara.call('PUT', `/class/resubmit/${id}`);
  }
  await decide('approved', id);
  await decide('denied', id);
  said.push('Cello for adults is approved', 'Cello for adults was taken off the list');
  expect((await subjectsTo(clara)).sort()).toEqual(said.sort());
  const [first] = await mailsTo(clara);
  expect(first?.text).toMatch(
    /^Your class Cello for adults was not approved\.\n\nThe school wrote:\n\n“Which day\? <i>Tuesday<\/i>\nAnd where\?”\n/,
  );
});

test('feedback is told once for each time that it says something new', async () => {
  const id = await add(clara);
  for (const feedback of ['Nice', 'Nice', 'Very nice', 'Nice']) {
    school.clock.now += 1000;
    await admin.call('PUT', `/class/feedback/${id}`, { feedback });
  }
  expect(await subjectsTo(clara)).toEqual(Array(3).fill('Feedback on Cello for adults'));
});

test('a class that is handed over is told to both teachers and to those who take it; back again, it is told again', async () => {
  const bruno = await school.signIn('instructor');
  const student = await school.signIn('student');
  const id = await add(clara);
  await decide('approved', id);
  await enrol(school, student, id);
  await school.db.deleteFrom('mails').execute();
  for (const to of [bruno, bruno, clara]) {
    school.clock.now += 1000;
    await admin.call('PUT', `/class/teacher/${id}`, { email: to.email });
  }
  const now = 'Cello for adults is now your class';
  const gone = 'Cello for adults has another teacher now';
  expect(await subjectsTo(bruno)).toEqual([now, gone]);
  expect(await subjectsTo(clara)).toEqual([gone, now]);
  const told = await mailsTo(student);
  expect(told.map(({ subject }) => subject)).toEqual([
    'Cello for adults has changed',
    'A class that you take has changed again: Cello for adults',
  ]);
  expect(told[0]?.text).toContain(`Teacher: ${bruno.user.name} (before: ${clara.user.name})`);
});

test('who takes a class is told of its new name, level or group, and of nothing that is not theirs to know', async () => {
  const [student, stranger] = [await school.signIn('student'), await school.signIn('student')];
  const id = await add(clara);
  await decide('approved', id);
  await enrol(school, student, id);
  await enrol(school, stranger, (await school.addClass())._id);
  await school.db.deleteFrom('mails').execute();
  await clara.call('PUT', `/class/update/${id}`, {
    price: '75',
    description: 'Bring a chair.',
    availableseat: 3,
  });
  expect(await subjectsTo(student)).toEqual([]);
  await clara.call('PUT', `/class/update/${id}`, { classname: 'Cello evenings', level: 'Beginner' });
  const told = await mailsTo(student);
  expect(told.map(({ subject }) => subject)).toEqual(['Cello for adults has changed']);
  expect(told[0]?.text).toContain(
    'Name: Cello evenings (before: Cello for adults)\nLevel: Beginner (before: Advanced)\n',
  );
  expect(await subjectsTo(stranger)).toEqual([]);
  expect(await subjectsTo(clara)).toEqual([]);
});

test('a class that changes to and fro is told at once, and again when the hour is over, as it is then', async () => {
  const student = await school.signIn('student');
  const id = await add(clara);
  await decide('approved', id);
  await enrol(school, student, id);
  await school.db.deleteFrom('mails').execute();
  const rename = async (...names: string[]) => {
    for (const classname of names) {
      school.clock.now += 1000;
      const answer = await clara.call('PUT', `/class/update/${id}`, { classname });
      expect(answer.status).toBe(200);
    }
  };
  const sent = async () => {
    while ((await school.work()) > 0);
    const mails = await school.db.selectFrom('mails').selectAll().orderBy('_id').execute();
    return mails.filter(({ sentat }) => sentat !== null).map(({ subject }) => subject);
  };
  const again = 'A class that you take has changed again:';
  await rename('A', 'B', 'A', 'B', 'C');
  const first = ['Cello for adults has changed'];
  expect(await sent()).toEqual(first);
  expect((await mailsTo(student)).at(-1)?.text).toContain(
    `Name: C\nTeacher: ${clara.user.name}\nLevel: Advanced\n`,
  );
  school.clock.now += HOUR_MS - (school.clock.now % HOUR_MS) - 1;
  expect(await sent()).toEqual(first);
  school.clock.now += 1;
  expect(await sent()).toEqual([...first, `${again} C`]);
  // That mail is the one of the hour in which it is sent.
  await rename('D', 'E');
  expect(await subjectsTo(student)).toEqual([...first, `${again} C`, `${again} E`]);
  // What is no longer offered has not changed.
  await admin.call('DELETE', `/delete/${id}`);
  expect(await subjectsTo(student)).toEqual([...first, `${again} C`, 'E is no longer offered']);
});

test('who deletes a class that was on no list takes nothing off it', async () => {
  const id = await add(clara);
  await school.db.deleteFrom('mails').execute();
  await admin.call('DELETE', `/delete/${id}`);
  expect(await mailsTo(clara)).toMatchObject([
    { subject: 'Cello for adults was deleted', text: expect.not.stringContaining('off its list') },
  ]);
});

test('a class that is deleted is told to its teacher and to those who take it, who keep their place', async () => {
  const student = await school.signIn('student');
  const id = await add(clara);
  await decide('approved', id);
  await enrol(school, student, id);
  await school.db.deleteFrom('mails').execute();
  for (let click = 0; click < 2; click++) await admin.call('DELETE', `/delete/${id}`);
  expect(await mailsTo(student)).toMatchObject([
    { kind: 'class-deleted', text: expect.stringContaining('You stay enrolled') },
  ]);
  expect(await subjectsTo(clara)).toEqual(['Cello for adults is no longer offered']);
});

test('an address with a line break gets no mail, even if it is in the records', async () => {
  const eve = await school.signIn('instructor');
  const id = await add(eve);
  const email = 'eve@test.example\nBcc: victim@test.example';
  await school.db.updateTable('users').set({ email }).where('_id', '=', eve.user._id).execute();
  await decide('approved', id);
  expect(await mailsOf(school, email)).toEqual([]);
  expect((await mailsOf(school)).filter(({ kind }) => kind === 'class-approved')).toEqual([]);
});
