import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { ConfigError, readConfig } from './config/config.ts';
import { UMASK } from './database/narrow-files.ts';
import { growSchool } from './database/seed/growth/grow-school.ts';
import { SIZES } from './database/seed/growth/sizes.ts';
import { priceOf } from './features/classes/index.ts';
import { printInvoice } from './features/invoices/index.ts';
import { expandPlans } from './features/lessons/index.ts';
import { hasUsers } from './features/users/index.ts';
import { prepareSchool } from './prepare-school.ts';
import { openSchool } from './school.ts';

/*
 * `npm run seed -- --size large` fills an empty DATA_DIR or DATABASE_URL with a school of that size, for
 * measuring and for trying out; `npm start` then opens it as the demo school.
 */

process.umask(UMASK);

/** Says why nothing was done, one sentence a line, and ends. */
function refuse(...sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

const isSize = (name: string): name is keyof typeof SIZES => Object.hasOwn(SIZES, name);

function readSize() {
  const { size = 'demo' } = parseArgs({ options: { size: { type: 'string' } } }).values;
  if (!isSize(size)) refuse(`There is no size ${size}, only: ${Object.keys(SIZES).join(', ')}.`);
  return SIZES[size];
}

function readSettings() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) refuse(...error.faults);
    throw error;
  }
}

const size = readSize();
const config = readSettings();
if (!config.isDemo) refuse('Only a demo school is seeded: a real one begins empty.');
const started = performance.now();
const school = await openSchool(config);
try {
  await school.alone(async (patient) => {
    const { db, importPayments } = school;
    // Rows come in the order of their time into indexes that have another: more of these in memory is less to
    // write twice.
    if (!config.databaseUrl) await sql`pragma cache_size = -262144`.execute(db);
    if (await hasUsers(db))
      refuse('These records hold a school already. Set DATA_DIR or DATABASE_URL to empty ones.');
    if (!importPayments)
      refuse('At a hosted card service nobody can have paid in the past: leave STRIPE_SECRET_KEY out.');
    await prepareSchool(config, school);
    const terms = await school.readSchool();
    const priceOfItem = (item: { price: number }) => priceOf(terms, item);
    const payments = { ...terms, priceOf: priceOfItem, importPayments };
    if (!size) return;
    await growSchool({
      ...{ db, now: school.now(), payments, size, expandPlans, report: console.error },
      printInvoice: (facts) => printInvoice(facts, { ...terms, language: 'en' }),
    });
    // As autovacuum would in a while: until then the planner takes each table for an empty one. It may take
    // longer than a statement has.
    if (config.databaseUrl) await sql`analyze`.execute(patient);
  });
  console.error(`Done in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
} finally {
  await school.close();
}
