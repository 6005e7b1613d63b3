import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mailSender } from './send-mail.ts';

const MAIL = {
  id: '<0191-mail@school.example>',
  sender: 'Somebody else',
  to: 'ana@test.example',
  subject: 'Reset your password',
  text: 'Follow this link.',
  html: '<p>Follow</p>',
};
const now = () => Date.UTC(2026, 8, 1);

let outbox: string;
beforeEach(() => {
  outbox = mkdtempSync(join(tmpdir(), 'cadenza-outbox-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(outbox, { recursive: true, force: true });
});

const sender = (smtpUrl: string | undefined, { sentences = [] as string[], timeoutMs = 10_000 } = {}) =>
  mailSender({
    smtpUrl,
    from: 'Cadenza <office@test.example>',
    outbox,
    log: (one) => sentences.push(one),
    now,
    timeoutMs,
  });

test('without a mail server a mail is a file that the log names', async () => {
  const sentences: string[] = [];
  await sender(undefined, { sentences })(MAIL);
  const [file = ''] = readdirSync(outbox);
  expect(sentences).toEqual([expect.stringContaining(join(outbox, file))]);
  const mail = readFileSync(join(outbox, file), 'utf8');
  expect(mail).toContain('To: ana@test.example');
  expect(mail).toContain('Message-ID: <0191-mail@school.example>');
  expect(mail).toContain('From: Cadenza <office@test.example>');
  expect(mail).toContain('Follow this link.');
});

test('several mails to one account in one moment are a file each', async () => {
  const send = sender(undefined);
  const account = '01a05cd7-2a00-7b87-b998-53b9777c4a33';
  await send({ ...MAIL, id: `<01a05cd7-2a00-78ad-8275-db65fb88d2b0-${account}@school.example>` });
  await send({ ...MAIL, id: `<01a05cd7-2a00-78ad-8275-db65fb88d2b1-${account}@school.example>` });
  expect(readdirSync(outbox)).toHaveLength(2);
});

test('with SMTP_URL a mail goes to the server, and nothing is kept here', async () => {
  const received: { to: string[]; body: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let body = '';
      stream.on('data', (chunk) => {
        body += chunk;
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), body });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  await sender(`smtp://127.0.0.1:${port}`)(MAIL);
  expect(received).toMatchObject([
    { to: ['ana@test.example'], body: expect.stringContaining('Subject: Reset your password') },
  ]);
  expect(readdirSync(outbox)).toEqual([]);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('an answer that came while the process stood still counts, though the time is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const taken = Promise.withResolvers<Socket>();
  // Says yes to everything, and nothing about the mail itself.
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (lines) => {
      const said = String(lines);
      if (said.endsWith('\r\n.\r\n')) taken.resolve(socket);
      else if (/^(EHLO|MAIL|RCPT)/.test(said)) socket.write('250 yes\r\n');
      else if (/^DATA/.test(said)) socket.write('354 go on\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sending = sender(`smtp://127.0.0.1:${port}`)(MAIL);
  const socket = await taken.promise;
  // What has come due while it stood still comes before what there is to read.
  vi.advanceTimersByTime(10_000);
  socket.write('250 taken\r\n');
  await sending;
  socket.destroy();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('an address is one recipient, whatever a mail program would read into it', async () => {
  for (const to of ['x@test.example,victim@test.example', 'Ana <victim@test.example>', 'x\r\nBcc: victim']) {
    await sender(undefined)({ ...MAIL, to }).catch(() => {});
  }
  for (const file of readdirSync(outbox)) {
    const headers = readFileSync(join(outbox, file), 'utf8').split('\r\n\r\n')[0] ?? '';
    expect(headers).not.toMatch(/^bcc:|^to:.*(, ?victim@|<victim@test.example>)/im);
  }
});

test('a mail server that accepts the connection and says nothing is an error, not a wait for minutes', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await expect(sender(`smtp://127.0.0.1:${port}`, { timeoutMs: 200 })(MAIL)).rejects.toThrow();
  await new Promise<void>((resolve) => silent.close(() => resolve()));
});

test('a mail server that cannot be reached is an error to the sender', async () => {
  await expect(sender('smtp://127.0.0.1:1')(MAIL)).rejects.toThrow(/ECONNREFUSED/);
});
