import type { lookup as lookupHost } from 'node:dns';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { say } from '#server/jobs/letter.ts';
import { type Calling, isAllowedUrl } from '#server/services/outside/call-outside.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { postMessage } from './post-message.ts';

/*
 * An admin, or anybody with an admin's sign-in, chooses what the school's server calls: it must open no way
 * into the server's own network.
 */

let receiver: Awaited<ReturnType<typeof openReceiver>>;
let port: string;
const ending = new AbortController();
const message = { headers: { 'webhook-id': 'one' }, body: '{"type":"test"}' };

beforeEach(async () => {
  receiver = await openReceiver();
  port = new URL(receiver.url).port;
});
afterEach(() => receiver.close());

/** A name server that says what it is told to. */
const saying = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookupHost;

const post = (url: string, calling: Partial<Calling> = {}) =>
  postMessage(url, message, { allowedHosts: [], timeoutMs: 2000, signal: ending.signal, ...calling });

const SILENT = { problem: say('outside.problem_no_answer', { seconds: 0.05 }) };
const NOT_PUBLIC = { problem: say('outside.problem_not_public') };

test('a host that is allowed by name gets the message, and its status is what counts', async () => {
  expect(await post(receiver.url, { allowedHosts: ['127.0.0.1'] })).toBe(204);
  expect(receiver.received).toMatchObject([
    { headers: { 'webhook-id': 'one', 'content-type': 'application/json' }, body: message.body },
  ]);
});

test.each([
  'http://public.example/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data/',
])('%s is called for nobody', async (url) => {
  expect(isAllowedUrl(new URL(url), { allowedHosts: ['other.example'] })).toBe(false);
  await expect(post(url)).rejects.toMatchObject(NOT_PUBLIC);
});

describe('what counts is the address that is connected to', () => {
  test.each([['127.0.0.1'], ['::1'], ['10.0.0.1', '169.254.169.254'], ['::ffff:127.0.0.1']])(
    'a name that leads to %s is not called',
    async (...addresses) => {
      await expect(
        post(`https://rebinds.example:${port}/`, { lookup: saying(...addresses) }),
      ).rejects.toMatchObject(NOT_PUBLIC);
      expect(receiver.received).toEqual([]);
    },
  );

  test('the name is looked up once, so that it cannot lead elsewhere a moment later', async () => {
    const answers = ['192.0.0.1', '127.0.0.1'];
    let asked = 0;
    const lookup = ((...args: Parameters<ReturnType<typeof saying>>) =>
      saying(answers[asked++] ?? '')(...args)) as unknown as typeof lookupHost;
    await expect(post(`https://rebinds.example:${port}/`, { lookup })).rejects.toMatchObject(NOT_PUBLIC);
    expect(asked).toBe(1);
    expect(receiver.received).toEqual([]);
  });
});

test('a redirect is not followed', async () => {
  const other = await openReceiver();
  receiver.respond = (response) => void response.writeHead(302, { location: other.url }).end();
  expect(await post(receiver.url, { allowedHosts: ['127.0.0.1'] })).toBe(302);
  expect(other.received).toEqual([]);
  await other.close();
});

test('an answer without an end is not read to its end', async () => {
  receiver.respond = (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16 * 1024)));
    };
    response.on('drain', more);
    more();
  };
  expect(await post(receiver.url, { allowedHosts: ['127.0.0.1'], timeoutMs: 60_000 })).toBe(200);
});

test('a receiver that says nothing is not waited for', async () => {
  receiver.respond = () => {};
  await expect(post(receiver.url, { allowedHosts: ['127.0.0.1'], timeoutMs: 50 })).rejects.toMatchObject(
    SILENT,
  );
});

test('nor one that begins an answer and never ends it', async () => {
  receiver.respond = (response) => void response.writeHead(200).write('{');
  await expect(post(receiver.url, { allowedHosts: ['127.0.0.1'], timeoutMs: 50 })).rejects.toMatchObject(
    SILENT,
  );
});
