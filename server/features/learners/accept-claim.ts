import type * as z from 'zod';
import type { AcceptedClaim, Claim } from '#contract/learners.schema.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { SCHOOL } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { withdraw } from './ask.ts';
import type { ClaimRow } from './claim-queries.ts';
import * as queries from './claim-queries.ts';
import { type LearnerRow, lockLearner } from './queries.ts';

type Accepting = { token: string; caller: Caller; now: number };

/** What somebody is asked. Throws `claim-not-found`, `claim-other-address` and `email-not-verified`. */
export async function readClaim(db: Db, { token, caller, now }: Accepting): Promise<z.output<typeof Claim>> {
  const claim = ensureOpen(await queries.findClaim(db, token), caller, now);
  const learner = await db
    .selectFrom('learners')
    .selectAll()
    .where('_id', '=', claim.learnerid)
    .executeTakeFirst();
  const { userid } = ensureAsked(claim, learner, caller);
  const by = await db.selectFrom('users').select('name').where('_id', '=', claim.byid).executeTakeFirst();
  const own = await queries.findOwnLearners(db, userid);
  const meant = own.filter(({ _id, self }) =>
    claim.kind === 'family' ? self === 0 : _id === claim.learnerid,
  );
  return { ...claim, byname: by?.name ?? '', learnernames: meant.map(({ learnername }) => learnername) };
}

/**
 * Accepts what the caller is asked, once. A guardian's rights begin; a family is seen to be theirs; a learner who takes themself over belongs to
 * their own account from then on, while orders and what moved stay with who paid. Throws as `readClaim` does.
 */
export async function acceptClaim(
  db: Db,
  { token, caller, now }: Accepting,
): Promise<z.output<typeof AcceptedClaim>> {
  return transact(db, async (tx) => {
    // An account that is being deleted waits here, or is gone.
    ensure(await lockUser(tx, caller._id), 'session-ended');
    const claim = ensureOpen(await queries.lockClaim(tx, token), caller, now);
    const learner = ensureAsked(claim, await lockLearner(tx, claim.learnerid), caller);
    const { kind, learnerid } = claim;
    const sameas = kind === 'family' ? undefined : await queries.findNamesake(tx, caller._id, learner);
    await withdraw(tx, { learnerid, email: claim.email, now });
    await ACCEPT[kind](tx, { claim, learner, caller, now });
    return { kind, learnerid, sameas: sameas ?? null };
  });
}

function ensureOpen(claim: ClaimRow | undefined, { email, emailverified }: Caller, now: number): ClaimRow {
  ensure(claim && claim.until > now, 'claim-not-found');
  ensure(claim.email === email, 'claim-other-address');
  if (emailverified === 0)
    throw new AppError('email-not-verified', {
      detail: 'Confirm your email first, sign in again and open the link once more.',
    });
  return claim;
}

/** Whose the learner is must be as it was when the caller was asked: who has no child any more lets nobody guard it. */
function ensureAsked({ kind, byid }: ClaimRow, learner: LearnerRow | undefined, { _id }: Caller) {
  ensure(learner && learner.userid !== null, 'claim-not-found');
  const { userid } = learner;
  ensure(kind === 'family' ? userid === _id : userid === byid && userid !== _id, 'claim-not-found');
  return { ...learner, userid };
}

type Accepted = {
  claim: ClaimRow;
  learner: LearnerRow & { userid: string };
  caller: Caller;
  now: number;
};

const ACCEPT: { readonly [K in ClaimRow['kind']]: (tx: Db, accepted: Accepted) => Promise<void> } = {
  guardian: beginGuarding,
  // By signing in with the proved address it is theirs.
  family: async () => {},
  takeover: takeOver,
};

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
  // Whoever had the password for a moment may have asked.
  await insertMails(tx, accountOf(learner.userid), {
    kind: 'guardian-accepted',
    ref: hash,
    subject: `${caller.name} now also looks after one of your children`,
    letter: {
      reader: 'account',
      paragraphs: [
        [
          `${caller.name} (${caller.email}) has agreed to look after ${learner.firstname ?? 'you'} at `,
          SCHOOL,
          '.',
        ],
        'If you did not ask for that, end it in your family.',
      ],
      button: { label: 'Open your family', href: '/account/family' },
    },
    now,
  });
}

async function takeOver(tx: Db, { claim, learner, caller, now }: Accepted): Promise<void> {
  const { learnerid, mayenrol, maypay, getsmail, hash } = claim;
  // Who takes over decides who else is asked.
  await withdraw(tx, { learnerid, now });
  await queries.deleteGuardian(tx, { learnerid, userid: caller._id });
  await queries.moveLearner(tx, learnerid, { userid: caller._id, self: await makeRoom(tx, caller) });
  if (mayenrol || maypay || getsmail) {
    const stays = { learnerid, userid: learner.userid, mayenrol, maypay, getsmail };
    await queries.saveGuardian(tx, { ...stays, createdat: now });
  }
  await insertMails(tx, accountOf(learner.userid), {
    kind: 'learner-taken-over',
    ref: hash,
    subject: `${caller.name} looks after their own lessons now`,
    letter: {
      reader: 'account',
      paragraphs: [
        [
          `${caller.name} (${caller.email}) has taken over the lessons of ${learner.firstname} at `,
          SCHOOL,
          '. What you paid stays with you.',
        ],
      ],
      button: { label: 'Open your family', href: '/account/family' },
    },
    now,
  });
}

/**
 * Whether a learner who takes themself over can be what the account is: gone is then what the account was made with, as long as nothing was ever
 * done with it. Otherwise both stay, and the school can make them one.
 */
async function makeRoom(tx: Db, { learnerid }: Caller): Promise<0 | 1> {
  await lockLearner(tx, learnerid);
  if (await queries.isReferredTo(tx, learnerid)) return 0;
  await queries.deleteLearnerRow(tx, learnerid);
  return 1;
}
