import type { Db } from '#server/database/schema.ts';
import type { RecoveryRule, SetUp } from '#server/features/feature.ts';
import { type Said, say } from '#server/jobs/letter.ts';
import { withdraw } from './claims/ask.ts';
import * as queries from './claims/queries.ts';
import { findTakeoversFrom, takeBackIn } from './claims/takeovers.ts';
import { logFamily } from './log-family.ts';
import { notifyOfGuardian } from './notify-of-learners.ts';

/** A guardian of this long was not appointed by a recent thief. */
export const SETTLED_MS = 7 * 24 * 60 * 60_000;

type OpenClaim = Awaited<ReturnType<typeof queries.findClaimsBy>>[number];
type Guardian = Awaited<ReturnType<typeof queries.findGuardiansBy>>[number];

const claimOf = ({ hash, kind, learnername, email, createdat }: OpenClaim): SetUp => ({
  kind: 'claim',
  id: hash,
  title: say('learners.set_up_claim', { kind, learner: learnername }),
  detail: email,
  createdat,
});

const guardianOf = (guardian: Guardian): SetUp => ({
  kind: 'guardian',
  id: `${guardian.learnerid}.${guardian.userid}`,
  title: say('learners.set_up_guardian', { name: guardian.name, learner: guardian.learnername }),
  detail: detailOf(guardian),
  createdat: guardian.createdat,
});

const RIGHT_WORDS = {
  mayenrol: say('learners.right_choose_classes'),
  maypay: say('learners.right_pay'),
  getsmail: say('learners.right_get_emails'),
} as const;
type Right = keyof typeof RIGHT_WORDS;
const RIGHTS = Object.keys(RIGHT_WORDS) as Right[];

const wordsOf = (rights: readonly Right[]) => ({ list: rights.map((right) => RIGHT_WORDS[right]) });

/** Who a guardian is, and what they may do beyond seeing the child. */
function detailOf(guardian: Guardian): string | Said {
  const email = guardian.email ?? guardian.name;
  const rights = RIGHTS.filter((right) => guardian[right] === 1);
  return rights.length > 0 ? say('learners.set_up_rights', { email, rights: wordsOf(rights) }) : email;
}

/** What a guardian may do since a moment or later only, and since when; undefined where there is nothing. */
function givenSince(guardian: Guardian, since: number): SetUp | undefined {
  const sinceWhen = (right: Right) => guardian[queries.RIGHTS_SINCE[right]] ?? guardian.createdat;
  const rights = RIGHTS.filter((right) => guardian[right] === 1 && sinceWhen(right) >= since);
  if (rights.length === 0) return undefined;
  const { name, email, learnername } = guardian;
  const title = say('learners.set_up_given', { name, rights: wordsOf(rights), learner: learnername });
  return { ...guardianOf(guardian), title, detail: email, createdat: Math.min(...rights.map(sinceWhen)) };
}

type Takeover = Awaited<ReturnType<typeof findTakeoversFrom>>[number];

const takeoverOf = ({ learnerid, learnername, name, email, createdat }: Takeover): SetUp => ({
  kind: 'takeover',
  id: learnerid,
  title: say('learners.set_up_takeover', { learner: learnername, name }),
  detail: email,
  createdat,
});

/** Ends that an account guards a learner; false where it does not any more. */
async function endGuardian(
  tx: Db,
  { learnerid, userid }: Guardian,
  by: { actorid: string | null; now: number },
): Promise<boolean> {
  const ended = await queries.deleteGuardian(tx, { learnerid, userid });
  if (ended === 0) return false;
  await notifyOfGuardian(tx, 'guardian.removed', { learnerid, userid, now: by.now });
  await logFamily(tx, { learnerid, action: 'guardian-ended', before: userid, ...by });
  return true;
}

export const claimRecovery: RecoveryRule = {
  endsWithRole: true,
  /** As an admin an account invites only families of an import. */
  async ends(tx, { userid, because, now }) {
    const open = await queries.findClaimsBy(tx, userid, now);
    const claims = because === 'role' ? open.filter(({ kind }) => kind === 'family') : open;
    for (const { hash, kind, learnerid } of claims) {
      await withdraw(tx, { hash, now });
      // A whole import is asked at once, and the log says so in one line.
      if (kind !== 'family')
        await logFamily(tx, { learnerid, action: 'claim-withdrawn', actorid: null, now });
    }
    return claims.map(claimOf);
  },
  list: async (db, { userid, now }) => (await queries.findClaimsBy(db, userid, now)).map(claimOf),
  async endOne(tx, { userid, id, now }) {
    const claim = (await queries.findClaimsBy(tx, userid, now)).find(({ hash }) => hash === id);
    if (!claim) return false;
    await withdraw(tx, { hash: id, now });
    await logFamily(tx, { learnerid: claim.learnerid, action: 'claim-withdrawn', actorid: userid, now });
    return true;
  },
};

export const takeoverRecovery: RecoveryRule = {
  list: async (db, { userid, now }) => (await findTakeoversFrom(db, userid, now)).map(takeoverOf),
  endOne: (tx, { userid, id: learnerid, now }) =>
    takeBackIn(tx, { learnerid, caller: { _id: userid, role: 'student' }, now }),
};

export const guardianRecovery: RecoveryRule = {
  async ends(tx, { userid, now }) {
    const since = now - SETTLED_MS + 1;
    const guardians = await queries.findGuardiansBy(tx, userid);
    const young = guardians.filter(({ createdat }) => createdat >= since);
    for (const guardian of young) await endGuardian(tx, guardian, { actorid: null, now });
    // One of years stays, without what it was let do of late: by paying the child would become theirs.
    const ended = young.map(guardianOf);
    for (const guardian of guardians) {
      const given = young.includes(guardian) ? undefined : givenSince(guardian, since);
      if (!given) continue;
      await queries.endRightsSince(tx, { ...guardian, since });
      await notifyOfGuardian(tx, 'guardian.changed', { ...guardian, now });
      ended.push(given);
    }
    return ended;
  },
  list: async (db, { userid }) => (await queries.findGuardiansBy(db, userid)).map(guardianOf),
  async endOne(tx, { userid, id, now }) {
    const guardian = (await queries.findGuardiansBy(tx, userid)).find((one) => guardianOf(one).id === id);
    return guardian !== undefined && (await endGuardian(tx, guardian, { actorid: userid, now }));
  },
};
