import type { Db } from '#server/database/schema.ts';
import { deleteGuardian, insertGuardian, moveGuardiansOf } from '#server/features/learners/index.ts';
import { plainName } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { findGuardiansOf, type LearnerRow, type Undo } from './merge-queries.ts';

type Two = { kept: LearnerRow; dropped: LearnerRow };
type Named = { name: string; email: string };
/** The child that stays and its payer; who paid for the one that is dropped. */
type Names = { child: string; owner: Named; other: Named };

/**
 * A guardian whom a parent has named for one entry is guardian of both; no one is named by another parent's
 * choice, nor guards an account itself. Where another account had entered the one that is dropped, that
 * account sees the one that stays and gets mail about it, and no more. Gives what undoing needs, and who sees
 * the child from now on as sentences.
 */
export async function joinGuardians(
  tx: Db,
  { kept, dropped, names, now }: Two & { names: Names; now: number },
): Promise<{ guardians: Undo['guardians']; notes: string[] }> {
  const { child, owner, other } = names;
  const stay = await findGuardiansOf(tx, kept._id);
  const ofDropped = await findGuardiansOf(tx, dropped._id);
  const known = new Set([kept.userid, ...stay.map(({ row }) => row.userid)]);
  const isNamed = kept.userid === dropped.userid && kept.self === 0;
  const come = ofDropped.filter(({ row }) => isNamed && !known.has(row.userid));
  const go = ofDropped.filter((one) => !come.includes(one));
  for (const { row } of go) await deleteGuardian(tx, row);
  await moveGuardiansOf(tx, { from: dropped._id, to: kept._id });
  const { userid } = dropped;
  const added = userid === null || known.has(userid) ? [] : [{ learnerid: kept._id, userid }];
  const rights = { mayenrol: 0 as const, maypay: 0 as const, getsmail: 1 as const };
  for (const row of added) await insertGuardian(tx, { ...row, ...rights, createdat: now });

  const gains = [...come, ...added.map(() => other)];
  await notifyJoined(tx, { kept, dropped, guardianids: come.map(({ row }) => row.userid), gains, now });
  const lost = go.filter(({ row }) => !known.has(row.userid) && row.userid !== userid);
  return {
    guardians: {
      moved: come.map(({ row }) => row.userid),
      takenaway: go.map(({ row }) => row),
      setaside: lost.map(({ row }) => row.userid),
      added,
    },
    notes: [
      `${called(owner)} pays for ${child}, as before.`,
      ...stay.map((one) => `${called(one)} looks after ${child}, as before.`),
      ...come.map((one) => `${called(one)} looks after ${child} from now on, as with the other entry.`),
      ...added.map(
        () =>
          `${called(other)} sees ${child} from now on and gets emails about them, but can neither enrol them nor pay for more. What ${other.name} has paid stays theirs.`,
      ),
      ...lost.map((one) => `${called(one)}, who looked after the other entry, does not see ${child}.`),
    ],
  };
}

const called = ({ name, email }: Named) => `${name} (${email})`;

/**
 * Tells the payer of the child, who paid for the entry that is gone, and who looks after the child from now
 * on.
 */
async function notifyJoined(
  tx: Db,
  { kept, dropped, guardianids, gains, now }: Two & { guardianids: string[]; gains: Named[]; now: number },
) {
  const joined = 'The school had two entries for one child, and has merged them.';
  const notify = (userid: string | null, paragraphs: string[]) =>
    insertMails(tx, accountOf(userid), {
      kind: 'merged',
      ref: `${dropped._id}-${now}`,
      subject: 'Two entries for one child have been merged',
      letter: {
        reader: 'account',
        paragraphs: [joined, ...paragraphs],
        about: [kept._id],
        button: { label: 'Open your family', href: '/account/family' },
        notes: ['If these are not the same child, tell the school today: the merge can be undone for a day.'],
      },
      now,
    });
  const who = gains.map(({ name, email }) => called({ name: plainName(name), email })).join(', ');
  const sees = `From now on these people see the child, too: ${who}. If that is wrong, end it under My family.`;
  await notify(kept.userid, gains.length > 0 ? [sees] : []);
  if (dropped.userid !== kept.userid)
    await notify(dropped.userid, [
      'It belongs to the other account now. Your permissions are shown under My family; what you have paid stays yours.',
    ]);
  for (const userid of guardianids) await notify(userid, ['You look after the merged entry, as before.']);
}
