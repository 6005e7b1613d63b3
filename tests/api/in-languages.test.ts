import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

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

type Asked = { language: string | undefined; method: 'GET' | 'POST'; url: string; payload?: object };

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
