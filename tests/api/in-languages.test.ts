import { afterAll, beforeAll, expect, test } from 'vitest';
import { t, withLanguage } from '#languages/t.ts';
import { say } from '#server/jobs/letter.ts';
import { insertMail } from '#server/jobs/outbox.ts';
import { readCalendar } from '#tests/support/calendars.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol } from '#tests/support/pay.ts';
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

test('who taught a class and is gone is called so in the mail’s language', async () => {
  const former = withLanguage('de', () => t('users.former_teacher'));
  const leave = (classid: string) =>
    school.db.updateTable('classes').set({ instructorid: null }).where('_id', '=', classid).execute();
  const reader = await school.signIn('student');
  await speaks(reader, 'de');
  const [handed, offered] = [await school.addClass(), await school.addClass({ availableseat: 1 })];
  const seat = { learnerid: reader.learnerid, classid: handed._id, pay: 'cash' };
  await admin.call('POST', '/enrolments', seat);
  const { enrolment } = await enrol(school, student, offered._id);
  await reader.call('POST', '/waitlist', { classid: offered._id });
  await leave(handed._id);
  await leave(offered._id);
  const { email } = await school.signIn('instructor');
  expect((await admin.call('PUT', `/class/teacher/${handed._id}`, { email })).status).toBe(200);
  expect((await student.call('POST', `/enrolments/${enrolment}/cancel`)).status).toBe(200);
  const mails = await mailsOf(school, reader.email);
  const textOf = (kind: string) => mails.find((mail) => mail.kind === kind)?.text;
  for (const kind of ['class-changed', 'seat-offered']) {
    expect(textOf(kind)).toContain(former);
    expect(textOf(kind)).not.toContain('Former teacher');
  }
});

test('what a merge and its undoing do is told in the language of the admin', async () => {
  const [kept, dropped] = [await school.signIn('student'), await school.signIn('student')];
  await school.db
    .updateTable('users')
    .set({ phone: '+49 30 1' })
    .where('_id', '=', dropped.user._id)
    .execute();
  const payload = { keep: kept.user._id, drop: dropped.user._id };
  const asked = { method: 'POST', url: '/families/merge', payload } as const;
  const merged = (await inLanguage({ ...asked, language: 'de' })).json();
  expect(merged.notes).toContain(withLanguage('de', () => t('families.note_contact_copied')));
  const undone = { language: 'fr', method: 'DELETE', url: `/families/merge/${merged.insertedId}` } as const;
  expect((await inLanguage(undone)).json().left).toEqual([
    withLanguage('fr', () => t('families.note_sign_in_again')),
  ]);
});

test('an email that was not sent is listed in the language of the admin, and kept in English', async () => {
  const reader = await school.signIn('student');
  const mail = { kind: 'test', recipient: reader.email, now: school.clock.now };
  const letter = { reader: 'student', paragraphs: [] } as const;
  const subject = say('waitlist.mail_free', { count: 1, class: 'Oboe' });
  await withLanguage('fr', () => insertMail(school.db, { ...mail, ref: '1', subject, letter }));
  await insertMail(school.db, { ...mail, ref: '2', subject, letter, validuntil: school.clock.now });
  await school.db
    .updateTable('mails')
    .set({ workat: null, lasterror: '450' })
    .where('ref', '=', '1')
    .execute();
  await school.work();
  const rows = school.db.selectFrom('mails').select('subject').where('recipient', '=', reader.email);
  const [free, german] = [
    'A place is free in Oboe',
    withLanguage('de', () => t('waitlist.mail_free', { count: 1, class: 'Oboe' })),
  ];
  expect(await rows.execute()).toEqual([{ subject: free }, { subject: free }]);
  const { items } = (await inLanguage({ language: 'de', method: 'GET', url: '/mails/failed/page' })).json();
  const listed = items.filter(({ recipient }: { recipient: string }) => recipient === reader.email);
  expect(listed.map((one: { subject: string; error: string }) => [one.subject, one.error]).sort()).toEqual([
    // What it said is no longer kept.
    [free, withLanguage('de', () => t('mails.too_late'))],
    [german, '450'],
  ]);
});

test('what ended with a recovery is listed in the language of its owner, also what another version has named', async () => {
  const owner = await school.signIn('student');
  const one = { kind: 'calendar', detail: null, createdat: 1 };
  const ended = [
    { ...one, id: '1', title: { say: 'users.former_teacher' } },
    { ...one, id: '2', title: { say: 'users.of_the_next_version' } },
  ];
  const row = { userid: owner.user._id, ended: JSON.stringify(ended), createdat: school.clock.now };
  await school.db.insertInto('recoveries').values(row).execute();
  const asked = { language: 'de', method: 'GET', url: '/account/recovery' } as const;
  expect((await inLanguage(asked, owner)).json().recovered.ended).toMatchObject([
    { id: '1', title: withLanguage('de', () => t('users.former_teacher')) },
    { id: '2', title: '' },
  ]);
});

test('a mail from the identity service to who has chosen no language is in the school’s default', async () => {
  const { body } = await school.call('GET', '/school');
  await admin.call('PUT', '/school', { languages: ['de', 'en', 'fr'], version: body.version });
  const email = 'no-language@test.example';
  const to = (name: string, payload: object) =>
    school.app.inject({
      method: 'POST',
      url: `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=cadenza-web`,
      payload,
    });
  await to('signUp', { email, password: 'Practice!1' });
  await to('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  const [mail] = await mailsOf(school, email);
  const { name } = await school.readSchool();
  expect(mail?.subject).toBe(withLanguage('de', () => t('identity.mail_password', { school: name })));
  expect(mail?.text).toContain('oobCode=');
  expect(mail?.text).not.toContain('lang=');
});
