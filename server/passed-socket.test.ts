import { expect, test } from 'vitest';
import { SocketError, takePassedSocket } from './passed-socket.ts';

const PID = 4711;

test('a socket that was passed to this process is the first after standard error', () => {
  const env = { LISTEN_PID: '4711', LISTEN_FDS: '1', LISTEN_FDNAMES: 'http', PATH: '/bin' };
  expect(takePassedSocket(env, PID)).toBe(3);
  // What this process starts has another number, and no socket.
  expect(env).toEqual({ PATH: '/bin' });
});

test.each([{}, { LISTEN_PID: '4712', LISTEN_FDS: '1' }, { LISTEN_FDS: '1' }])(
  'what was passed to another process, or not at all, is none: %j',
  (env) => {
    expect(takePassedSocket(env, PID)).toBeUndefined();
    expect(env).toEqual({});
  },
);

test.each(['2', '0', '', undefined])('LISTEN_FDS=%s is refused by a sentence', (LISTEN_FDS) => {
  expect(() => takePassedSocket({ LISTEN_PID: '4711', LISTEN_FDS }, PID)).toThrow(SocketError);
});
