import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { mailSender } from './send-mail.ts';
import type { Services } from './service.ts';

type Options = { now: () => number; log: (sentence: string) => void };

/** The mail server that the configuration names, else a folder; the outbox brings mails to it. */
export const openMail = ({ mail, schoolName, dataDir }: Config, { now, log }: Options): Services['mail'] => ({
  client: mailSender({
    smtpUrl: mail.smtpUrl?.reveal(),
    from: mail.from ?? `${schoolName} <no-reply@localhost>`,
    outbox: join(dataDir, 'outbox'),
    log,
    now,
  }),
  browserConfig: () => null,
  contentSources: {},
});
