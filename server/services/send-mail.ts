import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail, SendMail } from '#server/jobs/send-due-mails.ts';

type Options = {
  smtpUrl: string | undefined;
  /** An address, which goes under the name that each mail says, or one with a name of its own. */
  from: string;
  outbox: string;
  log: (sentence: string) => void;
  now: () => number;
  timeoutMs?: number;
};

/** A whole send, from the look-up of the server's name to its last word. */
export const SEND_TIMEOUT_MS = 30_000;
/**
 * Where a process stood still, its timers come due before it reads what was answered meanwhile, maybe that
 * the mail was taken.
 */
const READ_FIRST_MS = 1000;

/** Addresses as nodemailer takes them without reading a list or a name into them. */
const addressed = (from: string, { id, to, sender, replyTo, files = [], ...mail }: Mail) => ({
  ...mail,
  attachments: [...files],
  messageId: id,
  from: from.includes('<') ? from : { name: sender, address: from },
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo: { name: sender, address: replyTo } }),
});

const SILENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000 };

/** Connects and signs in without sending; rejects with what the server said. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...SILENCE, socketTimeout: 15_000 });
  await transport.verify().finally(() => transport.close());
}

/** Mail by SMTP; without a server each mail becomes a file in `outbox`, which the log names. */
export function mailSender(options: Options): SendMail {
  const { smtpUrl, from, outbox, log, now, timeoutMs = SEND_TIMEOUT_MS } = options;
  if (smtpUrl) {
    // A silence in between ends nothing by itself: the whole send has a limit.
    const socketTimeout = 2 * timeoutMs;
    const transport = createTransport({ url: smtpUrl, ...SILENCE, socketTimeout });
    return async (mail) => {
      const ending = new AbortController();
      let timer = setTimeout(() => {
        timer = setTimeout(() => ending.abort(), READ_FIRST_MS);
      }, timeoutMs);
      try {
        const { response } = await transport.sendMail({ ...addressed(from, mail), signal: ending.signal });
        return response;
      } finally {
        clearTimeout(timer);
      }
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await transport.sendMail(addressed(from, mail));
    const moment = new Date(now()).toISOString().replaceAll(':', '-');
    // The whole of it: several mails to one person in one moment are told apart by its first half alone.
    const file = join(outbox, `${moment}-${mail.id.replace(/^<|@.*$/g, '')}.eml`);
    await writeFile(file, message).catch(async (error) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(outbox, { recursive: true });
      await writeFile(file, message);
    });
    // Whose it is stands in the file, and in no log.
    const sentence = `A mail is in ${file}, since SMTP_URL is not set.`;
    log(sentence);
    return sentence;
  };
}
