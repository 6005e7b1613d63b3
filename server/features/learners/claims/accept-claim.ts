import type * as z from 'zod';
import { TAKEOVER_BACK_MS } from '#contract/learners/calls.ts';
import type { AcceptedClaim } from '#contract/learners/schema.ts';
import { ensureLinkOpen, ensureRecipient } from '#server/auth/mailed-links.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Rows } from '#server/features/feature.ts';
import { logFamily } from '#server/features/learners/log-family.ts';
import { findBegun, moveRows } from '#server/features/learners/move-rows.ts';
import { notifyOfGuardian, notifyOfLearners } from '#server/features/learners/notify-of-learners.ts';
import { type LearnerRow, lockLearner } from '#server/features/learners/queries.ts';
import { ensure } from '#server/http/errors.ts';
import { plainName, SCHOOL, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { withdraw } from './ask.ts';
import type { ClaimRow } from './queries.ts';
import * as queries from './queries.ts';
import { type CurrentEpoch, ensureAsked, ensureEnabled } from './read-claim.ts';
import { noteTakeover } from './takeovers.ts';

type Accepting = { token: string; caller: Caller };
type Claims = {
  db: Db;
  now: () => number;
  currentEpoch: CurrentEpoch;
  /** Calls an account by this name whose owner never said one. */
  nameAccount: NameAccount;
  /** What features say of their tables. */
  rows: Rows;
};

export type NameAccount = (
  tx: Db,
  account: Pick<Caller, '_id' | 'name' | 'email'>,
  named: { name: string; now: number },
) => Promise<void>;

/**
 * Accepts what the caller is asked, once. A guardian's rights begin; a family is seen to be theirs; a learner
 * who takes themself over belongs to their own account from then on, while orders and what moved stay with
 * who paid. Throws as `readClaim` does.
 */
export async function acceptClaim(
  { db, currentEpoch, nameAccount, rows, ...clock }: Claims,
  { token, caller }: Accepting,
): Promise<z.output<typeof AcceptedClaim>> {
  const now = clock.now();
  return transact(db, async (tx) => {
    // An account that is being deleted waits here, or is gone.
    ensure(await lockUser(tx, caller._id), 'session-ended');
    const claim = ensureRecipient(ensureLinkOpen(await queries.lockClaim(tx, token), now), caller);
    await ensureEnabled(tx, claim, currentEpoch);
    const learner = ensureAsked(claim, await lockLearner(tx, claim.learnerid), caller._id);
    const { kind, learnerid } = claim;
    const sameas = kind === 'family' ? undefined : await queries.findNamesake(tx, caller._id, learner);
    await withdraw(tx, { learnerid, email: claim.email, ended: 'accepted', now });
    // Before they belong to another account, which is not who the line is about.
    await logFamily(tx, { learnerid, action: LOGGED[kind], actorid: caller._id, now });
    await ACCEPT[kind](tx, { claim, learner, caller, nameAccount, rows, now });
    return { kind, learnerid, sameas: sameas ?? null };
  });
}

type Accepted = {
  claim: ClaimRow;
  learner: LearnerRow & { userid: string };
  caller: Caller;
  nameAccount: NameAccount;
  rows: Rows;
  now: number;
};

const ACCEPT: { readonly [K in ClaimRow['kind']]: (tx: Db, accepted: Accepted) => Promise<void> } = {
  guardian: beginGuarding,
  // By signing in with the proved address it is theirs.
  family: async () => {},
  takeover: takeOver,
};

const LOGGED = {
  guardian: 'guardian-accepted',
  family: 'family-claimed',
  takeover: 'takeover-accepted',
} as const;

async function beginGuarding(tx: Db, { claim, learner, caller, now }: Accepted): Promise<void> {
  const { learnerid, mayenrol, maypay, getsmail, hash } = claim;
  await queries.saveGuardian(tx, {
    learnerid,
    userid: caller._id,
    mayenrol,
    maypay,
    getsmail,
    createdat: now,
  });
  await notifyOfGuardian(tx, 'guardian.added', { learnerid, userid: caller._id, now });
  const agreed = { who: plainName(caller.name), email: caller.email, school: SCHOOL };
  // A stranger who had the password for a moment may have asked.
  await insertMails(tx, accountOf(learner.userid), {
    kind: 'guardian-accepted',
    ref: hash,
    subject: say('learners.mail_guardian_accepted', { who: plainName(caller.name) }),
    letter: {
      reader: 'account',
      paragraphs: [
        learner.firstname === null
          ? say('learners.mail_agreed_for_you', agreed)
          : say('learners.mail_agreed', { ...agreed, child: plainName(learner.firstname) }),
        say('learners.mail_end_it'),
      ],
      button: { label: say('mails.open_family'), href: '/account/family' },
    },
    now,
  });
}

async function takeOver(tx: Db, { claim, learner, caller, nameAccount, rows, now }: Accepted): Promise<void> {
  const { learnerid, mayenrol, maypay, getsmail, hash } = claim;
  // Who takes over decides who else is asked.
  await withdraw(tx, { learnerid, now });
  const ended = await queries.deleteGuardian(tx, { learnerid, userid: caller._id });
  if (ended > 0) await notifyOfGuardian(tx, 'guardian.removed', { learnerid, userid: caller._id, now });
  await noteTakeover(tx, { learner, toid: caller._id, now });
  const self = await makeRoom(tx, { caller, to: learnerid, rows });
  await queries.moveLearner(tx, learnerid, { userid: caller._id, self });
  await notifyOfLearners(tx, 'child.changed', { learners: [{ _id: learnerid, userid: caller._id }], now });
  // An account that never said a name is called as its learner was taught.
  const name = `${learner.firstname ?? ''} ${learner.lastname ?? ''}`.trim();
  if (self === 1 && name) await nameAccount(tx, caller, { name, now });
  if (mayenrol || maypay || getsmail) {
    const stays = { learnerid, userid: learner.userid, mayenrol, maypay, getsmail };
    await queries.saveGuardian(tx, { ...stays, createdat: now });
    await notifyOfGuardian(tx, 'guardian.added', { learnerid, userid: learner.userid, now });
  }
  await insertMails(tx, accountOf(learner.userid), {
    kind: 'learner-taken-over',
    ref: hash,
    subject: say('learners.mail_own_account', { who: plainName(caller.name) }),
    letter: {
      reader: 'account',
      paragraphs: [
        say('learners.mail_taken_over', {
          who: plainName(caller.name),
          email: caller.email,
          child: plainName(learner.firstname ?? ''),
          school: SCHOOL,
        }),
        say('learners.mail_take_back', { moment: { moment: now + TAKEOVER_BACK_MS } }),
      ],
      button: { label: say('mails.open_family'), href: '/account/family' },
    },
    now,
  });
}

/**
 * Whether a learner who takes themself over can be what the account is: gone is then what the account was
 * made with, as long as nothing was ever begun for it, and what else names it names the learner. Otherwise
 * both stay, and the school can make them one.
 */
async function makeRoom(
  tx: Db,
  { caller, to, rows }: { caller: Caller; to: string; rows: Rows },
): Promise<0 | 1> {
  const { learnerid } = caller;
  await lockLearner(tx, learnerid);
  if (await queries.hasGuardians(tx, learnerid)) return 0;
  if ((await findBegun(tx, { rows, ids: [learnerid] })).length > 0) return 0;
  await moveRows(tx, 'learner', { from: learnerid, to, learners: [], rows });
  await queries.deleteLearnerRow(tx, learnerid);
  return 1;
}
