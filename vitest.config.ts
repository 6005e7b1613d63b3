import { defineConfig } from 'vitest/config';

// Apart from vite.config.ts: React Router's plugin wants a whole app.
export default defineConfig({
  test: {
    // A fault must be found, not waited for; on a busy machine with two cores a hash alone may take a second.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'units', include: ['contract/**/*.test.ts', 'embedded/**/*.test.ts'] } },
    ],
  },
});
