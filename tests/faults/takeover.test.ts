import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMail } from '#server/jobs/outbox.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import { type FaultySchool, makeFaultySchool } from '#tests/support/faulty-school.ts';
import { freePort } from '#tests/support/postgres.ts';

/*
 * Three processes on one PostgreSQL, no clock moved: what one that is killed held is done by another long
 * before its lease ends.
 */

/** Far sooner than the two minutes for which a mail is claimed. */
const WAIT = { timeout: 40_000, interval: 200 };

let cards: CardsServer;
let school: FaultySchool;
let smtp: SMTPServer;
let env: Record<string, string>;
/** What the mail server has been given, and to whom it has not yet answered. */
const received: string[] = [];
const unanswered = new Map<string, () => void>();
let isSilent = true;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        received.push(to);
        if (isSilent) unanswered.set(to, done);
        else done();
      });
    },
  });
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@school.example' };
  cards = await openCardsServer();
  school = await makeFaultySchool('postgres', cards);
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await cards.close();
  school.remove();
});

const mailTo = (recipient: string) =>
  school.records((db) =>
    insertMail(db, {
      kind: 'test',
      ref: recipient,
      recipient,
      subject: '',
      letter: { reader: 'account', paragraphs: [] },
      now: Date.now(),
    }),
  );
const startAnother = async () => school.start({ env, port: await freePort() });
const processes = () => school.records((db) => db.selectFrom('processes').select('_id').execute());

/** A process that hangs over a mail of its own. */
async function startOver(recipient: string, count: number) {
  const running = await startAnother();
  await mailTo(recipient);
  await expect.poll(() => received, WAIT).toContain(recipient);
  await expect.poll(processes, WAIT).toHaveLength(count);
  return running;
}

test('a process that is killed over a mail is replaced within seconds; one that only stands still sends its own once', async () => {
  const killed = await startOver('killed@test.example', 1);
  // The one before waits for its mail, and takes no other.
  const paused = await startOver('paused@test.example', 2);
  // Before anybody looks on, so that it is silent for longer than the one that is killed.
  paused.pause();
  const living = await startAnother();
  await expect.poll(processes, WAIT).toHaveLength(3);
  isSilent = false;
  await killed.kill();
  await expect.poll(() => received.filter((to) => to === 'killed@test.example'), WAIT).toHaveLength(2);

  paused.resume();
  unanswered.get('paused@test.example')?.();
  const unsent = () =>
    school.records((db) => db.selectFrom('mails').select('recipient').where('sentat', 'is', null).execute());
  await expect.poll(unsent, WAIT).toEqual([]);
  expect(received.filter((to) => to === 'paused@test.example')).toHaveLength(1);
  await paused.stop();
  await living.stop();
});
