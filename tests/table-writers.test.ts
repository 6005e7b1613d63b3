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

test('each table is written by one folder', () => {
  const writers = findWriters();
  expect(writers.size).toBeGreaterThan(35);
  const several = [...writers].filter(([, folders]) => folders.size > 1);
  expect(several.map(([table, folders]) => `${table}: ${[...folders].sort().join(', ')}`)).toEqual([]);
});
