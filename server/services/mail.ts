import { join } from 'node:path';
import { formatsOf } from '#contract/formats.ts';
import { addressLines, coloursOf } from '#contract/school/calls.ts';
import type { Config } from '#server/config/config.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Letterhead } from '#server/jobs/render-letter.ts';
import { checkMailServer, mailSender } from './send-mail.ts';
import type { Services } from './service.ts';

/**
 * Signs in at the mail server that the configuration names, sends nothing, and gives its host; undefined
 * where there is none. Throws what stands in the way.
 */
export async function reachMail({ mail: { smtpUrl } }: Config): Promise<string | undefined> {
  if (!smtpUrl) return undefined;
  await checkMailServer(smtpUrl.reveal());
  return new URL(smtpUrl.reveal()).host;
}

type Options = { now: () => number; log: (sentence: string) => void };

/** The mail server that the configuration names, else a folder; the outbox brings mails to it. */
export const openMail = ({ mail, dataDir }: Config, { now, log }: Options): Services['mail'] => ({
  client: mailSender({
    smtpUrl: mail.smtpUrl?.reveal(),
    from: mail.from ?? 'no-reply@localhost',
    outbox: join(dataDir, 'outbox'),
    log,
    now,
  }),
  browserConfig: () => null,
  contentSources: {},
});

/** The school as its mails in the language of now show it, reached under `origin`. */
export const letterheadOf = (school: SchoolNow, origin: string): Letterhead => ({
  origin,
  name: school.name,
  address: addressLines(school),
  email: school.email,
  colour: coloursOf(school.palette).primary,
  // A mail is in its reader's language, which is known after the school.
  get formats() {
    return formatsOf(school);
  },
  languages: school.languages,
  lists: school.lists,
});
