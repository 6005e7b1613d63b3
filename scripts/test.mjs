// Runs the checks that a change is tried with, or with CHECKPOINT=1 all but what proofs run (proof/long.ts),
// and closes on one line: `N passed, N failed`. All of them run, so that one red check does not hide another.
// Lint and types are checked beside the tests, which wait now and then, and say what they found when they are
// done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

const start = (args, options) =>
  spawn(process.execPath, args, {
    cwd: root,
    ...options,
    env: { ...process.env, ...(isBrief && { BRIEF: '1' }), ...options.env },
  });

/** A check that is one test: it holds or it does not. What it says is printed in one piece once it has ended. */
async function check(title, args) {
  const child = start(args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk));
  const [status] = await once(child, 'close');
  console.log(`\n▸ ${title}\n${Buffer.concat(written)}`);
  if (status === 0) totals.passed += 1;
  else fail(title);
}

/** Characters of what a runner said last. */
const SAID_LAST = 4000;

/**
 * Runs tests, which write `report`, and counts what `read` finds in it. What fails outside of all tests, such as
 * a promise that nothing waits for, is in no report: then the last that the runner said stands for it.
 */
async function test(title, args, { env = {}, report, read }) {
  console.log(`\n▸ ${title}`);
  const child = start(args, { stdio: ['inherit', 'inherit', 'pipe'], env });
  let said = '';
  child.stderr.pipe(process.stderr, { end: false });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    said = (said + chunk).slice(-SAID_LAST);
  });
  const [status] = await once(child, 'close');
  const { passed, failed, skipped } = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: [], skipped: 0 };
  totals.passed += passed;
  totals.skipped += skipped;
  fail(...failed);
  if (status !== 0 && failed.length === 0)
    fail(`${title}: no test, but the run ended with ${status}\n${stripVTControlCharacters(said)}`);
}

function fail(...what) {
  totals.failed += what.length;
  failures.push(...what);
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

/** The tests of a file that failed, or the file itself where it did before its tests. */
function failedIn({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map(
      ({ fullName, failureMessages }) =>
        `${file} › ${fullName}\n${failureMessages.join('\n').slice(0, 1000)}`,
    );
  return status === 'failed' && failed.length === 0 ? [`${file}\n${message}`] : failed;
}

/** The journeys that ended so, with what each met: a `flaky` one passed when it was tried again. */
const journeysThat = (ended, { file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === ended))
    .map(({ title, tests }) => [`tests/e2e/${file} › ${title}`, ...metBy(tests)].join('\n')),
  ...suites.flatMap((suite) => journeysThat(ended, suite)),
];

const metBy = (tests) => tests.flatMap(({ results }) => results.flatMap(({ errors }) => saidIn(errors)));

/** Of Playwright's errors (`TestError`): what a journey met, or what went wrong outside of all. */
const saidIn = (errors) =>
  errors.map(({ message = '', location: at }) => {
    const place = at ? `${relative(root, at.file)}:${at.line}: ` : '';
    return `${place}${stripVTControlCharacters(message)}`.slice(0, 1000);
  });

const checked = checkAll();

const units = join(reports, 'vitest.json');
await test(
  'Units and API, on SQLite and on PostgreSQL',
  [toolOf('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${units}`],
  {
    report: units,
    read: ({ testResults, numPassedTests, numPendingTests, numTodoTests }) => ({
      passed: numPassedTests,
      failed: testResults.flatMap(failedIn),
      skipped: numPendingTests + numTodoTests,
    }),
  },
);

const journeys = join(reports, 'playwright.json');
try {
  installHeadlessChromium();
  await test('Journeys in Chromium', [toolOf('@playwright/test', 'playwright'), 'test'], {
    env: { PLAYWRIGHT_JSON: journeys },
    report: journeys,
    read: ({ suites, stats, errors }) => {
      triedAgain.push(...suites.flatMap((suite) => journeysThat('flaky', suite)));
      return {
        passed: stats.expected + stats.flaky,
        failed: [...suites.flatMap((suite) => journeysThat('unexpected', suite)), ...saidIn(errors)],
        skipped: stats.skipped,
      };
    },
  });
} catch (error) {
  fail(`Journeys in Chromium: ${error.message}`);
}

await checked;
rmSync(reports, { recursive: true, force: true });
if (isBrief)
  console.log(
    '\nLeft to a checkpoint: faults, most starts, most journeys, most of PostgreSQL. CHECKPOINT=1 npm test runs these.',
  );
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
const list = (title, found) => {
  if (found.length > 0) console.log(`\n${title}:\n${found.map((one) => `  ${one}`).join('\n')}`);
};
list('Passed when tried again', triedAgain);
list('Failed', failures);
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed > 0 ? 1 : 0);
