// Writes a new noun of the office: `npm run new rentals`, or `npm run new libraries library` where its
// singular is not the plural without the last letter. What it writes are the files of scripts/new, in which
// `things` and `thing` stand for the noun, the lines of LISTS, and the noun's words in each language. It writes
// all of it or, with a sentence that says why, nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGES, readFile, writtenOf } from './languages/catalogue.ts';
import { ROOT } from './marks.mjs';
import { toolOf } from './tool.mjs';

const TEMPLATES = join(ROOT, 'scripts', 'new');
const MIGRATIONS = 'server/database/migrations';

/** Where a noun is listed: where its line goes, and what it imports. */
const LISTS = [
  {
    file: 'contract/nouns.schema.ts',
    at: /$/,
    line: "export { thingEndpoints } from './things/schema.ts';",
  },
  {
    file: 'server/database/schema.ts',
    imports: "import type { ThingRow } from '#server/features/things/tables.ts';",
    at: /(?<=^export type Database = \{\n(?: .*\n)*)(?=\};)/m,
    line: 'things: ThingRow;',
  },
  {
    file: 'server/features/index.ts',
    imports: "import { thingFeature } from './things/feature.ts';",
    at: /(?= {2}\];\n\}\n*$)/,
    line: 'thingFeature({ db, now }),',
  },
  {
    // Its rows name those of others, and none name them: they are moved and erased first.
    file: 'server/features/rows.ts',
    imports: "import { thingRows } from './things/index.ts';",
    at: /(?<=^export const ROWS: Rows = \{\n)/m,
    line: '...thingRows,',
  },
  {
    file: 'web/routes.ts',
    at: /(?<='routes\/admin\/layout\.tsx', \[\n(?: {6}.*\n)*)(?= {4}\]\),)/,
    line: "route('things', 'routes/admin/things.tsx'),",
  },
  {
    // Among the settings of the school, which are the admins'; pages without a label are not in the menu, and
    // stand last.
    file: 'web/routes/admin/layout.tsx',
    imports: "import { Music } from '#web/components/icons/music.tsx';",
    at: /(?=^ {4}\{ to: '[^']+', heading)/m,
    line: "{ to: '/admin/things', label: 'things.things', icon: Music, heading: 'things.things', group: 'areas.group_school', only: 'admin' },",
  },
  {
    file: 'web/features/changes/change-words.ts',
    at: /(?<=^export const THINGS: .*\n(?: .*\n)*)(?=\};)/m,
    line: "thing: 'things.thing',",
  },
  {
    file: 'server/http/openapi/tags.ts',
    at: /(?<=^const ABOUT: .*\n(?: .*\n)*)(?=\};)/m,
    line: "thingEndpoints: 'Things.',",
  },
];

class Refusal extends Error {}

function refuseIf(isRefused, sentence) {
  if (isRefused) throw new Refusal(sentence);
}

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Gives a template's text, or its path, with the noun in it. */
const wordsOf = ([plural, singular]) => {
  const words = { things: plural, thing: singular, Things: capital(plural), Thing: capital(singular) };
  const article = /^[aeiou]/.test(singular) ? 'an' : 'a';
  return (text) =>
    text
      .replace(/\b(a) thing\b/gi, (_, a) => `${a === 'A' ? capital(article) : article} ${singular}`)
      .replaceAll('THING', singular.toUpperCase())
      .replace(/things?/gi, (word) => words[word]);
};

function readNoun([plural = '', singular = plural.replace(/s$/, ''), ...rest]) {
  const isWord = [plural, singular].every((word) => /^[a-z]{3,24}$/.test(word));
  refuseIf(
    !isWord || plural === singular || rest.length > 0,
    'Give the noun in the plural, and in the singular where that is not the plural without its s, in lower case: npm run new rentals, npm run new libraries library.',
  );
  return [plural, singular];
}

const templates = () =>
  globSync('**/*.{ts,tsx}', { cwd: TEMPLATES }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(TEMPLATES, path), 'utf8'),
  }));

/**
 * The noun's words in a language. Those that name it are given in English: there are no patterns for them in
 * scripts/new/languages, where a noun may have any gender and any form.
 */
function messagesOf(language, words) {
  const patternsOf = (code) => {
    const file = join(TEMPLATES, 'languages', `${code}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  };
  const patterns = patternsOf(language);
  const entries = Object.entries(patternsOf('en')).map(([id, english]) => [
    words(id),
    words(patterns[id] ?? english),
    id in patterns,
  ]);
  return {
    text: writtenOf({ ...readFile(language), ...Object.fromEntries(entries) }),
    english: entries.filter(([, , isGiven]) => !isGiven).map(([id]) => id),
  };
}

/** What a noun is called wherever it is one already. */
const TAKEN = [
  "url: '/things[/']",
  '\\b(list|browse)Things\\b',
  '\\b(add|update|delete)Thing\\b',
  '\\bthing(Rows|Calls|Endpoints|Feature)\\b',
  "createTable\\('things'\\)",
  "'/admin/things'",
  "^ {2}thing: '",
];

/** A noun becomes names of variables, of calls, of addresses and of a table. */
function refuseTaken(noun, words) {
  const code = templates()
    .map(({ text }) => text)
    .join('\n');
  for (const word of noun)
    refuseIf(isReserved(word) || new RegExp(`\\b${word}\\b`).test(code), `“${word}” is a word of the code.`);
  const isSaid = Object.keys(readFile('en')).some((id) => id.startsWith(`${noun[0]}.`));
  refuseIf(isSaid, `“${noun[0]}” is taken: languages/en.json has it.`);
  const taken = new RegExp(words(TAKEN.join('|')), 'm');
  const sources = globSync('{contract,server,embedded,web}/**/*.{ts,tsx}', { cwd: ROOT });
  const file = sources.find((one) => !one.includes('.test.') && taken.test(read(one)));
  refuseIf(file, `“${noun[0]}” is taken: ${file} has it.`);
}

function isReserved(word) {
  try {
    new Function(`'use strict'; const ${word} = 0;`);
    return false;
  } catch {
    return true;
  }
}

const compare = (one, other) => {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
};

/** The migration of the release that is being made: its file, and what lists it where it is new. */
function nextMigration(words) {
  const names = globSync('*-release-*.ts', { cwd: join(ROOT, MIGRATIONS) }).filter(
    (name) => !/\.test\./.test(name),
  );
  const last = names.sort().at(-1);
  const [, number, release] = /^(\d+)-release-(.+)\.ts$/.exec(last);
  const { version } = JSON.parse(read('package.json'));
  const imports = (folder) => words(`import { makeThings } from './${folder}/things.ts';`);
  const call = words('await makeThings(db);');
  if (compare(release, version) > 0)
    return {
      folder: number,
      lists: [{ file: `${MIGRATIONS}/${last}`, imports: imports(number), at: /(?=\}\n*$)/, line: call }],
      files: {},
    };
  const [major, minor] = version.split('.').map(Number);
  const folder = String(Number(number) + 1).padStart(3, '0');
  const next = `${major}.${minor + 1}.0`;
  const name = `${folder}-release-${next}`;
  const variable = `release${next.replaceAll('.', '')}`;
  return {
    folder,
    lists: [
      {
        file: `${MIGRATIONS}/index.ts`,
        imports: `import * as ${variable} from './${name}.ts';`,
        at: /(?<=getMigrations: .*\n(?: {6}.*\n)*)(?= {4}\}\),)/,
        line: `'${name}': ${variable},`,
      },
    ],
    files: {
      [`${MIGRATIONS}/${name}.ts`]: [
        "import type { Kysely } from 'kysely';",
        imports(folder),
        '',
        `/** From the records of ${version} to those of ${next}. */`,
        'export async function up(db: Kysely<unknown>): Promise<void> {',
        call,
        '}',
        '',
      ].join('\n'),
    },
  };
}

/** A list with the noun's line, and what it imports before all other imports: the formatter sorts them. */
function withLine({ file, imports, at, line }) {
  const text = read(file);
  const place = text.search(at);
  refuseIf(
    place < 0,
    `${file} is no longer as scripts/new.mjs knows it: put its place for a new line right there.`,
  );
  const listed = `${text.slice(0, place)}${line}\n${text.slice(place)}`;
  return imports && !text.includes(imports) ? listed.replace(/^import /m, `${imports}\nimport `) : listed;
}

function write(args) {
  const noun = readNoun(args);
  const words = wordsOf(noun);
  refuseTaken(noun, words);
  const migration = nextMigration(words);
  const files = { ...migration.files };
  for (const { path, text } of templates())
    files[words(path).replace(`${MIGRATIONS}/next/`, `${MIGRATIONS}/${migration.folder}/`)] = words(text);
  const there = Object.keys(files).find((file) => existsSync(join(ROOT, file)));
  refuseIf(there, `${there} is there already.`);
  const lists = LISTS.map(({ file, imports, at, line }) => ({
    ...{ file, at, line: words(line) },
    imports: imports && words(imports),
  }));
  const catalogues = LANGUAGES.map((language) => ({ language, ...messagesOf(language, words) }));
  const changed = Object.fromEntries([
    ...[...lists, ...migration.lists].map((list) => [list.file, withLine(list)]),
    ...catalogues.map(({ language, text }) => [`languages/${language}.json`, text]),
  ]);

  for (const [file, text] of Object.entries({ ...files, ...changed })) {
    mkdirSync(dirname(join(ROOT, file)), { recursive: true });
    writeFileSync(join(ROOT, file), text);
  }
  const written = [...Object.keys(files), ...Object.keys(changed)];
  const biome = [toolOf('@biomejs/biome', 'biome'), 'check', '--write', '--error-on-warnings', ...written];
  const { status } = spawnSync(process.execPath, biome, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  console.log(`Written:\n${list(files)}\n\nA line more in:\n${list(changed)}`);
  for (const { language, english } of catalogues)
    if (english.length > 0)
      console.log(`\nTo be translated in languages/${language}.json: ${english.join(', ')}.`);
  console.log('\nIts words and columns are yours to change; CONTRIBUTING.md says what else a noun may have.');
  process.exitCode = status;
}

const list = (files) =>
  Object.keys(files)
    .sort()
    .map((file) => `  ${file}`)
    .join('\n');

try {
  write(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
