import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { readCatalogue } from '#scripts/languages/catalogue.ts';

/*
 * Every dialog of the screens is opened by a journey; there axe looks at it, which tests/e2e/dialogs.ts sees
 * to.
 */

const ROOT = join(import.meta.dirname, '..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => ({ file, code: readFileSync(join(ROOT, file), 'utf8') }));

type Node = { type?: string; [key: string]: unknown };

function* nodesOf(node: unknown): Generator<Node> {
  if (!node || typeof node !== 'object') return;
  if (!Array.isArray(node)) yield node as Node;
  for (const child of Object.values(node)) yield* nodesOf(child);
}

/** The texts of an expression; what is put into a template is left open. */
function textsOf(expression: unknown): string[] {
  return [...nodesOf(expression)].flatMap((node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type === 'TemplateLiteral') {
      const parts = node.quasis as { value: { cooked: string } }[];
      return [parts.map(({ value }) => value.cooked).join('\0')];
    }
    return [];
  });
}

/** What a pattern of simple means may match, so that titles can be held against it. */
const sampleOf = (pattern: string) =>
  pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\.[*+]/g, 'x')
    .replaceAll('\\', '');

/** The dialogs that journeys open by their name. */
function openedBy({ file, code }: { file: string; code: string }): string[] {
  return [...nodesOf(parseSync(file, code).program)].flatMap((node) => {
    const [role, options] = (node.arguments ?? []) as [Node?, Node?];
    const called = (node.callee as { property?: Node } | undefined)?.property?.name;
    if (called !== 'getByRole' || role?.value !== 'dialog') return [];
    return [...nodesOf(options)].flatMap((one) => {
      const regex = one.regex as { pattern: string } | undefined;
      if (regex) return [sampleOf(regex.pattern)];
      return one.type === 'Literal' || one.type === 'TemplateLiteral' ? textsOf(one) : [];
    });
  });
}

const messages = readCatalogue('en');

/** What a message may say, with its arguments left open. */
function variantsOf(tokens: readonly Token[]): string[] {
  return tokens.reduce<string[]>(
    (before, token) => {
      const here =
        'cases' in token
          ? token.cases.flatMap((one) => variantsOf(one.tokens))
          : [token.type === 'content' ? token.value.replaceAll(/<[^<>]*>/g, '') : '\0'];
      return before.flatMap((text) => here.map((more) => text + more));
    },
    [''],
  );
}

/** A title's texts, by the id of its message or as it stands: a journey opens one of them. */
const titlesOf = (expression: unknown): string[][] =>
  textsOf(expression)
    .filter((text) => !/^[a-z]+$/.test(text))
    .map((text) => {
      const message = messages[text];
      return message === undefined ? [text] : variantsOf(parse(message));
    });

type Place = { file: string; titles: string[][] };

/** Dialogs whose title is said where they stand, and those that are handed theirs. */
function dialogsOf({ file, code }: { file: string; code: string }): Place[] {
  return [...nodesOf(parseSync(file, code).program)].flatMap((node) => {
    const tag = String((node.name as Node | undefined)?.name);
    if (node.type !== 'JSXOpeningElement' || !/Dialog$/.test(tag)) return [];
    const attributes = node.attributes as { name?: { name: string }; value?: unknown }[];
    const title = attributes.find(({ name }) => name?.name === 'title')?.value;
    // A component of its own, which says its title itself.
    if (!title && !/^(?:Confirm|Form|Secret)?Dialog$/.test(tag)) return [];
    return [{ file, titles: titlesOf(title) }];
  });
}

/** Files with a dialog whose title stands elsewhere in them, or is handed on from where it is said. */
const SAID_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'web/components/dialog/confirm-dialog.tsx': [],
  'web/components/dialog/form-dialog.tsx': [],
  'web/components/dialog/secret-dialog.tsx': [],
  'web/features/classes/dialogs/feedback-dialog.tsx': [],
  'web/features/families/several/several-dialog.tsx': ['Enrol learners in \0', 'Enrol in several classes'],
  'web/features/families/movement-dialog.tsx': ['Mark as paid', 'Mark as refunded'],
  'web/features/learners/guardians/guardian-dialog.tsx': [],
  'web/features/learners/learner-dialog.tsx': ['Add a child', 'About you', 'Change \0'],
  'web/features/webhooks/message-log.tsx': ['Test'],
};

/** A title as a pattern: what is put into it may be anything. */
const patternOf = (title: string) => {
  const parts = title.split('\0').map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 'u');
};

const dialogs = read('web/**/*.tsx')
  .filter(({ file }) => !file.endsWith('.test.tsx'))
  .flatMap(dialogsOf);

test('a dialog whose title cannot be read where it stands is named with its titles', () => {
  const silent = dialogs.filter(({ titles }) => titles.length === 0).map(({ file }) => file);
  expect([...new Set(silent)].sort()).toEqual(Object.keys(SAID_ELSEWHERE).sort());
});

test('each dialog of the screens is opened by a journey', () => {
  const opened = read('tests/e2e/*.ts').flatMap(openedBy);
  const elsewhere = Object.values(SAID_ELSEWHERE).flat();
  const titles = [...dialogs.flatMap((dialog) => dialog.titles), ...elsewhere.map((title) => [title])];
  expect(titles.length).toBeGreaterThan(50);
  const unopened = titles.filter(
    (variants) => !variants.some((title) => opened.some((name) => patternOf(title).test(name))),
  );
  expect(unopened).toEqual([]);
});
