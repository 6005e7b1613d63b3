import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { measuredOn, putSection } from './support/sections.ts';

let root: string;
let page: string;

const git = (...args: string[]) => {
  const named = ['-c', 'user.name=Ada', '-c', 'user.email=ada@cadenza.example', ...args];
  return execFileSync('git', named, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
};
const commit = (file: string, text: string) => {
  writeFileSync(join(root, file), text);
  git('add', '.');
  git('commit', '--quiet', '--no-verify', '-m', `Write ${file}`);
};
const put = (title: string, sections?: { title: string; files: string[] }[]) =>
  putSection(page, {
    title,
    text: `## ${title}\n\nOn ${measuredOn(join(root, 'docs'), sections?.[0]?.files)}: a figure.\n\n`,
    introduction: '# Performance\n\n',
    ...(sections && { sections }),
  });
const titles = () => [...readFileSync(page, 'utf8').matchAll(/^## (.*)$/gm)].map(([, title]) => title);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cadenza-sections-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'docs'));
  page = join(root, 'docs', 'performance.md');
});

test('a section says which commit it was measured on', () => {
  git('init', '--quiet');
  commit('code.ts', 'one');
  put('Answers');
  const head = git('rev-parse', '--short=12', 'HEAD');
  expect(readFileSync(page, 'utf8')).toMatch(new RegExp(`On \\d{4}-\\d\\d-\\d\\d at ${head}: a figure`));
});

test('sections stay while only pages are committed, and go with the code that they were measured on', () => {
  git('init', '--quiet');
  commit('code.ts', 'one');
  put('Answers');
  commit('docs/other.md', 'a page');
  commit('CHANGELOG.md', 'a line');
  put('Writes');
  expect(titles()).toEqual(['Answers', 'Writes']);
  commit('code.ts', 'two');
  put('Size');
  expect(titles()).toEqual(['Size']);
});

test('what was measured with changes beside the commit says so, and goes with them', () => {
  git('init', '--quiet');
  commit('code.ts', 'one');
  writeFileSync(join(root, 'code.ts'), 'tried');
  put('Answers');
  expect(readFileSync(page, 'utf8')).toContain(' with changes: a figure');
  put('Writes');
  expect(titles()).toEqual(['Writes']);
});

test('a section stays while other tests than it ran are committed, and goes with its own', () => {
  git('init', '--quiet');
  mkdirSync(join(root, 'tests/e2e'), { recursive: true });
  commit('kills.test.ts', 'one');
  const proofs = [
    { title: 'Kills', files: ['kills.test.ts'] },
    { title: 'Widths', files: ['tests/e2e/widths.spec.ts'] },
    { title: 'Figures', files: [] },
  ];
  for (const { title } of proofs) put(title, proofs);
  commit('other.test.ts', 'one');
  put('Figures', proofs);
  expect(titles()).toEqual(['Kills', 'Widths', 'Figures']);
  commit('tests/e2e/pages.ts', 'one');
  put('Figures', proofs);
  expect(titles()).toEqual(['Kills', 'Figures']);
  writeFileSync(join(root, 'kills.test.ts'), 'tried');
  put('Kills', proofs);
  expect(readFileSync(page, 'utf8')).toContain(' with changes: a figure');
});

test('in a copy without its history every section stays', () => {
  put('Answers');
  put('Writes');
  expect(titles()).toEqual(['Answers', 'Writes']);
});
