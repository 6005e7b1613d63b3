// `npm run languages`: sorts the catalogues, writes the types of the messages, and lists what a language lacks,
// has too many, or takes other arguments for than the English. `--check` only looks; `--types` writes types.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGLISH } from '#languages/languages.ts';
import {
  argumentsOf,
  fileOf,
  LANGUAGES,
  ROOT,
  readCatalogue,
  readFile,
  writtenOf,
} from './languages/catalogue.ts';
import { findWords } from './languages/find-words.ts';

const TYPES = { number: 'number', text: 'string | number', tag: 'Tag' };
const english = readCatalogue(ENGLISH);

function writeTypes(): void {
  const lines = Object.entries(english).map(([id, message]) => {
    const fields = [...argumentsOf(message)].map(([name, kind]) => `${name}: ${TYPES[kind]}`);
    return `  '${id}': { ${fields.join('; ')} };\n`;
  });
  const text = `// Written by scripts/languages.ts from en.json.\nexport type Tag = { readonly tag: unique symbol };\nexport type Messages = {\n${lines.join('')}};\n`;
  const file = join(ROOT, 'languages', 'messages.d.ts');
  if (readOrNone(file) !== text) writeFileSync(file, text);
}

const readOrNone = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const IS_TEST = /^tests\/|\.test(-support)?\.tsx?$/;

/** The ids that stand in the sources as texts of their own; what tests alone name is not used. */
function usedIds(): Set<string> {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const used = new Set<string>();
  for (const file of files.split('\n').filter((name) => name && !IS_TEST.test(name))) {
    const text = readOrNone(join(ROOT, file)) ?? '';
    for (const [, , id = ''] of text.matchAll(/(['"])([a-z][a-z\d]*(?:\.\w+)+)\1/g)) used.add(id);
  }
  return used;
}

const shapeOf = (message: string) =>
  [...argumentsOf(message)]
    .map(([name, kind]) => (kind === 'tag' ? `<${name}>` : name))
    .sort()
    .join(', ');

/** Every fault of the catalogues, a line each. */
function findFaults(): string[] {
  const used = usedIds();
  const unused = Object.keys(english).filter((id) => !used.has(id));
  const faults = unused.map((id) => `en: ${id} is not used`);
  for (const language of LANGUAGES) {
    const messages = readCatalogue(language);
    for (const id of Object.keys(english))
      if (!(id in messages)) faults.push(`${language}: ${id} is missing`);
    for (const [id, message] of Object.entries(messages)) {
      if (!(id in english)) {
        faults.push(`${language}: ${id} is not in English`);
        continue;
      }
      // English without arguments is not read as ICU, and some of its words are given with it.
      const mayQuote = language === ENGLISH && !message.includes('{');
      const quoted = /'/.test(message) && !mayQuote ? `${language}: ${id} has ' where ’ is meant` : undefined;
      if (quoted) faults.push(quoted);
      const [own, first] = [shapeOf(message), shapeOf(english[id] ?? '')];
      if (own !== first)
        faults.push(`${language}: ${id} takes ${own || 'nothing'}, not ${first || 'nothing'}`);
    }
  }
  return faults;
}

/** Names of products, what machines read, and values that choose among the words of a message. */
const NO_WORDS = [
  'web/features/account/panels/browser-name.ts',
  'web/features/account/providers.tsx',
  'web/features/payments/cancel-words.ts',
  'web/routes/robots.ts',
];

/** Words in what people see that are no message. */
function findBareWords(): string[] {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !IS_TEST.test(file) && !NO_WORDS.includes(file.replaceAll('\\', '/')),
  );
  return files.flatMap((file) =>
    findWords(readFileSync(join(ROOT, file), 'utf8'), file).map(
      ({ line, text }) => `${file}:${line} ${text.slice(0, 120)} is no message`,
    ),
  );
}

function sort(): void {
  for (const language of LANGUAGES) writeFileSync(fileOf(language), writtenOf(readFile(language)));
}

const only = process.argv[2];
if (only === undefined) sort();
if (only !== '--check') writeTypes();
if (only !== '--types') {
  const faults = [...findFaults(), ...findBareWords()];
  for (const fault of faults) console.log(fault);
  if (faults.length === 0) console.log(`${Object.keys(english).length} messages in ${LANGUAGES.join(', ')}`);
  if (only === '--check' && faults.length > 0) process.exitCode = 1;
}
