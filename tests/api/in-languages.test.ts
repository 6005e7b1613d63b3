import { afterAll, beforeAll, expect, test } from 'vitest';
import { t, withLanguage } from '#languages/t.ts';
import { readCalendar } from '#tests/support/calendars.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

let school: TestSchool;
let admin: Person;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  student = await school.signIn('student');
  const { body } = await school.call('GET', '/school');
  await admin.call('PUT', '/school', { languages: ['en', 'de', 'fr'], version: body.version });
});
afterAll(() => school.close());

type Asked = {
  language: string | undefined;
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  payload?: object;
};

const inLanguage = ({ language, method, url, payload }: Asked, { token } = admin) =>
  school.app.inject({
    method,
    url: `/api${url}`,
    headers: {
      ...(language && { 'accept-language': language }),
      authorization: `Bearer ${token}`,
    },
    ...(payload && { payload }),
  });

test.each([
  [undefined, 'This class does not exist.'],
  ['de-CH, en;q=0.5', 'Diesen Kurs gibt es nicht.'],
  ['fr', 'Ce cours n’existe pas.'],
  ['pt', 'This class does not exist.'],
])('a refusal is said in the language that a call accepts: %s', async (language, detail) => {
  const answer = await inLanguage({ language, method: 'GET', url: '/class/none' });
  expect(answer.json()).toMatchObject({ status: 404, code: 'class-not-found', detail });
});

test.each([
  [undefined, 'Enter a name for the room.', 'name: Enter a name for the room.'],
  ['de', 'Geben Sie dem Raum einen Namen.', 'name: Geben Sie dem Raum einen Namen.'],
  ['fr', 'Donnez un nom à la salle.', 'name\u00a0: Donnez un nom à la salle.'],
])('the fault of a field is said in it, too: %s', async (language, fault, detail) => {
  const answer = await inLanguage({
    language,
    method: 'POST',
    url: '/rooms',
    payload: { name: '', places: 4 },
  });
  expect(answer.json()).toMatchObject({
    code: 'invalid-input',
    detail,
    errors: [{ field: 'name', detail: fault }],
  });
});

test.each([
  [undefined, { items: [] }, 'Choose at least one.'],
  ['de', { items: [] }, 'Wählen Sie mindestens eins aus.'],
  ['de', {}, 'Diese Angabe fehlt.'],
  ['fr', { items: 'none' }, 'Une liste est attendue ici.'],
])('no library’s words reach a person: %s %j', async (language, payload, fault) => {
  const answer = await inLanguage({ language, method: 'POST', url: '/checkout', payload }, student);
  expect(answer.json().errors[0]).toEqual({ field: 'items', detail: fault });
});

test('a body that cannot be read is refused in the language of its call', async () => {
  const answer = await school.app.inject({
    method: 'POST',
    url: '/api/rooms',
    headers: {
      'accept-language': 'de',
      'content-type': 'application/json',
      authorization: `Bearer ${admin.token}`,
    },
    payload: '{',
  });
  expect(answer.json().detail).toBe('Der Inhalt der Anfrage ist kein gültiges JSON.');
});

test.each([
  [undefined, '/reports/users.csv', 'Name,Email,Role,Joined'],
  ['fr', '/reports/users.csv', 'Nom,E-mail,Rôle,Membre depuis'],
  ['fr', '/reports/users.csv?headings=names', 'Name,Email,Role,Joined'],
  [
    'de',
    '/reports/classes.csv',
    'Kurs,Lehrkraft,E-Mail der Lehrkraft,Status,Niveau,Altersgruppe,Preis,Freie Plätze,Angemeldete,Rückmeldung,Angelegt',
  ],
  [
    'de',
    '/reports/payments.csv?month=2026-09&headings=names',
    'Date,Kind,Amount,Currency,Email,Class,Transaction,Reference,Reason,Day,Month,Payer,Receipt,Month total',
  ],
])(
  'a file is headed in the language of its call, and by names for programs: %s %s',
  async (language, url, head) => {
    const { payload } = await inLanguage({ language, method: 'GET', url });
    expect(payload.split('\r\n')[0]).toBe(`\ufeff${head}`);
  },
);

test('who has no name any more is called so in the language of the reader, in a file, too', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Oboe' });
  const { learnerid } = await school.signIn('student');
  await admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' });
  await school.db.updateTable('learners').set({ userid: null }).where('_id', '=', learnerid).execute();
  await school.db.updateTable('classes').set({ instructorid: null }).where('_id', '=', classid).execute();
  const read = async (language: string, url: string) =>
    (await inLanguage({ language, method: 'GET', url })).payload;
  expect(await read('fr', `/rosters/${classid}/csv`)).toContain(
    `Oboe,${withLanguage('fr', () => t('users.former_student'))},,`,
  );
  expect(await read('de', '/reports/classes.csv')).toContain(
    `Oboe,${withLanguage('de', () => t('users.former_teacher'))},,`,
  );
  // To programs a class says the same in each language.
  expect(await read('de', `/class/${classid}`)).toContain('"instructorname":"Former teacher"');
});

const speaks = (person: Person, language: 'de' | 'fr' | null) =>
  school.db.updateTable('users').set({ language }).where('_id', '=', person.user._id).execute();

test('a calendar is in the language of its owner, and that of a class in the school’s', async () => {
  const teacher = await school.signIn('instructor');
  const { _id: classid } = await school.addClass({ classname: 'Geige', instructoremail: teacher.email });
  const lesson = { classid, teacherid: teacher.user._id };
  await addLesson(school.db, {
    ...lesson,
    day: '2026-09-08',
    state: 'cancelled',
    cancelledat: school.clock.now,
  });
  await addLesson(school.db, { ...lesson, day: '2026-09-16', planday: '2026-09-15', state: 'moved' });
  const { body } = await teacher.call('POST', '/account/calendar');
  const events = async (url: string) => {
    // A program's own language is none of its reader's.
    const { payload } = await school.app.inject({ url, headers: { 'accept-language': 'fr' } });
    return readCalendar(payload).events;
  };
  await speaks(teacher, 'de');
  const [cancelled, moved] = await events(new URL(body.url).pathname);
  expect(cancelled).toMatchObject({
    summary: 'Fällt aus: Geige',
    description: `Diese Stunde fällt aus.\nBei ${teacher.user.name}`,
    url: expect.stringMatching(new RegExp(`/de/classes/${classid}$`)),
  });
  expect(moved?.description).toContain('Verlegt, geplant war Dienstag, 15. September 2026.');
  expect((await events(`/api/class/${classid}/calendar.ics`))[0]?.summary).toBe('Cancelled: Geige');
});

test('a mail is in its reader’s language, not in that of the admin who caused it', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Cello' });
  const reader = await school.signIn('student');
  await speaks(reader, 'de');
  await speaks(admin, 'fr');
  await admin.call('POST', '/enrolments', { learnerid: reader.learnerid, classid, pay: 'cash' });
  const { _id: lesson } = await addLesson(school.db, { classid, day: '2026-09-08' });
  const url = `/lessons/${lesson}`;
  const { statusCode } = await inLanguage({ language: 'fr', method: 'DELETE', url, payload: { version: 0 } });
  expect(statusCode).toBe(200);
  const mails = await mailsOf(school, reader.email);
  const cancelled = mails.find(({ subject }) => subject === 'Cello: Eine Stunde fällt aus');
  expect(cancelled?.text).toContain('Dienstag, 8. September 2026');
  expect(cancelled?.text).not.toMatch(/séance|lesson/);
});
