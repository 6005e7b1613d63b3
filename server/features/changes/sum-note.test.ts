import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatsOf } from '#contract/formats.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { type ChangeRow, insertChange } from './queries.ts';
import { sumNote, withSum } from './sum-note.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const line: ChangeRow = {
  _id: 'line',
  about: 'payment',
  subjectid: 'order',
  subjectname: 'Cello',
  action: 'repaired',
  before: null,
  after: null,
  note: sumNote(144_050, 'eur'),
  learnerid: null,
  actorid: null,
  actorname: null,
  keyname: null,
  createdat: 0,
};

test('a sum in the log is written as the school writes sums now, whatever it was then', () => {
  const readIn = (locale: string | undefined, currency: string) =>
    withSum(line, formatsOf({ locale, currency })).note;
  expect(readIn('en-IE', 'eur')).toBe('€1,440.50');
  expect(readIn(undefined, 'usd')).toBe('€1,440.50');
  expect(readIn('en-AU', 'aud')).toBe('EUR 1,440.50'.replace(' ', '\u00a0'));
});

test('everything else in the log is as it was written', () => {
  const formats = formatsOf({ currency: 'usd' });
  const others = [
    { ...line, note: '$40' },
    { ...line, note: null },
    { ...line, about: 'class' as const, note: '6000 usd' },
  ];
  for (const other of others) expect(withSum(other, formats)).toEqual(other);
});

test('admins read the sum in the log', async () => {
  const admin = await school.signIn('admin');
  const { about, subjectid, subjectname, action } = line;
  const change = { about, subjectid, subjectname, action, note: sumNote(6000, 'usd') };
  await insertChange(school.db, { ...change, actor: null, now: school.clock.now });
  const { items } = (await admin.call('GET', '/changes?about=payment')).body;
  expect(items[0].note).toBe('$60');
});
