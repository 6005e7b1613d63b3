import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { plainName, SCHOOL, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { withdraw } from './claims/ask.ts';
import * as queries from './claims/queries.ts';
import { lockOwnLearners } from './queries.ts';
import { SETTLED_MS } from './recovery.ts';

/**
 * A learner of an account that is being deleted; `heirs` are the guardians who had long been such and might
 * pay, the oldest first.
 */
type Leaving = { _id: string; learnername: string; self: 0 | 1; heirs: { userid: string; name: string }[] };

/**
 * The learners of an account, and who would keep each of them: the account's own learner has no heir. A
 * guardian who may pay only since a week before the deletion was asked for is no heir: a thief who had the
 * account for a moment could have made them one.
 */
export async function findLeaving(db: Db, userid: string, askedat: number): Promise<Leaving[]> {
  const own = await queries.findOwnLearners(db, userid);
  const guardians = await queries.findGuardians(
    db,
    own.map(({ _id }) => _id),
  );
  return own.map(({ _id, learnername, self }) => {
    const heirs = guardians.filter(
      ({ learnerid, maypay, payssince, createdat }) =>
        learnerid === _id && maypay === 1 && (payssince ?? createdat) <= askedat - SETTLED_MS,
    );
    return { _id, learnername, self, heirs: self === 1 ? [] : heirs };
  });
}

type Passing = {
  /** Lets one account owe what another does for a learner's places. */
  moveOwed: (tx: Db, owed: { learnerid: string; from: string; to: string }) => Promise<void>;
  now: number;
};

/**
 * Gives each child of an account that is being deleted to the first guardian who may pay, with its seats,
 * what is owed for them, selections and places in line, and tells them by mail. Gives the ids of those who
 * leave with the account, all of them locked.
 */
export async function passOnLearners(
  tx: Db,
  userid: string,
  { askedat, ...passing }: Passing & { askedat: number },
): Promise<string[]> {
  await lockOwnLearners(tx, userid);
  const leave: string[] = [];
  for (const learner of await findLeaving(tx, userid, askedat))
    if (!(await passOn(tx, { ...learner, from: userid }, passing))) leave.push(learner._id);
  return leave;
}

async function passOn(
  tx: Db,
  { _id: learnerid, learnername, heirs, from }: Leaving & { from: string },
  { moveOwed, now }: Passing,
): Promise<boolean> {
  const called = plainName(learnername);
  for (const { userid } of heirs) {
    // Gone in this moment.
    if (!(await lockUser(tx, userid))) continue;
    await withdraw(tx, { learnerid, now });
    await queries.deleteGuardian(tx, { learnerid, userid });
    await queries.moveLearner(tx, learnerid, { userid });
    await moveOwed(tx, { learnerid, from, to: userid });
    await insertMails(tx, accountOf(userid), {
      kind: 'learner-passed-on',
      ref: `${learnerid} ${now}`,
      subject: say('learners.mail_on_your_account', { child: called }),
      letter: {
        reader: 'account',
        paragraphs: [
          say('learners.mail_payer_left', { child: called, school: SCHOOL }),
          say('learners.mail_you_pay_now', { child: called }),
        ],
        button: { label: say('mails.open_family'), href: '/account/family' },
      },
      now,
    });
    return true;
  }
  return false;
}
