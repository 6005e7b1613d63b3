import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * What a checkpoint leaves to `npm run proof`, since it has run on the other database: the code that refuses,
 * counts or logs a call is the same on both. A test holds that a proof runs each file.
 */

const ROOT = join(import.meta.dirname, '..');

/** In a proof, and where the tests of faults are asked for more than once. */
const isProof = Boolean(process.env.PROOF_FILE ?? process.env.FAULT_ROUNDS);

/**
 * On SQLite at a checkpoint, on PostgreSQL too by a proof: they make thousands of calls, or nearly every
 * statement of theirs is one that a shorter file sends PostgreSQL.
 */
export const LONG_ON_POSTGRES = [
  'server/admin/accounts.test.ts',
  'server/database/seed/growth/grow-school.test.ts',
  'server/database/seed/timetable.test.ts',
  'server/features/account/erase-account.test.ts',
  'server/features/account/former-families.test.ts',
  'server/features/billing/run-discounts.test.ts',
  'server/features/blogs/react.test.ts',
  'server/features/busy/busy.test.ts',
  'server/features/classes/age-limits.test.ts',
  'server/features/classes/change-class.test.ts',
  'server/features/classes/opening.test.ts',
  'server/features/enrolments/letters/notify-payer.test.ts',
  'server/features/golive/golive.test.ts',
  'server/features/imports/import-classes.test.ts',
  'server/features/learners/erasure.test.ts',
  'server/features/lessons/lessons.test.ts',
  'server/features/payments/checkout-parts.test.ts',
  'server/features/payments/checkout.test.ts',
  'server/features/payments/late-join.test.ts',
  'server/features/payments/learner-clash.test.ts',
  'server/features/payments/trials/trials-end.test.ts',
  'server/features/recitals/recitals.test.ts',
  'server/features/reconciliation/contradictions.test.ts',
  'server/features/reconciliation/month-places.test.ts',
  'server/features/refunds/any-returns.test.ts',
  'server/features/refunds/family/give-back.test.ts',
  'server/features/refunds/kept-parts.test.ts',
  'server/features/refunds/record-returns.test.ts',
  'server/features/refunds/refunds.test.ts',
  'server/features/refunds/returns-of-checkouts.test.ts',
  'server/features/rehearsal/rehearsal.test.ts',
  'server/features/reports/kept-sums.test.ts',
  'server/features/statement/histories.test.ts',
  'server/features/users/change-role.test.ts',
  'server/features/waitlist/together.test.ts',
  'server/features/webhooks/order.test.ts',
  'server/features/weeks/weeks.test.ts',
  'server/http/limits/limits.test.ts',
  'server/http/openapi/openapi.test.ts',
  'server/prepare-school.test.ts',
  'server/services/services.test.ts',
  'tests/api/access-table.test.ts',
  'tests/api/bad-input.test.ts',
  'tests/api/call-limits.test.ts',
  'tests/api/demo-adds-up.test.ts',
  'tests/api/every-actor.test.ts',
  'tests/api/http.test.ts',
  'tests/api/imported-address.test.ts',
  'tests/api/in-step.test.ts',
  'tests/api/kept-in-languages.test.ts',
  'tests/api/key-rotation.test.ts',
  'tests/api/log.test.ts',
  'tests/api/lost-answers.test.ts',
  'tests/api/mails-about-children.test.ts',
  'tests/api/mails-that-wait.test.ts',
  'tests/api/page-freshness.test.ts',
  'tests/api/pictures.test.ts',
  'tests/api/recovery-walks.test.ts',
  'tests/api/required-second-factor.test.ts',
  'tests/api/second-factor.test.ts',
  'tests/api/sign-in.test.ts',
  'tests/api/thief.test.ts',
  'tests/api/three-programs.test.ts',
  'tests/api/unproved-address.test.ts',
  'tests/api/what-teachers-see.test.ts',
  'tests/api/whose-child.test.ts',
  'tests/api/whose-own.test.ts',
];

/** A checkpoint kills a process once at each point of a payment, a checkout and a plan, on one database. */
export const KILLED_ON_ONE = [
  'tests/faults/killed-on-sqlite.test.ts',
  'tests/faults/checkouts-killed-on-postgres.test.ts',
  'tests/faults/timetable-on-sqlite.test.ts',
];

/** The tests that kill a process at each point of what it does. */
export const KILLS = globSync('tests/faults/*-killed.test.ts', { cwd: ROOT }).sort();

/**
 * The databases on which these kill, with what else differs: at a checkpoint the first, by `npm run proof --
 * kills` all. Where two processes share the one, that comes first.
 */
export const killedOn = <const Kinds extends readonly unknown[]>(...kinds: Kinds): Kinds[number][] =>
  isProof ? [...kinds] : kinds.slice(0, 1);

/** A file that asks no database runs once. */
const ASKS_DATABASE = /#tests\/support\/|inject\(|openSqlite|openPostgres|DatabaseSync/;
const withoutDatabase = globSync('server/**/*.test.ts', { cwd: ROOT }).filter(
  (file) => !ASKS_DATABASE.test(readFileSync(join(ROOT, file), 'utf8')),
);

export const LEFT_OUT_ON_POSTGRES = [...withoutDatabase, ...(isProof ? [] : LONG_ON_POSTGRES)];
export const LEFT_OUT_OF_FAULTS = isProof ? [] : KILLED_ON_ONE;

/**
 * Journeys that go through every page, each for another fault: a checkpoint leaves them to proofs, since its
 * other journeys open each page once for what it does, for its accessibility and at 360 pixels.
 */
export const EVERY_PAGE = [
  'tests/e2e/hostile-words.spec.ts',
  'tests/e2e/large-text.spec.ts',
  'tests/e2e/palette.spec.ts',
  'tests/e2e/pointer.spec.ts',
  'tests/e2e/pseudo.spec.ts',
];

/** Journeys in the languages of a school besides English: a checkpoint walks the first of these, a proof all. */
export const WALKED_IN_LANGUAGES = globSync('tests/e2e/*-in-languages.spec.ts', { cwd: ROOT }).sort();

/** Journeys that a checkpoint walks at one width, and a proof at all that they name. */
export const WALKED_AT_WIDTHS = globSync('tests/e2e/*.spec.ts', { cwd: ROOT })
  .filter((file) => !EVERY_PAGE.includes(file))
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('walkedAt('))
  .sort();

/*
 * `npm test` tries a change in minutes: style, types, everything on SQLite, what is PostgreSQL's own, how the
 * built product starts, and the main journeys. At a checkpoint (`CHECKPOINT=1 npm test`, as continuous
 * integration runs it) it leaves nothing of the above out but what a proof runs, nor do the commands for one kind
 * of tests (`npm run test:faults`).
 */
export const isBrief = Boolean(process.env.BRIEF);

/** What takes longest of what asks no database, or SQLite. */
export const LEFT_TO_CHECKPOINT = isBrief
  ? [
      'embedded/image-host/decode/attacks.test.ts',
      'server/features/refunds/returns-of-checkouts.test.ts',
      'server/features/statement/histories.test.ts',
      'tests/api/every-actor.test.ts',
      'tests/api/three-programs.test.ts',
    ]
  : [];

/** What is PostgreSQL's own, and the rows of every table. */
export const BRIEF_ON_POSTGRES = ['server/database/**/*.test.ts', 'server/features/rows.test.ts'];

export const BRIEF_STARTS = [
  'tests/process/bundles.test.ts',
  'tests/process/npm-start.test.ts',
  'tests/process/production.test.ts',
];

export const BRIEF_JOURNEYS = [
  'tests/e2e/main-journey.spec.ts',
  'tests/e2e/opening.spec.ts',
  'tests/e2e/public-access.spec.ts',
  'tests/e2e/taps.spec.ts',
];
