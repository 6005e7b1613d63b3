import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';

/* A start that is refused leaves the records to the version that wrote them: here 0.1.0. */

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'school-0.1.0', 'data.sqlite.gz');
const PRODUCTION = {
  ...{
    NODE_ENV: 'production',
    RATE_LIMIT_FACTOR: '1',
    PUBLIC_URL: 'https://school.example',
    CARD_SANDBOX: 'on',
  },
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Crescendo!7',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'office@school.example',
};

let folder: string;
let file: string;
let taken: Server;
let takenPort: string;
const started: ReturnType<typeof spawnSchool>[] = [];

beforeAll(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  takenPort = String(typeof address === 'object' && address?.port);
});
afterAll(() => taken.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-refused-'));
  file = join(folder, 'cadenza.sqlite');
  writeFileSync(file, gunzipSync(readFileSync(FIXTURE)));
});
afterEach(async () => {
  for (const school of started.splice(0)) {
    school.process.kill('SIGKILL');
    await school.exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}) {
  const school = spawnSchool({ DATA_DIR: folder, ...env });
  started.push(school);
  return school;
}

function change(statement: string) {
  const records = new DatabaseSync(file);
  records.exec(statement);
  records.close();
}
/** A school that opened for the public: what marks it as the demo is taken off. */
const asRealSchool = () => change(`delete from settings where key = 'seeded'`);

/** What the records hold, wherever SQLite keeps it: every row of every table, and which those are. */
function digest() {
  const records = new DatabaseSync(file, { readOnly: true });
  const tables = records.prepare('select name, sql from sqlite_schema order by name').all();
  const rows = tables
    .filter(({ sql }) => String(sql).startsWith('create table'))
    .map(({ name }) => records.prepare(`select * from "${name}"`).all());
  records.close();
  return createHash('sha256')
    .update(JSON.stringify([tables, rows]))
    .digest('hex');
}

test.each<[why: string, sentence: RegExp, env: () => Record<string, string>]>([
  ['a setting is wrong', /^CURRENCY /, () => ({ CURRENCY: 'euro' })],
  ['a secret is missing', /^ADMIN_PASSWORD /, () => ({ ...PRODUCTION, ADMIN_PASSWORD: '' })],
  ['the port is taken', /^Port \d+ is already in use/, () => ({ PORT: takenPort })],
  ['the port of the figures is taken', /set METRICS_PORT/, () => ({ METRICS_PORT: takenPort })],
  ['the records are the demo’s', /^These records hold the demo school/, () => PRODUCTION],
  [
    'the records are a school’s',
    /^These records hold a school already/,
    () => {
      asRealSchool();
      return {};
    },
  ],
  [
    'the admin’s address has another password',
    /^ADMIN_EMAIL has an account/,
    () => {
      asRealSchool();
      return { ...PRODUCTION, ADMIN_EMAIL: 'nadia@example.com' };
    },
  ],
  [
    'an embedded service’s tables are those of a newer version',
    /^These records were written by a newer version/,
    () => {
      change(`insert into cards_migrations (name, timestamp) values ('999-of-tomorrow', '2030-01-01')`);
      return {};
    },
  ],
])('a start that is refused since %s changes nothing', async (_, sentence, envOf) => {
  const env = envOf();
  const before = digest();
  const school = start(env);
  expect(await school.exited).toBe(1);
  expect(school.printed()).toMatch(sentence);
  expect(school.printed().trim().split('\n')).toHaveLength(1);
  expect(digest()).toBe(before);
  expect(readdirSync(folder)).not.toContain('outbox');
});

test('what was refused can be started once it is mended, and then is of this version', async () => {
  const before = digest();
  const refused = start(PRODUCTION);
  expect(await refused.exited).toBe(1);
  const school = start();
  await school.listening;
  expect(await stopSchool(school)).toBe(0);
  expect(digest()).not.toBe(before);
});
