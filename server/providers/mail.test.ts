import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailSender } from './mail.ts';

const MAIL = {
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
afterEach(() => rmSync(outbox, { recursive: true, force: true }));

const sender = (smtpUrl: string | undefined, sentences: string[] = []) =>
  mailSender({
    smtpUrl,
    from: 'Cadenza <office@test.example>',
    outbox,
    log: (one) => sentences.push(one),
    now,
  });

test('without a mail server a mail is a file that the log names', async () => {
  const sentences: string[] = [];
  await sender(undefined, sentences)(MAIL);
  const [file = ''] = readdirSync(outbox);
  expect(sentences).toEqual([expect.stringContaining(join(outbox, file))]);
  const mail = readFileSync(join(outbox, file), 'utf8');
  expect(mail).toContain('To: ana@test.example');
  expect(mail).toContain('From: Cadenza <office@test.example>');
  expect(mail).toContain('Follow this link.');
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

test('a mail server that does not answer is an error to whoever sends', async () => {
  await expect(sender('smtp://127.0.0.1:1')(MAIL)).rejects.toThrow(/ECONNREFUSED/);
});
