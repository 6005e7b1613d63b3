import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteBackup } from '#server/database/settings/last-backup.ts';
import { insertMail } from '#server/jobs/outbox.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool({ env: { METRICS_PORT: '0' } });
});
afterAll(() => school.close());

/**
 * What Prometheus is told once what it was told before is old; a value is undefined where it is not there.
 */
async function read() {
  school.clock.now += 5000;
  const text = await school.metrics();
  const figure = (series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  return { text, figure };
}

test('requests are counted by route, and what is given from memory apart', async () => {
  const route = 'http_request_duration_seconds_count{method="GET",route="/api/class/:id",status="404"}';
  const hits = 'cadenza_kept_answers_hits_total';
  await school.call('GET', '/class/one');
  await school.call('GET', '/class/other?token=a-secret');
  for (const _ of [1, 2, 3]) await school.call('GET', '/popularclasses');
  const { text, figure } = await read();
  expect(figure(route)).toBe(2);
  expect(text).not.toContain('a-secret');
  expect(
    figure('http_request_duration_seconds_count{method="GET",route="/api/popularclasses",status="200"}'),
  ).toBe(1);
  expect(figure(hits)).toBe(2);
  expect(figure('cadenza_kept_answers_bytes')).toBeGreaterThan(0);
});

test('sign-ins are counted by how they ended', async () => {
  await school.call('POST', '/jwt');
  const { figure } = await read();
  expect(figure('cadenza_signins_total{outcome="refused"}')).toBe(1);
  expect(figure('cadenza_signins_total{outcome="ok"}')).toBe(0);
});

test('open orders, users and what is due are read from the records', async () => {
  const course = await school.addClass();
  const student = await school.signIn('student');
  await student.call('POST', '/select/class/', { classid: course._id, email: student.email });
  const begun = await student.call('POST', '/create-payment-intent', { classid: course._id, price: 60 });
  expect(begun.status).toBe(200);
  const { figure } = await read();
  expect(figure('cadenza_orders{state="intent"}')).toBe(1);
  expect(figure('cadenza_orders{state="refund_due"}')).toBe(0);
  expect(figure('cadenza_orders_attention')).toBe(0);
  expect(figure('cadenza_database_up')).toBe(1);
});

test('a mail is due until it has been handed over, which is counted', async () => {
  const mail = { kind: 'news', ref: '1', recipient: 'one@test.example', subject: 'News' };
  const letter = { reader: 'account', paragraphs: ['News'] } as const;
  await insertMail(school.db, { ...mail, letter, now: school.clock.now });
  const since = school.clock.now / 1000;
  school.clock.now += 60_000;
  const due = await read();
  expect(due.figure('cadenza_queue_length{queue="mails"}')).toBe(1);
  expect(due.figure('cadenza_queue_oldest_timestamp_seconds{queue="mails"}')).toBe(since);
  await school.work();
  const sent = await read();
  expect(sent.figure('cadenza_queue_length{queue="mails"}')).toBe(0);
  expect(sent.figure('cadenza_queue_oldest_timestamp_seconds{queue="mails"}')).toBeUndefined();
  expect(sent.figure('cadenza_mails_total{outcome="sent"}')).toBe(1);
});

test('when a backup was made is there once there is one', async () => {
  const series = 'cadenza_last_backup_timestamp_seconds{kind="whole"}';
  expect((await read()).figure(series)).toBeUndefined();
  const madeAt = school.clock.now - 3_600_000;
  await noteBackup(school.db, madeAt);
  expect((await read()).figure(series)).toBe(madeAt / 1000);
});

test('a second question within seconds gets the same answer, and the records are left alone', async () => {
  const { text } = await read();
  await noteBackup(school.db, school.clock.now);
  const again = await school.metrics();
  const age = (from: string) => /cadenza_last_backup_timestamp_seconds\{.*/.exec(from)?.[0];
  expect(age(again)).toBe(age(text));
});

/** What `promtool check metrics` and Prometheus' page on instrumentation ask of a name. */
const FAULTS: readonly [string, (metric: { name: string; type: string; help: string }) => boolean][] = [
  ['has no help', ({ help }) => help.trim() === ''],
  [
    'is a counter that does not end in _total',
    ({ name, type }) => type === 'counter' && !/_total$/.test(name),
  ],
  ['ends in _total and is no counter', ({ name, type }) => type !== 'counter' && /_total$/.test(name)],
  ['ends as a part of a histogram does', ({ name }) => /_(count|sum|bucket)$/.test(name)],
  ['is not in lower case with underscores', ({ name }) => !/^[a-z]+(_[a-z\d]+)*$/.test(name)],
  ['names its type', ({ name }) => /_(counter|gauge|histogram|summary)(_|$)/.test(name)],
  ['shortens its unit', ({ name }) => /_(s|ms|us|ns|sec|b|kb|mb|gb|tb|m|h|d)(_|$)/.test(name)],
  [
    'has another than a base unit',
    ({ name }) =>
      /_((milli|micro|nano)seconds|minutes|hours|days|weeks|(kilo|mega|giga)bytes|bits|percent)(_|$)/.test(
        name,
      ),
  ],
  [
    'is an age, which stands still where nothing reads it: tell the moment',
    ({ name }) => /_age(_|$)/.test(name),
  ],
];

test('every figure is named as Prometheus asks', async () => {
  await noteBackup(school.db, school.clock.now);
  const { text } = await read();
  const help = new Map(
    [...text.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = '', says = '']) => [name, says]),
  );
  const metrics = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
    help: help.get(name) ?? '',
  }));
  expect(metrics.length).toBeGreaterThan(30);
  const found = metrics.flatMap((metric) =>
    FAULTS.filter(([, isSo]) => isSo(metric)).map(([fault]) => `${metric.name} ${fault}`),
  );
  expect(found).toEqual([]);
  const labels = [...text.matchAll(/^\w+\{(.*)\} /gm)].flatMap(([, all = '']) =>
    [...all.matchAll(/([^",=]+)="/g)].map(([, label = '']) => label),
  );
  expect(labels.filter((label) => !/^[a-z_]+$/.test(label))).toEqual([]);
});

test('without a port nothing is counted', async () => {
  const other = await openTestSchool();
  expect(await other.metrics()).toBe('');
  await other.close();
});

test('while the database is away that is told, and nothing that is not known', async () => {
  const away = await openTestSchool({ env: { METRICS_PORT: '0' } });
  await away.db.schema.alterTable('mails').renameTo('gone').execute();
  const text = await away.metrics();
  await away.db.schema.alterTable('gone').renameTo('mails').execute();
  expect(text).toContain('cadenza_database_up 0');
  expect(text).not.toMatch(/^cadenza_(orders|queue_length|users)\{/m);
  await away.close();
});
