import { readLetter } from '#server/jobs/letter.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { letterheadOf } from '#server/services/mail.ts';
import type { TestSchool } from './school.ts';

type ReadMail = { kind: string; ref: string; recipient: string; subject: string; text: string };

/** The mails in the outbox as they would be sent now, the first one first, to one address or to all; of those that were sent the text is empty. */
export async function mailsOf(
  { db, config }: Pick<TestSchool, 'db' | 'config'>,
  recipient?: string,
): Promise<ReadMail[]> {
  const query = db.selectFrom('mails').selectAll().orderBy('_id');
  const mails = await (recipient === undefined ? query : query.where('recipient', '=', recipient)).execute();
  return mails.map(({ kind, ref, recipient, subject, letter }) => {
    const head = letterheadOf(config);
    const text = letter === null ? '' : renderLetter(readLetter(letter), head, subject).text;
    return { kind, ref, recipient, subject, text };
  });
}
