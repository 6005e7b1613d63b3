import type * as z from 'zod';
import type { Debtor } from '#contract/debts/schema.ts';
import { type ReadSchool, type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findLateFee } from '#server/features/billing/index.ts';
import { openOf } from '#server/features/ledger/index.ts';
import { type AddressedLetter, type Owed, say, type Words } from '#server/jobs/letter.ts';
import { balanceOf } from './balance.ts';
import { findDebtors } from './find-debtors.ts';
import { findNotices, findStanding } from './queries.ts';

type Saying = { db: Db; readSchool: ReadSchool; now: () => number };

/**
 * A letter with what is owed at this moment; undefined where it asks for something of which nothing is owed any
 * more, or nothing in all.
 */
export async function sayOwed(
  { db, readSchool, now }: Saying,
  letter: AddressedLetter,
  owed: Owed,
): Promise<AddressedLetter | undefined> {
  const school = await readSchool();
  if ('account' in owed) {
    const [debtor] = await findDebtors(db, { school, now: now(), userids: [owed.account] });
    return debtor && sayDebts(letter, debtor);
  }
  if ('balance' in owed) {
    const cents = await balanceOf(db, { userid: owed.balance, school });
    return { ...letter, facts: [...(letter.facts ?? []), sayBalance(cents, school.currency)] };
  }
  return sayInvoice(db, letter, { id: owed.invoice, school, today: schoolDay(school, now()) });
}

type Debts = Pick<z.output<typeof Debtor>, 'items' | 'balance' | 'currency'>;

/** A letter with all that a family has not paid in time, and its balance. */
export const sayDebts = (letter: AddressedLetter, { items, balance, currency }: Debts): AddressedLetter => ({
  ...letter,
  facts: [
    ...items.map(
      ({ number, classname, day, amount: cents }) =>
        [
          number === undefined
            ? say('debts.mail_place', { class: classname ?? '' })
            : say('debts.mail_invoice_of', { number, day: { day } }),
          { cents, currency },
        ] as const,
    ),
    sayBalance(balance, currency),
  ],
});

/** What an account owes in all, or gets back. */
const sayBalance = (cents: number, currency: string) =>
  [
    cents < 0 ? say('statement.you_get_back') : say('debts.mail_balance'),
    { cents: Math.abs(cents), currency },
  ] as const;

type Asked = { id: string; school: SchoolNow; today: string };

async function sayInvoice(db: Db, letter: AddressedLetter, { id, school, today }: Asked) {
  const invoice = await findStanding(db, id);
  if (!invoice?.userid) return undefined;
  const { userid, currency } = invoice;
  const open = (await openOf(db, [id])).get(id) ?? 0;
  const balance = await balanceOf(db, { userid, school });
  if (open <= 0 || balance <= 0) return undefined;
  return {
    ...letter,
    paragraphs: [...letter.paragraphs, ...(await sayFee(db, { id, school, today }))],
    facts: [
      [say('debts.mail_open'), { cents: open, currency }] as const,
      sayBalance(balance, school.currency),
    ],
  };
}

/** What is announced of a late fee, before its day alone. */
async function sayFee(db: Db, { id, school, today }: Asked): Promise<Words[]> {
  const { fee, feeday } = (await findNotices(db, [id])).get(id) ?? {};
  if (!fee || !feeday || feeday <= today || !(await findLateFee(db))) return [];
  return [
    say('debts.mail_late_fee', { sum: { cents: fee, currency: school.currency }, day: { day: feeday } }),
  ];
}
