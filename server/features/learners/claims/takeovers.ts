import type { NotNull } from 'kysely';
import { MERGE_UNDO_MS } from '#contract/families/calls.ts';
import { TAKEOVER_BACK_MS } from '#contract/learners/calls.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { LEARNER_NAME, selfLearner } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Merging } from '#server/features/feature.ts';
import { logFamily } from '#server/features/learners/log-family.ts';
import { notifyOfGuardian, notifyOfLearners } from '#server/features/learners/notify-of-learners.ts';
import { type LearnerRow, lockLearner } from '#server/features/learners/queries.ts';
import { ensure } from '#server/http/errors.ts';
import { plainName, SCHOOL, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { withdraw } from './ask.ts';
import { deleteGuardian, endRightsSince, moveLearner } from './queries.ts';

type TakeoverRow = Row<'takeovers'>;

/**
 * Notes that a learner goes to an account of their own, so that it can be taken back: also by the account
 * that gave them away before, as long as it could, whichever has them since.
 */
export async function noteTakeover(
  tx: Db,
  { learner, toid, now }: { learner: LearnerRow & { userid: string }; toid: string; now: number },
): Promise<void> {
  const { _id: learnerid, userid: fromid, firstname, lastname } = learner;
  const before = await tx
    .selectFrom('takeovers')
    .select('createdat')
    .where('learnerid', '=', learnerid)
    .where('fromid', '=', toid)
    .where('until', '>', now)
    .executeTakeFirst();
  await tx.updateTable('takeovers').set({ toid }).where('learnerid', '=', learnerid).execute();
  // Given back to the earlier giver: an account that had them meanwhile cannot take them from there.
  if (before) return deleteTakeovers(tx, learnerid, before.createdat);
  await tx
    .insertInto('takeovers')
    .values({
      _id: newId(now),
      learnerid,
      fromid,
      toid,
      firstname,
      lastname,
      until: now + TAKEOVER_BACK_MS,
      createdat: now,
    })
    .execute();
}

/** Deletes what can be taken back of a learner, of what was given away since some moment. */
export async function deleteTakeovers(tx: Db, learnerid: string, since = 0): Promise<void> {
  await tx
    .deleteFrom('takeovers')
    .where('learnerid', '=', learnerid)
    .where('createdat', '>=', since)
    .execute();
}

export async function deleteOldTakeovers(db: Db, now: number): Promise<void> {
  await db.deleteFrom('takeovers').where('until', '<=', now).execute();
}

/** Whether another account gave a learner away and can still take them back. */
export async function mayBeTakenBack(
  db: Db,
  { _id, userid }: Pick<LearnerRow, '_id' | 'userid'>,
  now: number,
) {
  const takeover = db
    .selectFrom('takeovers')
    .select('_id')
    .where('learnerid', '=', _id)
    .where('toid', '=', userid)
    .whereRef('toid', '<>', 'fromid')
    .where('until', '>', now)
    .limit(1);
  return (await takeover.executeTakeFirst()) !== undefined;
}

/**
 * Whether a child came from another account by a merge that can be undone still: of a family, or of the child
 * with another entry.
 */
export async function mayBePutApart(
  db: Db,
  { _id, userid }: Pick<LearnerRow, '_id' | 'userid'>,
  now: number,
): Promise<boolean> {
  const merges = await db
    .selectFrom('merges')
    .select(['keptid', 'undo'])
    .where('keptid', 'in', [_id, userid ?? _id])
    .where('undoneat', 'is', null)
    .where('createdat', '>', now - MERGE_UNDO_MS)
    .execute();
  return merges.some(({ keptid, undo }) => {
    const from: { userid: string; learners: string[] } = JSON.parse(undo);
    return from.userid !== userid && (keptid === _id || from.learners.includes(_id));
  });
}

/**
 * What an account gave away and can still take back, with what the learner was called and the account that
 * has it.
 */
export async function findTakeoversFrom(db: Db, fromid: string, now: number) {
  return db
    .selectFrom('takeovers')
    .innerJoin('users', 'users._id', 'takeovers.toid')
    .innerJoin('learners', (join) =>
      join.onRef('learners._id', '=', 'takeovers.learnerid').onRef('learners.userid', '=', 'takeovers.toid'),
    )
    .select(['learnerid', 'users.name', 'users.email', 'takeovers.until', 'takeovers.createdat'])
    .$narrowType<{ email: NotNull }>()
    .select(LEARNER_NAME.$notNull().as('learnername'))
    .where('fromid', '=', fromid)
    .whereRef('toid', '<>', 'fromid')
    .where('takeovers.until', '>', now)
    .orderBy('takeovers._id')
    .execute();
}

/**
 * What the office can take back of what an account gave or took, the latest of each learner, with both
 * accounts.
 */
export async function findTakeoversOf(db: Db, userid: string, now: number) {
  const found = await db
    .selectFrom('takeovers')
    .innerJoin('users', 'users._id', 'takeovers.toid')
    .innerJoin('users as givers', 'givers._id', 'takeovers.fromid')
    .innerJoin('learners', (join) =>
      join.onRef('learners._id', '=', 'takeovers.learnerid').onRef('learners.userid', '=', 'takeovers.toid'),
    )
    .select(['learnerid', 'takeovers.until'])
    .select(({ fn }) => [
      fn.coalesce('givers.email', 'givers.name').as('from'),
      fn.coalesce('users.email', 'users.name').as('to'),
    ])
    .select(LEARNER_NAME.$notNull().as('learnername'))
    .where(({ eb, or }) => or([eb('fromid', '=', userid), eb('toid', '=', userid)]))
    .whereRef('toid', '<>', 'fromid')
    .where('takeovers.until', '>', now)
    .orderBy('takeovers.createdat')
    .execute();
  return [...new Map(found.map((one) => [one.learnerid, one])).values()];
}

type TakingBack = { learnerid: string; caller: Pick<Caller, '_id' | 'role'>; now: number };

/**
 * Takes a learner back to the account that gave them an own one, for that account and for admins. Throws
 * `takeover-not-found`.
 */
export async function takeBack(db: Db, taking: TakingBack): Promise<void> {
  await transact(db, async (tx) => ensure(await takeBackIn(tx, taking), 'takeover-not-found'));
}

/** The same inside a transaction; false where there is nothing to take back. */
export async function takeBackIn(tx: Db, { learnerid, caller, now }: TakingBack): Promise<boolean> {
  const takeover = await tx
    .selectFrom('takeovers')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('until', '>', now)
    // The office gives them back to who gave them away last.
    .$if(caller.role !== 'admin', (some) => some.where('fromid', '=', caller._id))
    .orderBy('createdat', 'desc')
    .executeTakeFirst();
  if (!takeover) return false;
  const { fromid, toid } = takeover;
  // Since the two accounts were made one.
  if (fromid === toid) return false;
  // In one order, so that two at once wait for each other.
  for (const id of [fromid, toid].sort()) if (!(await lockUser(tx, id))) return false;
  const learner = await lockLearner(tx, learnerid);
  // Given on meanwhile, or made one with another.
  if (learner?.userid !== toid) return false;
  await giveBack(tx, takeover, learner, now);
  await logFamily(tx, { learnerid, action: 'takeover-back', actorid: caller._id, now });
  await notifyOfTakingBack(tx, takeover, now);
  return true;
}

async function giveBack(tx: Db, takeover: TakeoverRow, learner: LearnerRow, now: number): Promise<void> {
  const { learnerid, fromid, toid, firstname, lastname, createdat } = takeover;
  // Whom the other account has asked or let in since goes with it.
  await withdraw(tx, { learnerid, now });
  if ((await deleteGuardian(tx, { learnerid, userid: fromid })) > 0)
    await notifyOfGuardian(tx, 'guardian.removed', { learnerid, userid: fromid, now });
  const young = await tx
    .deleteFrom('guardians')
    .where('learnerid', '=', learnerid)
    .where('createdat', '>=', createdat)
    .returning('userid')
    .execute();
  for (const { userid } of young) await notifyOfGuardian(tx, 'guardian.removed', { learnerid, userid, now });
  // One from before stays, without the rights that the other account has given since.
  await endRightsSince(tx, { learnerid, since: createdat });
  await tx
    .updateTable('learners')
    .set({ self: 0, firstname: learner.firstname ?? firstname, lastname: learner.lastname ?? lastname })
    .where('_id', '=', learnerid)
    .execute();
  await moveLearner(tx, learnerid, { userid: fromid });
  await notifyOfLearners(tx, 'child.changed', { learners: [{ _id: learnerid, userid: fromid }], now });
  if (learner.self === 1)
    await tx
      .insertInto('learners')
      .values(selfLearner({ _id: toid, createdat: now }))
      .execute();
  // Where they are, who gave them away before takes them back from.
  const all = tx.updateTable('takeovers').set({ toid: fromid }).where('learnerid', '=', learnerid);
  await all.where('createdat', '<', createdat).execute();
  await deleteTakeovers(tx, learnerid, createdat);
}

async function notifyOfTakingBack(tx: Db, { _id: ref, fromid, toid, firstname }: TakeoverRow, now: number) {
  const mail = { ref, now };
  await insertMails(tx, accountOf(fromid), {
    ...mail,
    kind: 'takeover-back',
    subject: say('learners.mail_on_account_again', { child: plainName(firstname ?? '') }),
    letter: {
      reader: 'account',
      paragraphs: [say('learners.mail_lessons_back', { child: plainName(firstname ?? ''), school: SCHOOL })],
      button: { label: say('mails.open_family'), href: '/account/family' },
    },
  });
  await insertMails(tx, accountOf(toid), {
    ...mail,
    kind: 'takeover-back',
    subject: say('learners.mail_taken_back'),
    letter: {
      reader: 'account',
      paragraphs: [
        say('learners.mail_lessons_taken_back', { school: SCHOOL }),
        say('learners.mail_ask_if_mistake'),
      ],
      button: { label: say('mails.open_account'), href: '/account' },
    },
  });
}

/**
 * Take-overs that an account accepted, of two accounts that become one: of the learners that went with it.
 * One that went from the one to the other has nothing to be taken back.
 */
export const takeoverMerging: Merging = {
  async move(tx, { from, to, learners }) {
    if (learners.length === 0) return { ids: [] };
    const accepted = tx.updateTable('takeovers').set({ toid: to }).where('toid', '=', from);
    const moved = await accepted.where('learnerid', 'in', learners).returning('_id').execute();
    return { ids: moved.map(({ _id }) => _id) };
  },

  async moveBack(tx, { ids }, { from, to, stay }) {
    if (ids.length === 0) return 0;
    const moved = tx
      .updateTable('takeovers')
      .set({ toid: from })
      .where('_id', 'in', ids)
      .where('toid', '=', to)
      .$if(stay.length > 0, (some) => some.where('learnerid', 'not in', stay));
    return Number((await moved.executeTakeFirstOrThrow()).numUpdatedRows);
  },
};
