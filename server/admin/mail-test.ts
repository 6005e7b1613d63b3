import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defaultOf } from '#contract/translations.ts';
import { t, withLanguage } from '#languages/t.ts';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';
import { OpenError } from '#server/database/open.ts';
import { isOutage } from '#server/database/outage.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import { findSchoolNow, schoolOf } from '#server/features/school/index.ts';
import { SCHOOL, say } from '#server/jobs/letter.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { letterheadOf, openMail } from '#server/services/mail.ts';
import { type Command, Refused } from './command.ts';
import { openBeside } from './records/open-records.ts';

/** As its records have it, where there are any. */
async function readSchool(config: Config): Promise<SchoolNow> {
  const records = await openBeside(config).catch((error) => {
    if (error instanceof OpenError || isOutage(error)) return undefined;
    throw error;
  });
  if (!records) return schoolOf(config);
  return findSchoolNow(records.db, config).finally(records.close);
}

const Address = z.email({ pattern: z.regexes.html5Email });

export const mailTest: Command = {
  name: 'mail-test',
  takes: ['ADDRESS'],
  summary: 'Sends one mail, and says what the mail server said',
  help: [
    'It goes out at once, past the queue of the running school. Without SMTP_URL it becomes a file, as every mail does.',
  ],
  async run({ config, now }, [to = '']) {
    if (!Address.safeParse(to).success) throw new Refused(`${to} is no email address.`);
    const lines: string[] = [];
    const mail = openMail(config, { now, log: (sentence) => lines.push(sentence) });
    const school = await readSchool(config);
    const head = letterheadOf(school, siteOf(config));
    const id = `<${randomUUID()}@${new URL(head.origin).hostname}>`;
    const test = {
      reader: 'address',
      paragraphs: [say('mails.test_reaches_you', { school: SCHOOL })],
    } as const;
    const words = withLanguage(defaultOf(school.languages), () => {
      const subject = t('mails.test_from', { school: head.name });
      return { subject, ...renderLetter(test, head, subject) };
    });
    await mail.client({ id, sender: head.name, to, ...words }).catch((error: Error) => {
      throw new Refused(`The mail was not taken: ${error.message}`);
    });
    if (lines.length === 0) lines.push(`The mail server accepted an email for ${to}. Check that it arrives.`);
    return { lines, data: { to, isSent: config.mail.smtpUrl !== undefined } };
  },
};
