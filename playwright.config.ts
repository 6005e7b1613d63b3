import { defineConfig } from '@playwright/test';
import { BRIEF_JOURNEYS, EVERY_PAGE, isBrief } from './proof/long.ts';
import { DEMO_SCHOOL } from './server/database/seed/school.ts';
import { findHeadlessChromium } from './tests/support/chromium.ts';

const isOnCi = Boolean(process.env.CI);

export default defineConfig({
  globalSetup: ['./tests/support/built-setup.ts', './tests/support/seeded-setup.ts'],
  testDir: 'tests/e2e',
  testMatch: isBrief ? BRIEF_JOURNEYS.map((file) => `**/${file}`) : '**/*.spec.ts',
  testIgnore: process.env.CHECKPOINT ? EVERY_PAGE.map((file) => `**/${file}`) : [],
  // Each worker runs a school of its own; tests of one file share it and come one after the other.
  workers: 2,
  // A machine that others use too stands still for some seconds now and then. There two more tries tell such a
  // moment from a fault, which fails them all; the report names what needed one.
  timeout: isOnCi ? 120_000 : 90_000,
  retries: isOnCi ? 2 : 0,
  expect: { timeout: isOnCi ? 30_000 : 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON
    ? [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON }]]
    : 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // People sit where the school is, but in the journeys that say otherwise.
    timezoneId: DEMO_SCHOOL.timezone,
    // Recording every journey takes a fifth of its time; `--trace on` records one that fails here.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findHeadlessChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
