import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { requestIdOf, traceOf } from './request-id.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;

test('an id that came along is kept where it is well formed', () => {
  for (const id of ['a', '4bf92f35-77b3', 'Root_1:67891233.a', 'x'.repeat(128)])
    expect(requestIdOf({ 'x-request-id': id })).toBe(id);
  for (const id of ['', 'x'.repeat(129), 'two words', 'line\nbreak', '"quoted"', '<b>', 'one, two', 'é'])
    expect(requestIdOf({ 'x-request-id': id }), id).toMatch(UUID);
});

test('a request of a trace is called as its trace', () => {
  expect(requestIdOf({ traceparent: TRACEPARENT })).toBe(TRACE);
  expect(requestIdOf({ traceparent: TRACEPARENT, 'x-request-id': 'mine' })).toBe('mine');
  expect(traceOf({ traceparent: `cc-${TRACE}-00f067aa0ba902b7-01-what-comes-later` })).toBe(TRACE);
  for (const traceparent of [
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
    '00',
  ])
    expect(traceOf({ traceparent }), traceparent).toBeUndefined();
});

describe('at a school', () => {
  let school: TestSchool;
  let lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    school = await openTestSchool({ logger: { level: 'info', stream } });
  });
  afterAll(() => school.close());

  async function ask(url: string, headers: Record<string, string> = {}) {
    lines = [];
    const answer = await school.app.inject({ url, headers });
    // The line is written once the answer is out.
    await new Promise((resolve) => setImmediate(resolve));
    return answer;
  }

  test('every answer says the id, one that is kept too, and so does its line in the log', async () => {
    for (const id of ['first', 'second', 'third']) {
      const answer = await ask('/api/classes/all?q=a-secret', { 'x-request-id': id });
      expect(answer.headers['x-request-id']).toBe(id);
      expect(lines).toMatchObject([
        { msg: 'request', requestId: id, method: 'GET', path: '/api/classes/all', status: 200 },
      ]);
    }
    const one = await ask('/api/classes/all');
    const other = await ask('/api/classes/all', { 'if-none-match': String(one.headers.etag) });
    expect(other.statusCode).toBe(304);
    expect(one.headers['x-request-id']).toMatch(UUID);
    expect(other.headers['x-request-id']).toMatch(UUID);
    expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
  });

  test.each(['/api/nothing', '/nothing', '/api/class/%ff', '/api/users'])(
    'a problem says the id, as for %s',
    async (url) => {
      const answer = await ask(url, { 'x-request-id': 'mine' });
      expect(answer.json()).toMatchObject({ requestId: 'mine' });
      expect(answer.headers['x-request-id']).toBe('mine');
    },
  );

  test('the line of a traced request says its trace', async () => {
    await ask('/healthz', { traceparent: TRACEPARENT, 'x-request-id': 'mine' });
    expect(lines).toMatchObject([{ requestId: 'mine', trace: TRACE }]);
  });

  test('no line shows a query or an address of a person', async () => {
    const admin = await school.signIn('admin');
    lines = [];
    await admin.call('GET', `/classes/find/${admin.email}?token=a-secret`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines).toMatchObject([{ path: '/api/classes/find/:email', status: 200 }]);
    expect(JSON.stringify(lines)).not.toMatch(/a-secret|@test/);
  });
});
