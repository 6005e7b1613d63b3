import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addChildBy } from '#tests/support/families.ts';
import { openPdf, readTree } from '#tests/support/read-pdf.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
let office: Person;
let parent: Person;
let childid: string;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  office = await school.signIn('office');
});
afterAll(() => school.close());
beforeEach(async () => {
  parent = await school.signIn('student');
  childid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
});

const charge = (amount: number, day: string, more = {}) =>
  admin.call('POST', '/charges', {
    ...{ userid: parent.user._id, kind: 'fee', label: 'Exam', amount, day, key: `k${++key}`, ...more },
  });
async function read(path: string, person = parent, language = 'en') {
  const answer = await school.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${await person.issue()}`, 'accept-language': language },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}
const partsOf = async (bytes: Buffer) => {
  const pdf = await openPdf(bytes);
  const parts: string[] = [];
  for (let page = 1; page <= pdf.numPages; page++) parts.push(...(await readTree(await pdf.getPage(page))));
  return parts;
};
const sums = (parts: readonly string[]) =>
  parts.filter((part) => part.startsWith('TD: ')).map((part) => part.slice(4));

test('it has the lines of the page, with what was before and what is open', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Cello' });
  await charge(25, '2026-09-01', { learnerid: childid, classid });
  await charge(5, '2026-09-02', { kind: 'discount', label: 'Early' });
  const { status, headers, bytes } = await read('/account/statement.pdf');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="statement-2026-09-02.pdf"',
    'cache-control': 'private, no-store',
  });
  const { info } = await (await openPdf(bytes)).getMetadata();
  expect(info).toMatchObject({ Title: 'Statement of account', Language: 'en' });
  const parts = await partsOf(bytes);
  expect(parts.slice(parts.indexOf('P: For'))).toEqual([
    'P: For',
    `P: ${parent.user.name}`,
    'P: Period 1 – 2 September 2026',
    'H1: Statement of account',
    'Table:',
    'THead:',
    'TR:',
    'TH: Entry',
    'TH: Amount',
    'TH: Balance',
    'TBody:',
    'TR:',
    'TD:',
    'P: Fee: Exam',
    'P: 1 September 2026 · Cello · Ada Lee',
    'TD: $25.00',
    'TD: $25.00',
    'TR:',
    'TD:',
    'P: Discount: Early',
    'P: 2 September 2026',
    'TD: -$5.00',
    'TD: $20.00',
    'Table:',
    ...['TR:', 'TH: Before 1 September 2026', 'TD: $0.00'],
    ...['TR:', 'TH: To pay', 'TD: $20.00'],
  ]);
  expect(bytes.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
});

test('between two days it begins with the balance before and ends with that of the last', async () => {
  await charge(25, '2026-08-01');
  await charge(10, '2026-08-15');
  await charge(40, '2026-08-31');
  const { bytes, headers } = await read('/account/statement.pdf?from=2026-08-10&to=2026-08-20');
  expect(headers['content-disposition']).toContain('statement-2026-08-20.pdf');
  expect(sums(await partsOf(bytes))).toEqual(['$10.00', '$35.00', '$25.00', '$35.00']);
  const { bytes: none } = await read('/account/statement.pdf?from=2026-09-01&to=2026-09-01');
  expect(sums(await partsOf(none))).toEqual(['$75.00', '$75.00']);
  expect((await read('/account/statement.pdf?to=soon')).status).toBe(400);
});

test('the same lines are the same bytes, on whichever day they are asked for', async () => {
  await charge(25, '2026-08-01');
  const { bytes } = await read('/account/statement.pdf');
  school.clock.now += 1000;
  expect((await read('/account/statement.pdf')).bytes.equals(bytes)).toBe(true);
  await charge(1, '2026-08-01');
  expect((await read('/account/statement.pdf')).bytes.equals(bytes)).toBe(false);
});

test('it is in the language of the request, on the paper of its country, in every script', async () => {
  const change = (languages: string[]) =>
    school.db
      .updateTable('school')
      .set({ languages: JSON.stringify(languages) })
      .execute();
  await change(['en', 'de', 'fr']);
  school.changed(['school']);
  await charge(25, '2026-08-01', { label: 'Экзамен אבג 漢字' });
  const titles = { de: 'Kontoauszug', fr: 'Relevé de compte' };
  for (const [code, title] of Object.entries(titles)) {
    const { bytes } = await read('/account/statement.pdf', parent, code);
    const { info } = await (await openPdf(bytes)).getMetadata();
    expect(info).toMatchObject({ Title: title, Language: code });
    expect((await partsOf(bytes)).join('\n')).toContain('Экзамен');
  }
  await change(['en']);
  school.changed(['school']);
});

describe('who reads it', () => {
  const of = (reader: Person, person = parent) => read(`/families/${person.user._id}/statement.pdf`, reader);

  test('the office and admins read that of every family, others none but their own', async () => {
    await charge(25, '2026-08-01');
    const { bytes } = await read('/account/statement.pdf');
    for (const reader of [office, admin]) {
      const own = await of(reader);
      expect(own.status).toBe(200);
      expect(own.bytes.equals(bytes)).toBe(true);
    }
    for (const reader of [await school.signIn('student'), await school.signIn('instructor'), parent])
      expect((await of(reader)).status).toBe(403);
    expect((await read('/families/unknown/statement.pdf', office)).status).toBe(404);
  });

  test('who signed in with an address of the school’s list, once it is confirmed', async () => {
    const change = school.db.updateTable('users').where('_id', '=', parent.user._id);
    await change.set({ importid: 'list', emailverified: 0 }).execute();
    expect((await read('/account/statement.pdf')).status).toBe(403);
    await change.set({ importid: null, emailverified: 1 }).execute();
    expect((await read('/account/statement.pdf')).status).toBe(200);
  });
});
