import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressedLetter } from '#server/jobs/letter.ts';
import { SCHOOL } from '#server/jobs/letter.ts';
import { type Letterhead, renderLetter } from '#server/jobs/render-letter.ts';
import type { Mail, SendMail } from '#server/jobs/send-due-mails.ts';

const SAID_MAX = 300;
/** Who waits for it waits no longer than a browser does. */
const WAIT_MS = 20_000;

const LETTER: AddressedLetter = {
  reader: 'admin',
  heading: 'Emails arrive',
  paragraphs: [['This is a test. Emails from ', SCHOOL, ' reach you, so they reach others.']],
  button: { label: 'Go on where you were', href: '/admin/start' },
};

function letterTo(to: string, head: Letterhead): Mail {
  const subject = `A test from ${head.name}`;
  const id = `<${randomUUID()}@${new URL(head.origin).hostname}>`;
  return { id, sender: head.name, replyTo: head.email, to, subject, ...renderLetter(LETTER, head, subject) };
}

/**
 * Sends a mail now and gives whether the mail server took it, with what it said, in a sentence for an owner.
 */
export async function sendTestMail(
  to: string,
  { head, send }: { head: Letterhead; send: SendMail },
): Promise<{ done: boolean; sentence: string }> {
  const given = new AbortController();
  try {
    const said = await Promise.race([send(letterTo(to, head)), silence(given.signal)]);
    return {
      done: true,
      sentence: `The mail server accepted an email for ${to}${quote(said)}. Check that it arrives.`,
    };
  } catch (error) {
    return { done: false, sentence: `The email was not sent${quote(saidIn(error as MailError))}.` };
  } finally {
    given.abort();
  }
}

/** What nodemailer throws: with the server's answer, where it gave one. */
type MailError = Error & { response?: string };

const saidIn = ({ response, message }: MailError) => response ?? message;

async function silence(signal: AbortSignal): Promise<never> {
  await sleep(WAIT_MS, undefined, { signal, ref: false });
  throw new Error('the mail server has not answered yet');
}

const quote = (said: string) => {
  const line = said.replace(/\s+/g, ' ').trim().slice(0, SAID_MAX);
  return line && `: “${line}”`;
};
