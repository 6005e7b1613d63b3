import { defineConfig } from 'vitest/config';

const server = { include: ['server/**/*.test.ts', 'tests/api/**/*.test.ts'] };

// Apart from vite.config.ts: React Router's plugin wants a whole app.
export default defineConfig({
  test: {
    // A fault must be found, not waited for; on a busy machine with two cores a hash alone may take a second.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'units', include: ['contract/**/*.test.ts', 'embedded/**/*.test.ts'] } },
      { extends: true, test: { name: 'sqlite', ...server, provide: { dialect: 'sqlite' } } },
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
          testTimeout: 240_000,
          provide: { dialect: 'sqlite' },
        },
      },
      { extends: true, test: { name: 'process', include: ['tests/process/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          globalSetup: 'tests/support/card-payments-setup.ts',
        },
      },
    ],
  },
});
