import assert from 'node:assert/strict';
import { report } from '#tests/support/proof.ts';
import { copySource } from '#tests/support/source-copy.ts';

/*
 * A noun as `npm run new` writes it: its types hold, and so do its own tests and those that find a new noun by
 * themselves, on both databases. It is the noun of tests/new.test.ts, which says when it is taken.
 */

const TSC = ['node_modules/typescript/bin/tsc', '--incremental', 'false', '-p'];
const TESTS = [
  'server/features/lockers',
  'server/features/rows.test.ts',
  'server/http/openapi',
  'tests/api/access-table.test.ts',
  'tests/api/log.test.ts',
  'tests/api/changed-meanwhile.test.ts',
  'tests/dialogs.test.ts',
  'tests/words.test.ts',
  'tests/table-writers.test.ts',
];
const PROJECTS = ['units', 'sqlite', 'postgres'].flatMap((name) => ['--project', name]);

const source = copySource();
const checks = [
  ['scripts/new.mjs', 'lockers'],
  ['scripts/languages.ts', '--types'],
  ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
  ...['tsconfig.json', 'tsconfig.web.json', 'tsconfig.e2e.json'].map((config) => [...TSC, config]),
  ['node_modules/vitest/vitest.mjs', 'run', ...PROJECTS, ...TESTS],
].map((args) => source.run(...args));
const { changed, added } = source.written();
source.remove();

const failed = checks.filter(({ status }) => status !== 0);
for (const { out } of failed) console.error(out);
report({
  'files of a new noun': added.length,
  'files that got a line': changed.length,
  'checks of types and tests': checks.length,
  'of these that failed': failed.length,
});
assert.equal(failed.length, 0);
