import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqlite } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import type { Letter } from '#server/jobs/letter.ts';
import { insertMail } from '#server/jobs/outbox.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { openTestFleet, type TestFleet } from '#tests/support/fleet.ts';
import { startFleetNginx } from '#tests/support/nginx.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';

/*
 * Schools of one machine: made, listed, backed up, examined and upgraded by the commands of a release, with
 * processes that a stand-in for systemd starts by sockets. `npm run proof -- fleet` does it with twenty.
 */

const SCHOOLS = Number(process.env.FLEET_SCHOOLS ?? 4);
const names = Array.from({ length: SCHOOLS }, (_, n) => `school-${String(n + 1).padStart(2, '0')}`);
const [first = '', second = '', third = '', last = ''] = [...names.slice(0, 3), names.at(-1)];

/** How often a command is killed at another moment. */
const ROUNDS = 2 * Number(process.env.FAULT_ROUNDS ?? 1);
/** The rest begin as copies of the first, but in the proof. */
const MADE = process.env.FLEET_SCHOOLS ? names : names.slice(0, 2);

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await openTestFleet();
}, 120_000);
afterAll(() => fleet.close());

const LETTER: Letter = { reader: 'account', paragraphs: [['Take it.']] };
const MAIL = {
  kind: 'TRIED',
  ref: 'fleet',
  recipient: 'family@test.example',
  subject: 'A place is free',
  letter: LETTER,
};

type Listed = {
  name: string;
  state: string;
  version: string;
  records: string;
  bytes: number;
  lastbackup: string | null;
  address: string;
  fault?: string;
};
type Ended = { name: string; state: string; says: string };

const listed = async (): Promise<Listed[]> => JSON.parse((await fleet.run('list', '--json')).out).schools;
const upgrade = async (...args: string[]) => {
  const { code, out } = await fleet.run('upgrade', '--to', fleet.releases.next, '--json', ...args);
  return { code, schools: JSON.parse(out).schools as Ended[] };
};
const runsBy = (name: string) => readlinkSync(fleet.file(name, 'release'));
const journal = () => {
  const file = fleet.file('.fleet', 'upgrade.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};
const stepOf = (name: string): string | undefined => journal()[name]?.step;
const versionOf = async (name: string) => JSON.parse((await fleet.ask(name, '/healthz')).text).version;
const stateOf = (schools: readonly { name: string; state: string }[]) =>
  Object.fromEntries(schools.map(({ name, state }) => [name, state]));

test('schools are made with settings, records and a first admin of their own', async () => {
  for (const name of MADE) expect(await fleet.make(name)).toMatchObject({ code: 0, err: '' });
  const env = readFileSync(fleet.file(first, '.env'), 'utf8');
  expect(statSync(fleet.file(first, '.env')).mode & 0o777).toBe(0o600);
  expect(statSync(fleet.file(first)).mode & 0o777).toBe(0o700);
  for (const line of ['NODE_ENV=production', 'TRUST_PROXY=unix', 'IDLE_EXIT_S=60', 'FROM_THE_FILE=yes'])
    expect(env.split('\n')).toContain(line);
  const passwords = MADE.map(
    (name) => /^ADMIN_PASSWORD="(.*)"$/m.exec(readFileSync(fleet.file(name, '.env'), 'utf8'))?.[1],
  );
  expect(new Set(passwords).size).toBe(MADE.length);
  expect(fleet.rows(second, 'select email, role from users')).toEqual([
    { email: `head@${second}.example`, role: 'admin' },
  ]);
  fleet.keep(first);
  for (const name of names) if (!MADE.includes(name)) fleet.copy(name);
  expect(await listed()).toMatchObject(
    names.map((name) => ({
      name,
      state: 'stopped',
      records: '003-release-0.3.0',
      lastbackup: null,
      address: `https://${name}.schools.example`,
    })),
  );
  report({ 'schools made': MADE.length });
});

test.each([
  [['Not A Name'], 'is no name of a school'],
  [[first], 'is there already'],
  [['other', '--url', `https://${first}.schools.example`], 'has the address'],
  [['other', '--url', 'http://school.example'], 'PUBLIC_URL must begin with https://'],
  [['other', '--url', 'https://a"b'], 'no quotes'],
  [['other', '--release', '/tmp'], 'is no folder of an unpacked release'],
  [['other', '--settings', '/nonexistent'], 'cannot be read'],
])('what cannot be made is refused, and leaves nothing: %j', async (args, says) => {
  const before = readdirSync(fleet.root).sort();
  const { code, err } = await fleet.make(...(args as [string, ...string[]]));
  expect([code, err]).toEqual([1, expect.stringContaining(says)]);
  expect(readdirSync(fleet.root).sort()).toEqual(before);
  expect(readdirSync(fleet.file('.fleet', 'making'))).toEqual([]);
});

test('a school whose start is refused is not made', async () => {
  const settings = join(fleet.folder, 'wrong');
  writeFileSync(settings, 'CARD_SANDBOX=on\nDATABASE_URL=postgres://nowhere@127.0.0.1:9/none\n');
  const { code, err } = await fleet.make('other', '--settings', settings);
  expect([code, err]).toEqual([1, expect.stringContaining('cannot be reached')]);
  expect(existsSync(fleet.file('other'))).toBe(false);
});

test('a sleeping school is woken by a visitor, whose address it knows, and is asleep again', async () => {
  const settings = fleet.file(first, '.env');
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8')
      .replace('IDLE_EXIT_S=60', 'IDLE_EXIT_S=2')
      .replace('LOG_LEVEL=error', 'LOG_LEVEL=info'),
  );
  for (const name of names) await fleet.open(name);
  expect(stateOf(await listed())).toEqual(Object.fromEntries(names.map((name) => [name, 'asleep'])));
  const page = await fleet.ask(first, '/classes');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1');
  expect(stateOf(await listed())[first]).toBe('running');
  await fleet.units.asleep(first);
  expect(stateOf(await listed())[first]).toBe('asleep');
  report({ 'milliseconds to wake one': Math.round(page.ms) });
});

test('what has become due while a school slept is done once its timer wakes it', async () => {
  const outbox = fleet.file(first, 'data', 'outbox');
  const before = existsSync(outbox) ? readdirSync(outbox).length : 0;
  const records = openSqlite<AllTables>(fleet.file(first, 'data'));
  await insertMail(records.db, { ...MAIL, now: Date.now() });
  await records.close();
  // As cadenza@.timer does.
  await fleet.units.systemctl('start', `cadenza@${first}.service`);
  await fleet.units.asleep(first);
  expect(readdirSync(outbox)).toHaveLength(before + 1);
  expect(fleet.rows(first, "select sentat is not null as issent from mails where kind = 'TRIED'")).toEqual([
    { issent: 1 },
  ]);
});

test('backups of all are whole, and one that fails neither stops the others nor is kept quiet', async () => {
  const folder = join(fleet.folder, 'backups');
  const settings = fleet.file(second, '.env');
  const right = readFileSync(settings, 'utf8');
  writeFileSync(settings, `${right}PORT=none\n`);
  const { code, out } = await fleet.run('backup', '--to', folder, '--json');
  writeFileSync(settings, right);
  const { schools } = JSON.parse(out) as { schools: { name: string; ok: boolean; file: string }[] };
  expect(code).toBe(1);
  expect(schools.map(({ name, ok }) => [name, ok])).toEqual(names.map((name) => [name, name !== second]));
  expect((await fleet.run('backup', second, '--to', folder)).code).toBe(0);
  expect(readdirSync(folder)).toHaveLength(SCHOOLS);
  for (const one of await listed()) expect(one.lastbackup).toMatch(/^20\d\d-/);
  // As an operator would, on another machine.
  const to = join(fleet.folder, 'restored');
  const restored = await fleet.restore(schools[0]?.file ?? '', to);
  expect(restored).toMatchObject({ code: 0 });
  report({ 'backups made': SCHOOLS });
});

test('doctor looks at each', async () => {
  const { code, out } = await fleet.run('doctor', first, third);
  expect(out).toMatch(new RegExp(`^ok {5}${first}: 0 wrong`, 'm'));
  expect(out).toContain(third);
  expect(out).not.toContain(second);
  expect(code).toBe(0);
  expect(await fleet.run('doctor', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no school nowhere'),
  });
});

test('an upgrade in waves stops at a school whose migration breaks, which runs as before', async () => {
  await fleet.ask(third, '/healthz');
  writeFileSync(fleet.file(third, 'breaks'), '');
  const { code, schools } = await upgrade('--wave', '1');
  expect(code).toBe(1);
  expect(stateOf(schools)).toEqual({
    ...Object.fromEntries(names.map((name) => [name, 'not begun'])),
    ...{ [first]: 'done', [second]: 'done', [third]: 'failed' },
  });
  expect(schools.find(({ name }) => name === third)?.says).toContain('Its records are as they were.');
  expect(names.map(runsBy)).toEqual(
    names.map((name) => (name === first || name === second ? fleet.releases.next : fleet.releases.now)),
  );
  expect([await versionOf(first), await versionOf(third)]).toEqual([
    '9.0.0',
    expect.not.stringMatching('9.0.0'),
  ]);
  expect(Object.fromEntries((await listed()).map(({ name, records }) => [name, records]))).toMatchObject({
    [first]: '004-later',
    [third]: '003-release-0.3.0',
  });
  expect(journal()).toEqual({});
});

test('one that a migration has changed, and that does not start, gets its records back', async () => {
  fleet.remove(third, 'breaks');
  writeFileSync(fleet.file(third, 'spoils'), '');
  const before = fleet.rows(third, 'select * from users');
  const { code, schools } = await upgrade(third);
  expect(code).toBe(1);
  const { says = '' } = schools[0] ?? {};
  expect(says).toContain('It runs as before. Its records are those of');
  expect(runsBy(third)).toBe(fleet.releases.now);
  expect((await fleet.ask(third, '/readyz')).status).toBe(200);
  expect(fleet.rows(third, 'select * from users')).toEqual(before);
  // What the new release had made of them is kept twice.
  expect(readdirSync(fleet.file('.fleet', 'backups')).filter((file) => file.includes('-after'))).toHaveLength(
    1,
  );
  expect(readdirSync(fleet.file(third, 'data')).filter((file) => file.startsWith('aside-'))).toHaveLength(1);
});

test('one whose records cannot be read is not changed', async () => {
  fleet.remove(third, 'spoils');
  await fleet.units.systemctl('stop', `cadenza@${last}.service`);
  const file = fleet.file(last, 'data', 'cadenza.sqlite');
  const right = readFileSync(file);
  writeFileSync(file, Buffer.alloc(right.length, 'x'));
  const { code, schools } = await upgrade(last);
  expect(code).toBe(1);
  expect(schools).toEqual([
    { name: last, state: 'failed', says: expect.stringContaining('Nothing was changed.') },
  ]);
  expect(runsBy(last)).toBe(fleet.releases.now);
  writeFileSync(file, right);
});

test('given again it goes on with what is left, but for those to be left out', async () => {
  const { schools } = await upgrade('--without', last);
  expect(stateOf(schools)).toEqual(
    Object.fromEntries(
      names
        .slice(2)
        .filter((name) => name !== last)
        .map((name) => [name, 'done']),
    ),
  );
  expect(stateOf((await upgrade()).schools)).toEqual({ [last]: 'done' });
  expect((await upgrade()).schools).toEqual([]);
  expect(await Promise.all(names.map(versionOf))).toEqual(names.map(() => '9.0.0'));
  report({ 'schools upgraded': SCHOOLS });
});

test('a school that was stopped is left as it is', async () => {
  await fleet.units.systemctl('stop', `cadenza@${first}.socket`, `cadenza@${first}.service`);
  const { schools, code } = await upgrade('--to', fleet.releases.now, first);
  expect([code, stateOf(schools)]).toEqual([0, { [first]: 'left' }]);
  await fleet.open(first);
});

test('of two commands at once the second is refused', async () => {
  const name = 'together';
  fleet.copy(name);
  await fleet.open(name);
  const one = fleet.spawn('upgrade', name, '--to', fleet.releases.next);
  await expect.poll(() => stepOf(name), { timeout: 30_000 }).toBeTruthy();
  for (const args of [
    ['backup', '--to', fleet.folder],
    ['upgrade', '--to', fleet.releases.next],
  ])
    expect(await fleet.run(...args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another command is at work'),
    });
  expect((await one.ended).code).toBe(0);
});

test.each(['begun', 'turned', 'back'])(
  'a command that is killed when a school is %s is gone on with',
  async (step) => {
    const name = `killed-${step}`;
    fleet.copy(name);
    await fleet.open(name);
    if (step === 'back') writeFileSync(fleet.file(name, 'spoils'), '');
    const before = fleet.rows(name, 'select * from users');
    const { child, ended } = fleet.spawn('upgrade', name, '--to', fleet.releases.next);
    while (stepOf(name) !== step) await sleep(2);
    child.kill('SIGKILL');
    await ended;
    const { schools, code } = await upgrade(name);
    const isFailed = step === 'back';
    expect([stateOf(schools), code]).toEqual([{ [name]: isFailed ? 'failed' : 'done' }, isFailed ? 1 : 0]);
    expect(runsBy(name)).toBe(isFailed ? fleet.releases.now : fleet.releases.next);
    expect((await fleet.ask(name, '/readyz')).status).toBe(200);
    expect(fleet.rows(name, 'select * from users')).toEqual(before);
    expect(journal()).toEqual({});
    report({ 'commands killed': 1 });
  },
);

test('a command that is killed at any moment is gone on with, and nothing of a school is lost', async () => {
  fleet.copy('timed');
  await fleet.open('timed');
  const began = performance.now();
  expect(await upgrade('timed')).toMatchObject({ code: 0 });
  const whole = performance.now() - began;
  for (let round = 0; round < ROUNDS; round++) {
    const name = `any-${round}`;
    const isSpoilt = round % 2 === 1;
    fleet.copy(name);
    await fleet.open(name);
    if (isSpoilt) writeFileSync(fleet.file(name, 'spoils'), '');
    const before = fleet.rows(name, 'select * from users');
    const { child, ended } = fleet.spawn('upgrade', name, '--to', fleet.releases.next);
    // Putting back takes as long again.
    await sleep((whole * (isSpoilt ? 2 : 1) * (round + 0.5)) / ROUNDS);
    child.kill('SIGKILL');
    await ended;
    await upgrade(name);
    expect(runsBy(name)).toBe(isSpoilt ? fleet.releases.now : fleet.releases.next);
    expect((await fleet.ask(name, '/readyz')).status).toBe(200);
    expect(fleet.rows(name, 'select * from users')).toEqual(before);
    expect(journal()).toEqual({});
    await fleet.units.systemctl('stop', `cadenza@${name}.socket`);
  }
  report({ 'commands killed': ROUNDS });
});

test('on PostgreSQL the records of before are restored into the same database', async () => {
  const cluster = await startCluster();
  try {
    const settings = join(fleet.folder, 'postgres');
    const url = await makePostgresDatabase(cluster.url);
    writeFileSync(settings, `CARD_SANDBOX=on\nDATABASE_URL=${url}\n`);
    const made = (name: string) => fleet.make(name, '--settings', settings);
    expect(await made('postgres')).toMatchObject({ code: 0, err: '' });
    expect(await made('again')).toMatchObject({ code: 1, err: expect.stringContaining('has these records') });
    await fleet.open('postgres');
    writeFileSync(fleet.file('postgres', 'spoils'), '');
    const { schools } = await upgrade('postgres');
    expect(schools[0]?.says).toContain('Its records are those of');
    expect(JSON.parse((await fleet.ask('postgres', '/readyz')).text)).toEqual({ status: 'ready' });
    expect((await listed()).find(({ name }) => name === 'postgres')?.records).toBe('003-release-0.3.0');
    fleet.remove('postgres', 'spoils');
    expect(await upgrade('postgres')).toMatchObject({ code: 0 });
    expect(await versionOf('postgres')).toBe('9.0.0');
  } finally {
    await fleet.units.systemctl('stop', 'cadenza@postgres.socket');
    await cluster.stop();
  }
});

test('deploy/nginx-fleet.conf leads each name to its school, and wakes it', async () => {
  const proxy = await startFleetNginx(fleet.units.socketOf('NAME').replace('NAME.sock', ''));
  try {
    await fleet.units.systemctl('stop', `cadenza@${first}.service`, `cadenza@${second}.service`);
    const ask = (host: string) => statusOf(proxy.url, host);
    const starts = fleet.units.startsOf(second);
    expect(await ask(`${first}.schools.example`)).toBe(200);
    expect(fleet.units.startsOf(second)).toBe(starts);
    expect(await ask(`${second}.schools.example`)).toBe(200);
    expect(fleet.units.startsOf(second)).toBe(starts + 1);
    for (const host of ['nowhere.schools.example', '..%2Ffleet.schools.example', 'schools.example'])
      expect(await ask(host)).toBeGreaterThanOrEqual(400);
  } finally {
    await proxy.stop();
  }
});

const statusOf = (url: string, host: string) =>
  new Promise<number>((resolve, reject) => {
    const request = get(`${url}/classes`, { headers: { host }, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
  });
