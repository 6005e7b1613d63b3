import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertMail } from '#server/jobs/outbox.ts';
import { LEASE_MS, type MailCheckpoint } from '#server/jobs/send-due-mails.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { findUntold } from '#tests/support/mails.ts';
import { report } from '#tests/support/proof.ts';

const HOUR_MS = 60 * 60_000;
const HELLO = { reader: 'account', paragraphs: ['Hello'] } as const;

/* The process is killed with SIGKILL on the way of a mail from the records to the mail server. */

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let smtp: SMTPServer;
  let env: Record<string, string>;
  const received: { to: string | undefined; id: string | undefined }[] = [];

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        let body = '';
        stream.on('data', (chunk) => {
          body += chunk;
        });
        stream.on('end', () => {
          const id = /^Message-ID:\s+(\S+)/im.exec(body)?.[1];
          received.push({ to: session.envelope.rcptTo[0]?.address, id });
          done();
        });
      },
    });
    // A process that dies cuts its connection.
    smtp.on('error', () => {});
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@school.example' };
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await cards.close();
    school.remove();
  });

  /**
   * A mail is written, and the process that comes to send it dies there; the next one comes when its lease
   * has run out.
   */
  async function dieAt(at: MailCheckpoint) {
    const recipient = `${at}@test.example`;
    const now = Date.now() + cards.clock.offset;
    await school.records((db) =>
      insertMail(db, { kind: 'test', ref: at, recipient, subject: 'Hello', letter: HELLO, now }),
    );
    const dying = await school.start({ env, crash: { at, nth: 1 } });
    expect(await dying.exited).toBe('SIGKILL');
    cards.clock.offset += LEASE_MS;
    await (await school.start({ env })).stop();
    const isLost = !received.some(({ to }) => to === recipient);
    report({ 'kills on the way of a mail': 1, 'mails lost': isLost ? 1 : 0 });
    return recipient;
  }

  test('a process that dies before it sends loses no mail, and sends none twice', async () => {
    const to = await dieAt('mail-taken');
    expect(received).toEqual([{ to, id: expect.any(String) }]);
  });

  test.each(['inside-enrolment', 'enrolment-committed'] as const)(
    'a student whose process dies at %s is told once that they are enrolled',
    async (at) => {
      const { classid, students } = await school.records(async (db) => ({
        classid: await addClass(db, 5),
        students: await addStudents(db, 1),
      }));
      const [student] = students as [Student];
      const dying = await school.start({ env, crash: { at, nth: 1 } });
      const opened = await school.call(dying.url, student, '/create-payment-intent', { price: 60, classid });
      const { id: transactionId } = await cards.confirm(opened?.body.clientSecret ?? '');
      const paid = { email: student.email, transactionId, price: 60 };
      expect(await school.call(dying.url, student, `/payments/${classid}`, paid)).toBeUndefined();
      expect(await dying.exited).toBe('SIGKILL');
      // Two more, of which the first finishes what was begun.
      for (const _ of [1, 2]) {
        cards.clock.offset += HOUR_MS;
        const next = await school.start({ env });
        await cards.delivered();
        await next.stop();
      }
      expect(received).toEqual([{ to: student.email, id: expect.any(String) }]);
      expect(await school.records(findUntold)).toEqual([]);
    },
  );

  test('one that dies before it has written down that a mail was sent sends it again under the same Message-ID', async () => {
    const to = await dieAt('mail-sent');
    expect(received).toEqual([
      { to, id: expect.any(String) },
      { to, id: received[0]?.id },
    ]);
  });
});
