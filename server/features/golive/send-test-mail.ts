import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { t } from '#languages/t.ts';
import { type AddressedLetter, SCHOOL, say } from '#server/jobs/letter.ts';
import { type Letterhead, renderLetter } from '#server/jobs/render-letter.ts';
import type { Mail, SendMail } from '#server/jobs/send-due-mails.ts';

const SAID_MAX = 300;
/** Who waits for it waits no longer than a browser does. */
const WAIT_MS = 20_000;

const LETTER: AddressedLetter = {
  reader: 'admin',
  heading: say('golive.mail_arrives'),
  paragraphs: [say('golive.mail_reaches_you', { school: SCHOOL })],
  button: { label: say('golive.mail_go_on'), href: '/admin/start' },
};

function letterTo(to: string, head: Letterhead): Mail {
  const subject = t('mails.test_from', { school: head.name });
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
    return { done: true, sentence: acceptedWords(to, lineOf(said)) };
  } catch (error) {
    return { done: false, sentence: refusedWords(lineOf(saidIn(error as MailError))) };
  } finally {
    given.abort();
  }
}

/** What nodemailer throws: with the server's answer, where it gave one. */
type MailError = Error & { response?: string };

const saidIn = ({ response, message }: MailError) => response ?? message;

async function silence(signal: AbortSignal): Promise<never> {
  await sleep(WAIT_MS, undefined, { signal, ref: false });
  throw new Error(t('golive.mail_server_silent'));
}

const lineOf = (said: string) => said.replace(/\s+/g, ' ').trim().slice(0, SAID_MAX);

const acceptedWords = (to: string, said: string) =>
  said ? t('golive.mail_accepted_saying', { to, said }) : t('golive.mail_accepted', { to });
const refusedWords = (said: string) =>
  said ? t('golive.mail_not_sent_saying', { said }) : t('golive.mail_not_sent');
