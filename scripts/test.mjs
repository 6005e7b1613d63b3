// Runs the checks that a change is tried with, or with CHECKPOINT=1 all but what proofs run (proof/long.ts),
// and closes on one line: `N passed, N failed`. All of them run, so that one red check does not hide another.
// Lint and types are checked beside the tests, which wait now and then, and say what they found when they are
// done.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { installHeadlessChromium } from '#tests/support/chromium.ts';
import { toolOf } from './tool.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'cadenza-reports-'));
const isBrief = !process.env.CHECKPOINT;
const totals = { passed: 0, failed: 0, skipped: 0 };
/** What failed, one line each, listed again at the end for readers of that alone. */
const failures = [];
/** The same of journeys that passed when they were tried again. */
const triedAgain = [];

/**
 * Runs Node with `args`. `beside`: while tests run, so its output is printed in one piece once it has ended.
 */
async function run(title, args, { env = {}, beside = false } = {}) {
  if (!beside) console.log(`\n▸ ${title}`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...(isBrief && { BRIEF: '1' }), ...env },
  });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (beside) console.log(`\n▸ ${title}\n${Buffer.concat(written)}`);
  return status === 0;
}

function count({ passed, failed, skipped }, isGreen) {
  totals.passed += passed;
  totals.skipped += skipped;
  // A runner that ends badly without naming a failed test has failed all the same.
  totals.failed += failed || (isGreen ? 0 : 1);
}

/** A check that is one test: it holds or it does not. */
async function check(title, args) {
  const isGreen = await run(title, args, { beside: true });
  if (!isGreen) failures.push(title);
  count({ passed: isGreen ? 1 : 0, failed: 0, skipped: 0 }, isGreen);
}

async function checkAll() {
  const tsc = toolOf('typescript', 'tsc');
  await check('Lint: style and mistakes', [
    toolOf('@biomejs/biome', 'biome'),
    'check',
    '--error-on-warnings',
    '.',
  ]);
  await check('Directions of imports', ['scripts/directions.mjs']);
  await check('Messages in each language', ['scripts/languages.ts', '--check']);
  await check('Types of the messages', ['scripts/languages.ts', '--types']);
  await check('Types of the routes', [toolOf('@react-router/dev', 'react-router'), 'typegen']);
  await check('Types of the server', [tsc, '-p', 'tsconfig.json']);
  await check('Types of the web', [tsc, '-p', 'tsconfig.web.json']);
  await check('Types of the journeys', [tsc, '-p', 'tsconfig.e2e.json']);
}

function read(file, pick) {
  return existsSync(file)
    ? pick(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
}

/** The journeys that ended so, with what each met: a `flaky` one passed when it was tried again. */
const journeysThat = (ended, { file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === ended))
    .map(({ title, tests }) => [`tests/e2e/${file} › ${title}`, ...metBy(tests)].join('\n')),
  ...suites.flatMap((suite) => journeysThat(ended, suite)),
];

const metBy = (tests) =>
  tests
    .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
    .map(({ message = '', location }) =>
      `${location ? `line ${location.line}: ` : ''}${stripVTControlCharacters(message)}`.slice(0, 1000),
    );

const checked = checkAll();

const units = join(reports, 'vitest.json');
const unitsGreen = await run('Units and API, on SQLite and on PostgreSQL', [
  toolOf('vitest'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${units}`,
]);
count(
  read(units, (report) => {
    for (const { name, status, message, assertionResults } of report.testResults) {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      for (const { fullName, failureMessages } of failed)
        failures.push(`${relative(root, name)} › ${fullName}\n${failureMessages.join('\n').slice(0, 1000)}`);
      if (status === 'failed' && failed.length === 0) failures.push(`${relative(root, name)}\n${message}`);
    }
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  }),
  unitsGreen,
);

const journeys = join(reports, 'playwright.json');
try {
  installHeadlessChromium();
  const journeysGreen = await run(
    'Journeys in Chromium',
    [toolOf('@playwright/test', 'playwright'), 'test'],
    { env: { PLAYWRIGHT_JSON: journeys } },
  );
  count(
    read(journeys, ({ suites, stats }) => {
      failures.push(...suites.flatMap((suite) => journeysThat('unexpected', suite)));
      triedAgain.push(...suites.flatMap((suite) => journeysThat('flaky', suite)));
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
      };
    }),
    journeysGreen,
  );
} catch (error) {
  failures.push(`Journeys in Chromium: ${error.message}`);
  totals.failed += 1;
}

await checked;
rmSync(reports, { recursive: true, force: true });
if (isBrief)
  console.log(
    '\nLeft to a checkpoint: faults, most starts, most journeys, most of PostgreSQL. CHECKPOINT=1 npm test runs these.',
  );
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
const list = (title, found) =>
  found.length > 0 && console.log(`\n${title}:\n${found.map((one) => `  ${one}`).join('\n')}`);
list('Passed when tried again', triedAgain);
list('Failed', failures);
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed > 0 ? 1 : 0);
