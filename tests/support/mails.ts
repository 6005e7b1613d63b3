import { siteOf } from '#server/config/site.ts';
import type { Db } from '#server/database/schema.ts';
import { readLetter } from '#server/jobs/letter.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { addressed } from '#server/jobs/send-due-mails.ts';
import { letterheadOf } from '#server/services/mail.ts';
import type { TestSchool } from './school.ts';

type ReadMail = { kind: string; ref: string; recipient: string; subject: string; text: string };

/**
 * The mails in the outbox as they would be sent now, the first one first, to one address or to all; of those
 * that were sent the text is empty.
 */
export async function mailsOf(
  school: Pick<TestSchool, 'db' | 'config' | 'readSchool'>,
  recipient?: string,
): Promise<ReadMail[]> {
  const query = school.db.selectFrom('mails').selectAll().orderBy('_id');
  const mails = await (recipient === undefined ? query : query.where('recipient', '=', recipient)).execute();
  const head = letterheadOf(await school.readSchool(), siteOf(school.config));
  return Promise.all(
    mails.map(async ({ _id, kind, ref, recipient, subject, letter }) => {
      const read = letter === null ? undefined : await addressed(school.db, { _id }, readLetter(letter));
      return { kind, ref, recipient, subject, text: read ? renderLetter(read, head, subject).text : '' };
    }),
  );
}

/**
 * Holds the mails against what happened, where every order has been made by calls: one sentence for each
 * enrolment that its payer was not told of, for each that was told and never was, and likewise for refunds.
 * That nothing is told twice, the outbox's own key holds.
 */
export async function findUntold(db: Db): Promise<string[]> {
  const mails = await db.selectFrom('mails').select(['kind', 'ref']).execute();
  const told = (kind: string) => new Set(mails.filter((mail) => mail.kind === kind).map(({ ref }) => ref));
  const orders = await db.selectFrom('orders').select(['_id', 'checkoutid', 'state']).execute();
  const enrolments = await db.selectFrom('enrolments').select('_id').execute();
  const refunds = await db.selectFrom('ledger').select('ref').where('kind', '=', 'refund').execute();
  const compare = (kind: string, happened: readonly string[]) => {
    const refs = told(kind);
    return [
      ...happened.filter((ref) => !refs.has(ref)).map((ref) => `${ref}: ${kind}, and nobody was told.`),
      ...[...refs].filter((ref) => !happened.includes(ref)).map((ref) => `${ref}: told, and never ${kind}.`),
    ];
  };
  // Who was enrolled and is no more was told that too.
  const enrolled = new Set([...enrolments.map(({ _id }) => _id), ...told('cancelled')]);
  // What one payment paid for is told by one mail.
  const payments = orders
    .filter(({ _id, state }) => state === 'enrolled' || enrolled.has(_id))
    .map(({ _id, checkoutid }) => checkoutid ?? _id);
  return [
    ...compare('enrolled', [...new Set(payments)]),
    ...compare(
      'refunded',
      refunds.map(({ ref }) => ref),
    ),
  ];
}
