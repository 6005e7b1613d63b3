import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* Each table is written by one folder alone: a feature, or a part of the server that features stand on. */

const SERVER = join(import.meta.dirname, '..', 'server');
const FILES = globSync('**/*.ts', { cwd: SERVER }).filter(
  (file) => !/\.test\.ts$|^database\/(migrations|seed)\//.test(file),
);

/**
 * Statements of the query builder, and of SQL as text. A table that is data of the statement is left to who
 * gives it.
 */
const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'/g,
  /`\s*(?:insert into|update|delete from)\s+(\w+)/gi,
];

const folderOf = (file: string) => file.split('/', file.startsWith('features/') ? 2 : 1).join('/');

/** Which folders write each table. */
function findWriters(): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>();
  for (const file of FILES) {
    const text = readFileSync(join(SERVER, file), 'utf8');
    for (const [, table = ''] of WRITES.flatMap((write) => [...text.matchAll(write)]))
      writers.set(table, (writers.get(table) ?? new Set()).add(folderOf(file)));
  }
  return writers;
}

/** What is written by others than the folder whose name stands first, and why. */
const SEVERAL: Readonly<Record<string, { owner: string; others: Readonly<Record<string, string>> }>> = {
  apikeys: { owner: 'features/keys', others: { auth: 'Notes that a key is used.' } },
  classes: {
    owner: 'features/classes',
    others: {
      'features/plans': 'The version of a plan stands with its class.',
      'features/seats': 'Counters of places are written there alone.',
    },
  },
  enrolments: {
    owner: 'features/enrolments',
    others: { 'features/school': 'Writes down until when a place can be cancelled before the rule changes.' },
  },
  guardians: {
    owner: 'features/learners',
    others: { 'features/families': 'A merge joins guardians, and its undoing parts them.' },
  },
  learners: {
    owner: 'features/learners',
    others: {
      'features/users': 'An account comes with the learner that it is itself.',
      'features/imports': 'Brings families, and takes them back.',
      'features/families': 'A merge gives children to another account.',
    },
  },
  lessons: {
    owner: 'features/lessons',
    others: { 'features/plans': 'Deletes what a plan no longer has and nothing speaks of.' },
  },
  mails: { owner: 'jobs', others: { 'features/mails': 'The office sends a failed mail again.' } },
  orders: {
    owner: 'features/orders',
    others: { 'features/learners': 'What is owed for a child goes with it.' },
  },
  plans: {
    owner: 'features/plans',
    others: { 'features/lessons': 'A class that is handed over has its plan handed over.' },
  },
  settings: {
    owner: 'database',
    others: {
      auth: 'Keys that sign tokens.',
      'features/plans': 'By which data of time zones lessons were made.',
      'features/lessons': 'How far reminders were sent.',
      'features/golive': 'What was proved before opening.',
      'features/payments': 'Until when events of the card service were caught up on.',
    },
  },
  users: {
    owner: 'features/users',
    others: {
      auth: 'Notes what the identity service says of an account.',
      'features/imports': 'Brings families, and takes them back.',
    },
  },
  waitlist: {
    owner: 'features/waitlist',
    others: { 'features/orders': 'An order that came to nothing goes with the offer that it had taken.' },
  },
};

test('a table is written by the folder that owns it, and by another for a reason', () => {
  const writers = findWriters();
  expect(writers.size).toBeGreaterThan(35);
  const several = [...writers].filter(([, folders]) => folders.size > 1);
  expect(Object.fromEntries(several.map(([table, folders]) => [table, [...folders].sort()]))).toEqual(
    Object.fromEntries(
      Object.entries(SEVERAL).map(([table, { owner, others }]) => [
        table,
        [owner, ...Object.keys(others)].sort(),
      ]),
    ),
  );
});
