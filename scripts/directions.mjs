// Holds the directions of imports that ARCHITECTURE.md draws: which files may import what, and no cycles
// between features or folders of the server.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The vendors' wire shapes, with the names and addresses that are judged alike everywhere. */
const WIRE = '^contract/(protocols/|fields\\.form\\.ts)';

/** How a statement is written and sent, whosever tables it reads. */
const STATEMENTS = '^statements/';

/** The columns of a feature's tables, as types alone. */
const COLUMNS = '^server/(features/[^/]+|auth|jobs)/tables\\.ts';

const BROWSER = '^embedded/[^/]+/browser/';
const NO_REACT = /^(?!react)/;

/**
 * Files, what they may import besides their own folder (`$1` is the first group), and the only packages they
 * may use. The first line that fits a file counts.
 */
const DIRECTIONS = [
  ['^languages/', ['^languages/'], /^(@messageformat|node:(async_hooks|fs|path))/],
  ['^contract/protocols/', [WIRE], /^zod/],
  ['^(contract|languages)/', ['^(contract|languages)/'], /^zod/],
  ['^statements/', [STATEMENTS], /^kysely/],
  ['^embedded/([^/]+)/browser/', ['^(embedded/$1/browser|languages)/', WIRE]],
  ['^embedded/([^/]+)/', ['^(embedded/$1|languages)/', WIRE, STATEMENTS], NO_REACT],
  [
    '^server/services/',
    [
      '^server/(services|config|database|jobs|http/errors)',
      '^(contract|languages)/',
      STATEMENTS,
      '^embedded/[^/]+/(?!browser)',
    ],
  ],
  ['^server/database/tables\\.ts', ['^server/database/', '^embedded/[^/]+/tables\\.ts']],
  ['^server/database/schema\\.ts', ['^server/database/', COLUMNS]],
  [COLUMNS, ['^(contract|languages)/'], /^kysely/],
  [
    '^server/(main|admin|seed|school|prepare-school|features/index)\\.ts',
    ['^(server|contract|languages)/'],
    NO_REACT,
  ],
  [
    '^server/features/([^/]+)/',
    [
      '^server/features/($1/|[^/]+/index\\.ts|feature\\.ts)',
      '^server/(?!features|main|school)',
      '^(contract|languages)/',
      STATEMENTS,
    ],
    NO_REACT,
  ],
  ['^server/', ['^server/(?!features/[^/]+/(?!index\\.ts))', '^(contract|languages)/', STATEMENTS], NO_REACT],
  [
    '^web/features/([^/]+)/',
    ['^web/(features/$1|components|lib)/', '^(contract|languages|public)/', BROWSER],
  ],
  ['^web/(components|lib)/', ['^web/(components|lib)/', '^(contract|languages)/', BROWSER]],
  ['^web/', ['^(web|contract|languages|public)/', BROWSER]],
].map(([from, may, packages = /^/]) => ({ from: new RegExp(from), may, packages }));

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"\n]+)['"]/g;
const isTest = (file) => /\.test\.tsx?$|\.test-support\.tsx?$/.test(file);

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
const files = listed
  .split('\n')
  .filter(
    (file) =>
      /^(contract|languages|statements|server|embedded|web)\/.*\.tsx?$/.test(file) &&
      existsSync(file) &&
      !isTest(file),
  );
const faults = [];

/** Everything may throw what the one error handler answers, and knows the columns of all tables. */
const OF_ALL = new RegExp(`^server/http/errors\\.ts|${COLUMNS}`);

/**
 * A feature or another folder of the server, or a feature of the web; files outside of all are put together
 * last and belong to none.
 */
const unitOf = (path) =>
  OF_ALL.test(path)
    ? undefined
    : /^((server|web)\/features\/[^/]+|server\/(?!features)[^/]+)\//.exec(path)?.[1];
const imports = new Map();

for (const file of files) {
  const direction = DIRECTIONS.find(({ from }) => from.test(file));
  const group = direction.from.exec(file)[1];
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const [path] = specifier.split('?');
    const target = path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path);
    if (path.startsWith('../')) faults.push(`${file}: ${specifier} (across folders say #area/…)`);
    else if (/^[#.]/.test(path)) {
      const isAllowed = direction.may.some((may) => new RegExp(may.replace('$1', group)).test(target));
      if (!isAllowed && !target.includes('+types/')) faults.push(`${file}: ${specifier}`);
      const [one, other] = [unitOf(file), unitOf(target)];
      if (one && other && one !== other) imports.set(one, (imports.get(one) ?? new Set()).add(other));
    } else if (!direction.packages.test(path)) faults.push(`${file}: ${specifier}`);
  }
}

/** Depth first; a unit met again on its own path closes a cycle. */
function findCycle(unit, path = []) {
  if (path.includes(unit)) return [...path.slice(path.indexOf(unit)), unit];
  for (const next of imports.get(unit) ?? []) {
    const cycle = findCycle(next, [...path, unit]);
    if (cycle) return cycle;
  }
  return undefined;
}
const cycle = [...imports.keys()].map((unit) => findCycle(unit)).find(Boolean);
if (cycle) faults.push(`cycle: ${cycle.join(' → ')}`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
