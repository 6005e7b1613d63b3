import { WEBHOOK_EVENTS } from '#contract/webhooks/calls.ts';
import { SHIPPED, type Shipped } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { siteOf } from '#server/config/site.ts';
import type { Db } from '#server/database/schema.ts';
import { plainName, readLetter } from '#server/jobs/letter.ts';
import { addressed, languageOfMail, messageOf } from '#server/jobs/send-due-mails.ts';
import { letterheadOf } from '#server/services/mail.ts';
import { bareWordsIn, wordsIn, wordsOf } from './bare-words.ts';
import type { TestSchool } from './school.ts';

type Mailing = Pick<TestSchool, 'db' | 'config' | 'readSchool'>;
type ReadMail = { kind: string; ref: string; recipient: string; subject: string; text: string };

const LANGUAGES = Object.keys(SHIPPED) as Shipped[];

/** Whatever mail a test looks at is whole in every language: nothing is missing that stands in its messages. */
function proveWhole(kind: string, texts: readonly string[]): void {
  for (const text of texts)
    if (/undefined|[\ue000\ue001]|\[object/.test(text)) throw new Error(`${kind} lacks something: ${text}`);
}

/** How people are called. */
async function namesIn(db: Mailing['db']): Promise<string[]> {
  const users = await db.selectFrom('users').select('name').execute();
  const learners = await db.selectFrom('learners').select(['firstname', 'lastname']).execute();
  const names = learners.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim());
  return [...users.map(({ name }) => name), ...names].map(plainName);
}

/**
 * Whatever mail a test has caused has no word outside of the catalogue: in the pseudo language what is plain
 * is what the school's rows say, or was `typed` and stands in no row now. Sent mails are not kept.
 */
export async function proveNoBareWords(
  { db, config, readSchool }: Mailing,
  typed: readonly string[],
): Promise<void> {
  const all = await db.selectFrom('mails').selectAll().where('letter', 'is not', null).execute();
  // One letter may have gone to hundreds of admins.
  const mails = new Map(all.map((mail) => [`${mail.kind}\n${mail.subject}\n${mail.letter}`, mail])).values();
  if (all.length === 0) return;
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !['mails', 'changes'].includes(name),
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  );
  const cells = rows.flat().flatMap((row) => Object.values(row));
  const said = [
    ...typed,
    ...WEBHOOK_EVENTS,
    ...(await namesIn(db)),
    ...cells.filter((value) => typeof value === 'string'),
  ];
  const own = wordsOf(said);
  const head = letterheadOf(await readSchool(), siteOf(config));
  for (const mail of mails) {
    const letter = await addressed(db, mail, readLetter(mail.letter ?? ''));
    // What is written in a settled language has a subject in it.
    if (!letter || letter.language) continue;
    const { subject, text } = withLanguage('en-XA', () => messageOf(head, mail, letter));
    const here = wordsIn(`${subject}\n${text}`, own);
    for (const line of [subject, ...text.split('\n')])
      for (const words of bareWordsIn(line, here))
        throw new Error(`The mail “${mail.kind}” says “${words}” in no message: ${line}`);
  }
}

/**
 * The mails in the outbox as they would be sent now, the first one first, to one address or to all; of those
 * that were sent the text is empty.
 */
export async function mailsOf(school: Mailing, recipient?: string): Promise<ReadMail[]> {
  const query = school.db.selectFrom('mails').selectAll().orderBy('_id');
  const mails = await (recipient === undefined ? query : query.where('recipient', '=', recipient)).execute();
  const now = await school.readSchool();
  return Promise.all(
    mails.map(async (mail) => {
      const { kind, ref, recipient, subject } = mail;
      const letter =
        mail.letter === null ? undefined : await addressed(school.db, mail, readLetter(mail.letter));
      if (!letter) return { kind, ref, recipient, subject, text: '' };
      const language = await languageOfMail(school.db, mail, { letter, languages: now.languages });
      const sent = withLanguage(language, () =>
        messageOf(letterheadOf(now, siteOf(school.config)), mail, letter),
      );
      for (const other of LANGUAGES)
        withLanguage(other, () => {
          const written = messageOf(letterheadOf(now, siteOf(school.config)), mail, letter);
          proveWhole(kind, [written.subject, written.text, written.html ?? '']);
        });
      return { kind, ref, recipient, subject: sent.subject, text: sent.text };
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
