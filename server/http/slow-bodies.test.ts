import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { allowSlowBody, endSlowBodies } from './slow-bodies.ts';

const LIMITS = { wholeMs: 500, everyMs: 1500, leastBytes: 50, mostMs: 2000 };

let close = () => {};
afterEach(() => close());

/** Sends a body of 2000 bytes in pieces, to a server that answers once it is whole; gives what came back. */
async function send(
  { size, everyMs, pieces }: { size: number; everyMs: number; pieces: number },
  { isAllowed }: { isAllowed: boolean },
): Promise<string> {
  const server = createServer((request, response) => {
    if (isAllowed) allowSlowBody(request);
    request.on('end', () => response.end('whole'));
    request.resume();
  });
  endSlowBodies(server, LIMITS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  let answer = '';
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (some) => {
      answer += some;
      if (answer.includes('whole')) resolve();
    });
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
  });
  socket.write('POST / HTTP/1.1\r\nhost: school\r\ncontent-length: 2000\r\n\r\n');
  const sending = (async () => {
    for (let piece = 0; piece < pieces && !socket.destroyed; piece++) {
      socket.write('x'.repeat(size));
      await wait(everyMs);
    }
  })();
  await Promise.race([ended, wait(5000)]);
  socket.destroy();
  await sending;
  return answer;
}

const FAST = { size: 2000, everyMs: 0, pieces: 1 };
/** A second long. */
const STEADY = { size: 200, everyMs: 100, pieces: 10 };
/** A byte at a time. */
const TRICKLE = { size: 1, everyMs: 100, pieces: 40 };
const STALLED = { size: 1500, everyMs: 0, pieces: 1 };

test.each([
  ['that is quick', FAST, false, 'whole'],
  ['that takes long', STEADY, false, ' 408 '],
  ['that takes long and may', STEADY, true, 'whole'],
  ['that may take long and only trickles', TRICKLE, true, ' 408 '],
  ['that may take long and stands still', STALLED, true, ' 408 '],
])('a body %s is answered as it comes', async (_what, pace, isAllowed, said) => {
  expect(await send(pace, { isAllowed })).toContain(said);
});

test('a body that may take long is ended at last', async () => {
  const slow = { size: 30, everyMs: 100, pieces: 60 };
  expect(await send(slow, { isAllowed: true })).toContain(' 408 ');
});
