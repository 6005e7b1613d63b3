import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { VERDICTS } from '#contract/reconciliation/calls.ts';
import { describeRules } from '#server/admin/check-records.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';

/* What the documents name is there: a table that promises a test is worth no more than the file it names. */

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = [
  'bench',
  'contract',
  'docs',
  'embedded',
  'proof',
  'public',
  'scripts',
  'server',
  'tests',
  'web',
];
const paths = new Set(globSync([...FOLDERS, ...FOLDERS.map((folder) => `${folder}/**`), '*'], { cwd: ROOT }));
const names = new Set([...paths].map((path) => basename(path)));

const FILE = /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|mjs|css|md|json)$/;
const FOLDER = new RegExp(`^(${FOLDERS.join('|')})(/[\\w.-]+)*/?$`);

/** A path is one from the root; a name alone may stand beside whatever it speaks of. */
const isThere = (named: string) =>
  named.includes('/') ? paths.has(named.replace(/\/$/, '')) : paths.has(named) || names.has(named);

test.each(globSync('docs/**/*.md', { cwd: ROOT }))('%s names only files that exist', (document) => {
  const quoted = readFileSync(join(ROOT, document), 'utf8').matchAll(/`([^`\n]+)`/g);
  const named = [...quoted]
    .map(([, words = '']) => words)
    .filter((words) => FILE.test(words) || FOLDER.test(words));
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

test.each([...globSync('docs/**/*.md', { cwd: ROOT }), ...globSync('*.md', { cwd: ROOT })])(
  '%s links only to files that exist',
  (document) => {
    const links = readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g);
    const missing = [...links]
      .map(([, link = '']) => join(dirname(document), link))
      .filter((file) => !existsSync(join(ROOT, file)));
    expect(missing).toEqual([]);
  },
);

test('every promise and every limit of docs/security.md names a test', () => {
  const lines = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (promise|what) \|/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  const isTest = (cell = '') => /`[^`]+\.(test|spec)\.ts`|`tests\/(faults|e2e)\/`/.test(cell);
  expect(rows.filter((row) => !isTest(row.split('|').at(-2)))).toEqual([]);
});

/** The first cells of the table that begins with this heading. */
function tableOf(document: string, heading: string): string[][] {
  const text = readFileSync(join(ROOT, 'docs', document), 'utf8');
  const [, table = ''] = text.split(`\n| ${heading} |`);
  const lines = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('docs/payments.md says of every verdict of the money check what it means', () => {
  const rows = tableOf('payments.md', 'Verdict');
  expect(rows.map(([verdict]) => verdict).sort()).toEqual(VERDICTS.map((verdict) => `\`${verdict}\``).sort());
  for (const [verdict, meaning, by] of rows) {
    expect(meaning, verdict).toMatch(/\.$/);
    expect(Boolean(by), verdict).toBe(!['`matched`', '`refunded`'].includes(verdict ?? ''));
  }
});

test('docs/operations.md says of every rule of doctor what holds by it', () => {
  const rows = tableOf('operations.md', 'doctor says');
  expect(rows).toEqual(describeRules().map(({ about, rule }) => [about, rule]));
});

test('every path of a call in docs/api.md is the path of a call', () => {
  const { paths } = openApiDocument({ title: 'Test', version: '0.0.0', url: '' });
  const patterns = Object.keys(paths ?? {}).map(
    (path) => new RegExp(`^${path.replace(/\{.+?\}/g, '[^/]+')}$`),
  );
  const text = readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8');
  const named = [...text.matchAll(/\/api(\/[\w./@-]+)/g)].map(([, path = '']) => path);
  // The head of all calls for programs is no call itself.
  const known = ['/docs', '/openapi.json', '/v1'];
  expect(named.length).toBeGreaterThan(6);
  expect(
    named.filter((path) => !known.includes(path) && !patterns.some((pattern) => pattern.test(path))),
  ).toEqual([]);
});
