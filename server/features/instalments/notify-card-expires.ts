import { addDays } from '#contract/time/days.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import { transact } from '#server/database/transact.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { isCardNeeded } from '#server/features/parts/index.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

const WITHIN_DAYS = 31;
const AT_ONCE = 500;

/** Tells families whose card expires within a month while it is to pay instalments, once a card. */
export async function notifyExpiringCards({
  payments: { db, now },
  readSchool,
}: {
  payments: Payments;
  readSchool: ReadSchool;
}): Promise<number> {
  const today = schoolDay(await readSchool(), now());
  const cards = await db
    .selectFrom('mandates')
    .select(['_id', 'userid', 'last4', 'until'])
    .where('state', '=', 'saved')
    .where('until', '>=', today)
    .where('until', '<=', addDays(today, WITHIN_DAYS))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('instalments')
          .select('instalments._id')
          .whereRef('instalments.userid', '=', 'mandates.userid')
          .where('instalments.state', 'in', ['due', 'trying']),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails')
            .select('mails._id')
            .whereRef('mails.ref', '=', 'mandates._id')
            .where('mails.kind', '=', 'card-expires'),
        ),
      ),
    )
    .limit(AT_ONCE)
    .execute();
  for (const { _id, userid, last4, until } of cards)
    await transact(db, async (tx) => {
      if (userid === null || last4 === null || until === null || !(await isCardNeeded(tx, userid))) return;
      await insertMails(tx, accountOf(userid), {
        kind: 'card-expires',
        ref: _id,
        subject: say('instalments.mail_card_expires'),
        letter: {
          reader: 'account',
          paragraphs: [say('instalments.mail_card_expires_what', { last4, until: { day: until } })],
          button: { label: say('statement.see'), href: '/account/money' },
        },
        now: now(),
      });
    });
  return 0;
}
