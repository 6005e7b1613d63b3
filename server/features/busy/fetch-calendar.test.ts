import type { lookup as lookupHost } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Said, say } from '#server/jobs/letter.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { calendarOf, eventOf } from './calendar.test-support.ts';
import { type Fetching, fetchTimes } from './fetch-calendar.ts';

/* Servers of strangers, at addresses that a teacher names. */

const WINDOW = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1), zone: 'Europe/Berlin' };
const FINE = calendarOf(eventOf('DTSTART:20260907T140000Z', 'DTEND:20260907T150000Z'));
const MB = 1024 * 1024;

let server: Awaited<ReturnType<typeof openReceiver>>;
beforeEach(async () => {
  server = await openReceiver();
});
afterEach(() => server.close());

const fetchAt = (url: string, fetching: Partial<Fetching> = {}) =>
  fetchTimes(url, { allowedHosts: [], timeoutMs: 5000, ...fetching }, WINDOW);
const fetchHere = (fetching: Partial<Fetching> = {}) =>
  fetchAt(server.url, { allowedHosts: ['127.0.0.1'], ...fetching });
const answer = (respond: (response: ServerResponse) => void) => {
  server.respond = respond;
};
const problem = (said: Said) => ({ problem: said });

test('a calendar is asked for as it is, and read', async () => {
  answer((response) => void response.writeHead(200, { 'content-type': 'text/calendar' }).end(FINE));
  expect(await fetchHere()).toEqual({
    times: [{ startsat: Date.UTC(2026, 8, 7, 14), endsat: Date.UTC(2026, 8, 7, 15) }],
  });
  expect(server.received).toMatchObject([
    { headers: { 'accept-encoding': 'identity', accept: 'text/calendar' }, body: '' },
  ]);
});

describe('inside of the school’s network', () => {
  const NOT_PUBLIC = problem(say('outside.problem_not_public'));
  /** A name server that says what it is told to. */
  const saying = (...addresses: string[]) =>
    ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookupHost;

  test.each(['http://public.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/'])(
    'nothing is asked at %s',
    async (url) => {
      expect(await fetchAt(url)).toEqual(NOT_PUBLIC);
    },
  );

  test.each([['127.0.0.1'], ['10.0.0.1', '::1'], ['169.254.169.254'], ['::ffff:127.0.0.1']])(
    'nor at a name that leads to %s',
    async (...addresses) => {
      const { port } = new URL(server.url);
      const lookup = saying(...addresses);
      expect(await fetchAt(`https://calendar.example:${port}/`, { lookup })).toEqual(NOT_PUBLIC);
      expect(server.received).toEqual([]);
    },
  );

  test('nor where a public host forwards to', async () => {
    const inside = await openReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      answer((response) => void response.writeHead(status, { location: inside.url }).end());
      expect(await fetchHere()).toEqual(problem(say('busy.problem_forwards')));
    }
    expect(inside.received).toEqual([]);
    await inside.close();
  });
});

describe('an answer that is no calendar', () => {
  test.each([404, 401, 500, 204, 206])('with status %i', async (status) => {
    answer((response) => void response.writeHead(status).end());
    expect(await fetchHere()).toEqual(problem(say('busy.problem_refused', { status: String(status) })));
  });

  test('but a page', async () => {
    answer((response) => void response.writeHead(200).end('<!doctype html><title>Sign in</title>'));
    expect(await fetchHere()).toEqual(problem(say('busy.problem_no_calendar')));
  });

  test('but small and compressed, and huge where it were unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MB, ' '));
    const before = process.memoryUsage().rss;
    answer((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await fetchHere()).toEqual(problem(say('busy.problem_no_calendar')));
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
  });
});

describe('an answer without an end', () => {
  const TOO_LARGE = problem(say('busy.problem_too_large', { max: 5 }));
  const SILENT = problem(say('outside.problem_no_answer', { seconds: 0.3 }));

  test('is read to five megabytes', async () => {
    let sent = 0;
    answer((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed) {
          sent += 64 * 1024;
          if (!response.write(Buffer.alloc(64 * 1024, 'x'))) return;
        }
      };
      response.on('drain', more);
      more();
    });
    expect(await fetchHere({ timeoutMs: 60_000 })).toEqual(TOO_LARGE);
    expect(sent).toBeLessThan(32 * MB);
  });

  test('that comes a drop at a time is not waited for', async () => {
    answer(async (response) => {
      response.writeHead(200);
      while (!response.destroyed) {
        response.write('BEGIN:VCALENDAR\r\n');
        await sleep(20);
      }
    });
    expect(await fetchHere({ timeoutMs: 300 })).toEqual(SILENT);
  });

  test('nor one that never begins', async () => {
    answer(() => {});
    expect(await fetchHere({ timeoutMs: 300 })).toEqual(SILENT);
  });

  test('nor one that is cut', async () => {
    answer((response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('BEGIN:VCALENDAR\r\n');
      setTimeout(() => response.destroy(), 50);
    });
    expect(await fetchHere()).toEqual(problem(say('outside.problem_cut')));
  });
});

test('a host where nothing listens, or that there is none of, is told as that', async () => {
  const { url } = server;
  await server.close();
  expect(await fetchAt(url, { allowedHosts: ['127.0.0.1'] })).toEqual(
    problem(say('outside.problem_nothing_listens')),
  );
  server = await openReceiver();
  const lookup = ((_name: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))) as unknown as typeof lookupHost;
  expect(await fetchAt('https://calendar.example/', { lookup })).toEqual(
    problem(say('outside.problem_no_host')),
  );
});
