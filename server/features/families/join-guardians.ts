import { t } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { deleteGuardian, insertGuardian, moveGuardiansOf } from '#server/features/learners/index.ts';
import { plainName, say, type Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { findGuardiansOf, type LearnerRow, type Undo } from './merge-queries.ts';

type Two = { kept: LearnerRow; dropped: LearnerRow };
type Named = { name: string; email: string | null };
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
      t('families.note_pays', { who: called(owner), child }),
      ...stay.map((one) => t('families.note_looks_after', { who: called(one), child })),
      ...come.map((one) => t('families.note_looks_after_now', { who: called(one), child })),
      ...added.map(() => t('families.note_sees', { who: called(other), child, name: other.name })),
      ...lost.map((one) => t('families.note_sees_no_more', { who: called(one), child })),
    ],
  };
}

const called = ({ name, email }: Named) => (email === null ? name : `${name} (${email})`);

/**
 * Tells the payer of the child, who paid for the entry that is gone, and who looks after the child from now
 * on.
 */
async function notifyJoined(
  tx: Db,
  { kept, dropped, guardianids, gains, now }: Two & { guardianids: string[]; gains: Named[]; now: number },
) {
  const joined = say('families.mail_entries_merged');
  const notify = (userid: string | null, paragraphs: Words[]) =>
    insertMails(tx, accountOf(userid), {
      kind: 'merged',
      ref: `${dropped._id}-${now}`,
      subject: say('families.mail_two_entries'),
      letter: {
        reader: 'account',
        paragraphs: [joined, ...paragraphs],
        about: [kept._id],
        button: { label: say('mails.open_family'), href: '/account/family' },
        notes: [say('families.mail_not_same_child')],
      },
      now,
    });
  const who = gains.map(({ name, email }) => called({ name: plainName(name), email })).join(', ');
  const sees = say('families.mail_others_see', { who });
  await notify(kept.userid, gains.length > 0 ? [sees] : []);
  if (dropped.userid !== kept.userid) await notify(dropped.userid, [say('families.mail_belongs_to_other')]);
  for (const userid of guardianids) await notify(userid, [say('families.mail_you_look_after')]);
}
