import { defineConfig } from 'vitest/config';

const server = { include: ['server/**/*.test.ts', 'tests/api/**/*.test.ts'] };

// What starts, kills and races whole processes comes after the rest, so that the machine is theirs.
const ALONE = { groupOrder: 1 };

// Apart from vite.config.ts: React Router's plugin wants a whole app.
export default defineConfig({
  test: {
    // A fault must be found, not waited for; on a busy machine with two cores a hash alone may take a second.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['contract/**/*.test.ts', 'embedded/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['embedded/*/browser/**'],
        },
      },
      { extends: true, test: { name: 'sqlite', ...server, provide: { dialect: 'sqlite' } } },
      {
        extends: true,
        // Paying and seats need no waiting list: the same tests, at a school that is put together without it.
        test: {
          name: 'without-waitlist',
          include: ['payments', 'reconciliation', 'seats', 'classes'].map(
            (feature) => `server/features/${feature}/*.test.ts`,
          ),
          provide: { dialect: 'sqlite', waitlist: false },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...server,
          globalSetup: 'tests/support/postgres-setup.ts',
          provide: { dialect: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: 'tests/support/postgres-setup.ts',
          // More rounds take longer, and none of them hangs.
          testTimeout: 300_000 * Number(process.env.FAULT_ROUNDS ?? 1),
          sequence: ALONE,
          provide: { dialect: 'sqlite' },
        },
      },
      {
        extends: true,
        // Several starts of a whole process one after the other, each with its seed.
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          globalSetup: 'tests/support/built-setup.ts',
          testTimeout: 300_000,
          sequence: ALONE,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}', 'embedded/*/browser/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          globalSetup: ['tests/support/card-payments-setup.ts', 'tests/support/school-setup.ts'],
        },
      },
    ],
  },
});
