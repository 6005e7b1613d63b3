import { siteOf } from '#server/config/site.ts';
import { readLetter } from '#server/jobs/letter.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { letterheadOf } from '#server/services/mail.ts';
import type { TestSchool } from './school.ts';

type ReadMail = { kind: string; ref: string; recipient: string; subject: string; text: string };

/** The mails in the outbox as they would be sent now, the first one first, to one address or to all; of those that were sent the text is empty. */
export async function mailsOf(
  school: Pick<TestSchool, 'db' | 'config' | 'readSchool'>,
  recipient?: string,
): Promise<ReadMail[]> {
  const query = school.db.selectFrom('mails').selectAll().orderBy('_id');
  const mails = await (recipient === undefined ? query : query.where('recipient', '=', recipient)).execute();
  const head = letterheadOf(await school.readSchool(), siteOf(school.config));
  return mails.map(({ kind, ref, recipient, subject, letter }) => {
    const text = letter === null ? '' : renderLetter(readLetter(letter), head, subject).text;
    return { kind, ref, recipient, subject, text };
  });
}
