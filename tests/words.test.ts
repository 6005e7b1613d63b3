import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { readCatalogue } from '#scripts/languages/catalogue.ts';

/*
 * What people read is in the words that docs/words.md names. Every text in the code counts, whether a screen,
 * a mail or a refusal shows it; comments do not.
 */

const ROOT = join(import.meta.dirname, '..');
const SOURCES = globSync(
  [
    'web/**/*.{ts,tsx}',
    'contract/**/*.ts',
    'server/{features,http,markdown}/**/*.ts',
    'server/database/*.ts',
    'embedded/**/*.ts',
  ],
  { cwd: ROOT },
).filter((file) => !/\.test\.tsx?$|test-support/.test(file));

/** Words that no screen and no mail says. */
const BANNED =
  /\b(?:somebody|nobody|everybody|anybody|whoever|whomever|seats?|e-mails?|give back|leave it$)\b/giu;

/** What says one of them all the same, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Available Seat': 'The label of the specification.',
  'Available seats': 'A column of the export, by which programs know it.',
};

type Node = { type?: string; [key: string]: unknown };

/** The texts of a piece of code: literals, templates and what stands between tags. */
function* textsOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* textsOf(one);
  if (!node || typeof node !== 'object' || Array.isArray(node)) return;
  const { type, value, ...rest } = node as Node;
  if (type === 'ImportDeclaration' || isOfCallsAlone(node as Node)) return;
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') yield value;
  if (type === 'TemplateElement') yield String((value as { cooked: string }).cooked);
  yield* textsOf([value, ...Object.values(rest)]);
}

/** The sentence about a call, which only the documentation of calls shows, in the words of the code. */
const isOfCallsAlone = (node: Node) =>
  node.type === 'Property' && ['summary', 'description'].includes((node.key as { name?: string }).name ?? '');

/** A name in code or a piece of a statement is no words. */
const isSaid = (text: string) => /\p{L} |^\p{Lu}\p{Ll}/u.test(text) && !/^[\w.]+ as \w+$/.test(text);

const isRuledOut = (text: string) =>
  isSaid(text) && text.replace(BANNED, '') !== text && !(text in EXCEPTIONS);

const found = (file: string) => {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  return [...textsOf(program)].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(isRuledOut);
};

/** Without the names of arguments, which no one reads. */
const messages = Object.entries(readCatalogue('en')).map(
  ([id, text]) => [id, text.replaceAll(/\{\w+(?=[},])/g, '{')] as const,
);

test('screens and mails say no word that docs/words.md rules out', () => {
  expect(SOURCES.length).toBeGreaterThan(500);
  const said = SOURCES.flatMap((file) => found(file).map((text) => `${file}: ${text}`));
  const messaged = messages.filter(([, text]) => isRuledOut(text)).map((entry) => entry.join(': '));
  expect([...said, ...messaged]).toEqual([]);
});

test('each exception is still said somewhere', () => {
  const all = SOURCES.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const texts = messages.map(([, text]) => text).join('\n');
  for (const text of Object.keys(EXCEPTIONS)) expect(all + texts).toContain(text);
});
