import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * A page reads from right to left where its language does, by nothing but `dir` on its root: what stands along
 * the line is placed by the line's start and end, never by left and right.
 */

const ROOT = join(import.meta.dirname, '..');
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|test-support/.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

const CODE = ['{web,embedded}/**/*.{ts,tsx}', 'server/{http,jobs}/**/*.ts'].flatMap(filesOf);
const STYLES = [
  ...filesOf('{web,embedded}/**/*.css'),
  // Pages and mails that bring their style along.
  ...CODE.filter(({ text }) => /<style|export const STYLES/.test(text)),
];

const SIDE = '(?:left|right)';
const DECLARATIONS = [
  `(?:margin|padding|scroll-margin|scroll-padding|border)-${SIDE}[a-z-]*\\s*:`,
  `border-(?:top|bottom)-${SIDE}-radius\\s*:`,
  `${SIDE}\\s*:`,
  `(?:text-align|float|clear|justify-[a-z]+|transform-origin|[a-z]+-position)\\s*:[^;}]*\\b${SIDE}\\b`,
  `[a-z-]*gradient\\(\\s*to [a-z ]*\\b${SIDE}\\b`,
  'translateX\\(',
].map((pattern) => new RegExp(`(?<![\\w-])${pattern}`, 'g'));

/** Four sides in one declaration: the second is the right, the fourth the left one. */
const FOUR_SIDES =
  /(?<![\w-])(?:margin|padding|inset|border-width):\s*[^\s;]+\s+(?<right>[^\s;]+)\s+[^\s;]+\s+(?<left>[^\s;]+)\s*;/g;

/** What holds from right to left alone is a counterpart, and may name a side. */
const COUNTERPART = /[^{};]*\[dir="rtl"\][^{};]*\{[^{}]*\}/g;

function* placedIn(css: string): Generator<string> {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(COUNTERPART, '');
  for (const pattern of DECLARATIONS) for (const [found] of rules.matchAll(pattern)) yield found;
  for (const { 0: found, groups } of rules.matchAll(FOUR_SIDES)) {
    if (groups?.right !== groups?.left) yield found;
  }
}

/** Names of Tailwind, behind any variants, for which there is one by start or end. */
const CLASSES =
  /(?<=["'`\s:])-?(?:(?:scroll-)?[mp][lr]-[\w[.]+|(?:left|right)-(?:\d|auto|full|px|\[)|(?:border|rounded)(?:-[tb])?-?[lr](?=[-"'`\s])|(?:text|float|clear)-(?:left|right)(?=["'`\s]))/g;

/** Those for which there is none stand beside their counterpart. */
const TURNED =
  /(?<=["'`\s:])-?(?:translate-x|bg-(?:linear|gradient)-to-[tb]?[lr]|origin-[a-z-]*(?:left|right)|mask-[lr])(?=[-"'`\s])/g;

function* namedIn(text: string): Generator<string> {
  for (const [found] of text.matchAll(CLASSES)) yield found;
  for (const line of text.split('\n'))
    if (!line.includes('rtl:')) for (const [found] of line.matchAll(TURNED)) yield found;
}

const all = (sources: typeof CODE, find: (text: string) => Iterable<string>) =>
  sources.flatMap(({ file, text }) => [...find(text)].map((found) => `${file}: ${found}`));

test('no style places anything at the left or the right', () => {
  expect(STYLES.length).toBeGreaterThan(5);
  expect(all(STYLES, placedIn)).toEqual([]);
});

test('no class places anything at the left or the right', () => {
  expect(CODE.length).toBeGreaterThan(500);
  expect(all([...CODE, ...STYLES], namedIn)).toEqual([]);
});
