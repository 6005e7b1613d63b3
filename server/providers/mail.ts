import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string; html?: string };

/** Hands a mail over; rejects when the mail server refuses it. */
export type SendMail = (mail: Mail) => Promise<void>;

type Options = {
  smtpUrl: string | undefined;
  from: string;
  outbox: string;
  log: (sentence: string) => void;
  now: () => number;
};

/** Mail by SMTP; without a server each mail becomes a file in `outbox`, which the log names. */
export function mailSender({ smtpUrl, from, outbox, log, now }: Options): SendMail {
  if (smtpUrl) {
    const transport = createTransport(smtpUrl, { from });
    return async (mail) => {
      await transport.sendMail(mail);
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true }, { from });
  return async (mail) => {
    const { message } = await transport.sendMail(mail);
    const file = join(
      outbox,
      `${new Date(now()).toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`,
    );
    await mkdir(outbox, { recursive: true });
    await writeFile(file, message);
    log(`Mail for ${mail.to} is in ${file}, since SMTP_URL is not set.`);
  };
}
