import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { findOwing } from '#server/features/debts/index.ts';
import { findContacts } from '#server/features/users/index.ts';
import { type Letter, say } from '#server/jobs/letter.ts';
import * as queries from './queries.ts';

/** An account with the learners that it reads it for, and what it owes, where that is what it is about. */
export type Told = {
  userid: string;
  learners: string[];
  owed: NonNullable<Letter['facts']>[number][];
};

/** What a circular says. */
export type Words = Pick<Row<'circulars'>, 'subject' | 'text'>;

/**
 * Whom it goes to: who gets the mail about those who have a place in these classes; without any who owes the
 * school something.
 */
export async function findTold(
  db: Db,
  { classids, school }: { classids: readonly string[] | undefined; school: SchoolNow },
): Promise<Told[]> {
  const told = new Map<string, Told>();
  const toldOf = (userid: string) => {
    const known = told.get(userid) ?? { userid, learners: [], owed: [] };
    told.set(userid, known);
    return known;
  };
  if (classids === undefined)
    for (const owing of await findOwing(db, school)) {
      if (owing.userid === null) continue;
      const one = toldOf(owing.userid);
      if (owing.kind === 'place' && !one.learners.includes(owing.learnerid))
        one.learners.push(owing.learnerid);
      one.owed.push(factOf(owing));
    }
  else
    for (const { userid, learnerid } of await queries.findLookers(db, classids))
      toldOf(userid).learners.push(learnerid);
  return [...told.values()];
}

/** What is owed, as the mail has it. */
function factOf(owing: Awaited<ReturnType<typeof findOwing>>[number]): Told['owed'][number] {
  const sum = { cents: owing.amount, currency: owing.currency };
  if (owing.kind === 'place')
    return [{ learner: owing.learnerid }, say('circulars.mail_owed', { class: owing.classname, sum })];
  if (owing.kind === 'charges') return [say('families.owed_without_invoice'), sum];
  return [say('debts.mail_invoice_of', { number: owing.number, day: { day: owing.dueday } }), sum];
}

/** What one of them reads. */
export const letterTo = ({ learners, owed }: Told, { subject, text }: Words): Letter => ({
  reader: 'account',
  heading: subject,
  ...(learners.length > 0 && { about: learners }),
  ...(owed.length > 0 && { isPayer: true }),
  paragraphs: [{ markdown: text }],
  facts: owed,
});

/**
 * Accounts with an address, and those that someone has to call: who owes something and has none, or of whose
 * learners all who look after one have none.
 */
export async function partByAddress(db: Db, told: readonly Told[]) {
  const accounts = await findContacts(
    db,
    told.map(({ userid }) => userid),
  );
  const hasAddress = ({ userid }: Told) => Boolean(accounts.get(userid)?.email);
  const reached = told.filter(hasAddress);
  const learners = new Set(reached.flatMap((one) => one.learners));
  const unreached = told
    .filter(
      (one) => !hasAddress(one) && (one.owed.length > 0 || one.learners.some((id) => !learners.has(id))),
    )
    .flatMap(({ userid }) => {
      const { name, phone } = accounts.get(userid) ?? {};
      return name === undefined ? [] : { userid, name, phone: phone ?? null };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
  return { reached, unreached };
}
