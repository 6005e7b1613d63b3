import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import {
  BRIEF_ON_POSTGRES,
  BRIEF_STARTS,
  isBrief,
  LEFT_OUT_OF_FAULTS,
  LEFT_OUT_ON_POSTGRES,
  LEFT_TO_CHECKPOINT,
} from './proof/long.ts';

const server = { include: ['server/**/*.test.ts', 'tests/api/**/*.test.ts'] };

/** The features of paying. */
const MONEY = ['orders', 'ledger', 'enrolments', 'refunds', 'payments', 'reconciliation'];

// What starts, kills and races whole processes comes after the rest. It is mostly waited for, so two files of it share the machine.
const WHOLE_PROCESSES = { sequence: { groupOrder: 1 }, maxWorkers: 2 };

/** Properties are tried with the same values at each run. */
const SEEDS = 'tests/support/seeds.ts';

const FAULTS = {
  extends: true as const,
  test: {
    name: 'faults',
    include: ['tests/faults/**/*.test.ts'],
    exclude: LEFT_OUT_OF_FAULTS,
    globalSetup: ['tests/support/postgres-setup.ts', 'tests/support/faulty-school-setup.ts'],
    // More rounds take longer, and none of them hangs.
    testTimeout: 300_000 * Number(process.env.FAULT_ROUNDS ?? 1),
    ...WHOLE_PROCESSES,
    provide: { dialect: 'sqlite' as const },
  },
};

// Apart from vite.config.ts: React Router's plugin wants a whole app.
export default defineConfig({
  test: {
    // A file of tests leaves nothing behind: what one worker has loaded serves all its files.
    isolate: false,
    maxWorkers: '100%',
    // Schools that are started, killed and started again read their source as the first of them compiled it.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    // A fault must be found, not waited for; on a busy machine with two cores a hash alone may take a second.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is looked for again and again is as slow on such a machine; a second, as it is by default, is too little.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: SEEDS,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: [
            'contract/**/*.test.ts',
            'languages/**/*.test.ts',
            'scripts/languages/*.test.ts',
            'embedded/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: ['embedded/*/browser/**', ...LEFT_TO_CHECKPOINT],
          // Those of a project replace those of all.
          setupFiles: [SEEDS, 'tests/support/cheap-hashes.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          ...server,
          exclude: LEFT_TO_CHECKPOINT,
          provide: { dialect: 'sqlite' },
        },
      },
      {
        extends: true,
        // Paying and seats need no waiting list: the same tests, at a school that is put together without it.
        test: {
          name: 'without-waitlist',
          include: [...MONEY, 'classes'].map((feature) => `server/features/${feature}/**/*.test.ts`),
          exclude: LEFT_TO_CHECKPOINT,
          provide: { dialect: 'sqlite', waitlist: false },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: isBrief ? BRIEF_ON_POSTGRES : server.include,
          exclude: LEFT_OUT_ON_POSTGRES,
          globalSetup: 'tests/support/postgres-setup.ts',
          provide: { dialect: 'postgres' },
        },
      },
      ...(isBrief ? [] : [FAULTS]),
      {
        extends: true,
        // Several starts of a whole process one after the other, each with its seed.
        test: {
          name: 'process',
          include: isBrief ? BRIEF_STARTS : ['tests/process/**/*.test.ts'],
          globalSetup: 'tests/support/built-setup.ts',
          testTimeout: 300_000,
          ...WHOLE_PROCESSES,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}', 'embedded/*/browser/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // A page of its own a file: address, storage and listeners belong to the browser.
          isolate: true,
          setupFiles: [SEEDS, 'tests/support/page-timers.ts'],
          globalSetup: ['tests/support/card-payments-setup.ts', 'tests/support/school-setup.ts'],
        },
      },
    ],
  },
});
