import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/* What HTTP itself allows and no well-meaning client sends: below /api every refusal has the one form, RFC 9457. */

let school: TestSchool;
let port: number;

beforeAll(async () => {
  school = await openTestSchool();
  await school.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = school.app.server.address() as { port: number });
});
afterAll(() => school.close());

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
