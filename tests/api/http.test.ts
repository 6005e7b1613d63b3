import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Web } from '#server/http/app.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * What HTTP itself allows and no well-meaning client sends: below /api every refusal has the one form, RFC
 * 9457.
 */

let school: TestSchool;
let port: number;

/** What the school wrote to its log. */
let log = '';
const web: Web = {
  assets: mkdtempSync(join(tmpdir(), 'cadenza-assets-')),
  queryOf: () => new URLSearchParams(),
  render: async () => new Response('x'.repeat(64 * 1024 * 1024)),
};

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  school = await openTestSchool({ web, logger: { level: 'warn', stream } });
  await school.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = school.app.server.address() as { port: number });
});
afterAll(async () => {
  await school.close();
  rmSync(web.assets ?? '', { recursive: true });
});

/** Sends these very bytes and gives all that comes back. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
    socket.write(text);
  });
}

const REST = 'host: school\r\nconnection: close\r\n\r\n';

describe('a refusal is a problem, whatever was asked', () => {
  test.each([
    ['nothing below /api', `GET /api HTTP/1.1\r\n${REST}`, 404, 'not-found'],
    ['nothing below /api/', `GET /api/ HTTP/1.1\r\n${REST}`, 404, 'not-found'],
    ['a method that a call does not have', `OPTIONS /api/classes/all HTTP/1.1\r\n${REST}`, 404, 'not-found'],
    ['a method that nobody has', `PROPFIND /api/classes/all HTTP/1.1\r\n${REST}`, 404, 'not-found'],
    ['an address that is no UTF-8', `GET /api/class/%ff HTTP/1.1\r\n${REST}`, 400, 'invalid-input'],
    ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'invalid-input'],
    ['no path', `GET * HTTP/1.1\r\n${REST}`, 400, 'invalid-input'],
    ['no path, but another host', `GET *@evil/ HTTP/1.1\r\n${REST}`, 400, 'invalid-input'],
    [
      'a host with no such port',
      'GET / HTTP/1.1\r\nhost: localhost:99999\r\nconnection: close\r\n\r\n',
      400,
      'invalid-input',
    ],
    [
      'a host that is none',
      'GET /config.json HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n',
      400,
      'invalid-input',
    ],
    [
      'more headers than are read',
      `GET /api/blog HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n${REST}`,
      431,
      'headers-too-large',
    ],
  ])('%s', async (_what, text, status, code) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/content-type: application\/problem\+json/i);
    expect(JSON.parse(body)).toMatchObject({ status, code, detail: expect.any(String) });
  });
});

test('a body that is cut off is no fault of the school’s', async () => {
  for (const path of ['/api/users', '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=cadenza-web']) {
    const seen = once(school.app.server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: school\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email"`,
    );
    const [request] = await seen;
    const over = new Promise((resolve) => request.socket.once('close', resolve));
    socket.destroy();
    await over;
    await school.app.inject('/healthz');
  }
  expect(log).toBe('');
});

test('whoever does not read the answer is not waited for', async () => {
  expect(school.app.server.timeout).toBe(60_000);
  const accepted = once(school.app.server, 'connection');
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nhost: school\r\n\r\n');
  const [connection] = await accepted;
  // What the server does to a connection that has stood still for that long.
  await new Promise<void>((resolve) => {
    const look = () => (connection.writableLength > 0 ? resolve() : void setTimeout(look, 5));
    look();
  });
  connection.setTimeout(1);
  await once(connection, 'close');
  expect(connection.destroyed).toBe(true);
  socket.destroy();
});
