import type { Db, Row } from '#server/database/schema.ts';
import { findContacts } from '#server/features/users/index.ts';
import { type Letter, say } from '#server/jobs/letter.ts';
import * as queries from './queries.ts';

/** An account with the learners that it reads it for, and what it owes, where that is what it is about. */
export type Told = {
  userid: string;
  learners: string[];
  owed: { learnerid: string; classname: string; cents: number; currency: string }[];
};

/** What a circular says. */
export type Words = Pick<Row<'circulars'>, 'subject' | 'text'>;

/**
 * Whom it goes to: who gets the mail about those who have a place in these classes; without any who owes the
 * school for one.
 */
export async function findTold(db: Db, classids: readonly string[] | undefined): Promise<Told[]> {
  const told = new Map<string, Told>();
  const toldOf = (userid: string) => {
    const known = told.get(userid) ?? { userid, learners: [], owed: [] };
    told.set(userid, known);
    return known;
  };
  if (classids === undefined)
    for (const { userid, learnerid, ...owed } of await queries.findOwed(db)) {
      const one = toldOf(userid);
      if (!one.learners.includes(learnerid)) one.learners.push(learnerid);
      one.owed.push({ learnerid, ...owed });
    }
  else
    for (const { userid, learnerid } of await queries.findLookers(db, classids))
      toldOf(userid).learners.push(learnerid);
  return [...told.values()];
}

/** What one of them reads. */
export const letterTo = ({ learners, owed }: Told, { subject, text }: Words): Letter => ({
  reader: 'account',
  heading: subject,
  about: learners,
  ...(owed.length > 0 && { isPayer: true }),
  paragraphs: [{ markdown: text }],
  facts: owed.map(({ learnerid, classname, cents, currency }) => [
    { learner: learnerid },
    say('circulars.mail_owed', { class: classname, sum: { cents, currency } }),
  ]),
});

/**
 * Accounts with an address, and those that someone has to call: all who look after one of the learners have
 * none.
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
    .filter((one) => !hasAddress(one) && one.learners.some((id) => !learners.has(id)))
    .flatMap(({ userid }) => {
      const { name, phone } = accounts.get(userid) ?? {};
      return name === undefined ? [] : { userid, name, phone: phone ?? null };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
  return { reached, unreached };
}
