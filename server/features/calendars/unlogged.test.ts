import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/* Whoever has the token of a calendar reads it, and logs are read by many. */

let school: TestSchool;
let log = '';

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  school = await openTestSchool({ logger: { level: 'trace', stream } });
});
afterAll(() => school.close());

test('no line of the log has the token of a calendar, however it is asked for', async () => {
  const parent = await school.signIn('student');
  const { body } = await parent.call('POST', '/account/calendar');
  const [token = ''] = /cal_[\w-]+/.exec(body.url) ?? [];
  const paths = [
    `/api/calendar/${token}.ics`,
    `/api/calendar/${token}.ics?fresh=${token}`,
    `/api/calendar/${token}.ics/`,
    `/api/calendar/${token}`,
    `/api/calendars/${token}.ics`,
    `/api//calendar/${token}.ics`,
    `/api/calendar/%${token}.ics`,
    `/calendar/${token}.ics`,
    `/API/CALENDAR/${token.toUpperCase()}.ICS`,
  ];
  for (const url of paths)
    for (const method of ['GET', 'HEAD', 'PROPFIND', 'OPTIONS'] as const)
      await school.app.inject({ method, url, headers: { referer: `http://school${url}` } });
  // A line is written once the answer is out.
  await new Promise((resolve) => setImmediate(resolve));
  expect(log.split('\n').length).toBeGreaterThan(paths.length * 3);
  expect(log).toContain('/api/calendar/:token.ics');
  expect(log.toLowerCase()).not.toContain(token.toLowerCase().slice('cal_'.length, -3));
});

test('what the school cannot answer is logged without it, too', async () => {
  const parent = await school.signIn('student');
  const { body } = await parent.call('POST', '/account/calendar');
  const { pathname } = new URL(body.url);
  await school.db.schema.alterTable('calendars').renameTo('away').execute();
  expect((await school.app.inject(pathname)).statusCode).toBe(500);
  await school.db.schema.alterTable('away').renameTo('calendars').execute();
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toContain('"level":50');
  const token = pathname.slice('/api/calendar/cal_'.length, -'.ics'.length);
  expect(log).not.toContain(token);
});
