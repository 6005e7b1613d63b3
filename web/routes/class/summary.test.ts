import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';

const facts = {
  classname: 'Cello',
  group: 'Adults',
  level: 'Advanced',
  instructorname: 'Clara',
} as const;

test.each([
  ['', 'Cello: advanced level, for adults, with Clara.'],
  ['Bring\n rosin.', 'Bring rosin. Cello: advanced level, for adults, with Clara.'],
  [`${'word '.repeat(30)}end.`, `${'word '.repeat(30)}end.`],
  ['word, '.repeat(60), `${'word, '.repeat(25)}word…`],
  ['x'.repeat(400), `${'x'.repeat(159)}…`],
])('of %j machines are told %j', (description, brief) => {
  expect(summaryOf({ ...facts, description }, { languages: ['en'] })).toBe(brief);
  expect(brief.length).toBeLessThanOrEqual(160);
});
