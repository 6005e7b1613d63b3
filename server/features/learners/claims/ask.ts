import { claimPage } from '#contract/learners/calls.ts';
import { LINK_MS } from '#contract/mailed-links.ts';
import { type MessageId, type PlainId, t } from '#languages/t.ts';
import { newToken } from '#server/auth/mailed-links.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findLearner } from '#server/features/learners/find-learner.ts';
import { logFamily } from '#server/features/learners/log-family.ts';
import { notifyOfGuardian } from '#server/features/learners/notify-of-learners.ts';
import { lockLearner } from '#server/features/learners/queries.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { plainName, SCHOOL, say, type Words } from '#server/jobs/letter.ts';
import { isMailedEnough } from '#server/jobs/mails-to-strangers.ts';
import { accountOf, deleteUnsentMails, insertMail, insertMails } from '#server/jobs/outbox.ts';
import type { ClaimRow, Rights } from './queries.ts';
import * as queries from './queries.ts';

/** What an invitation needs. */
export type Asking = {
  db: Db;
  now: () => number;
  /** Whether only people who have proved their address may let the school write to others. */
  needsProvedAddress: boolean;
  rateLimitFactor: number;
};

const ASKED_PER_HOUR = 10;
const ASKED_OF_ADDRESS_PER_HOUR = 4;
/** By all together: so many that a stranger or two cannot keep the others from it. */
const MAILED_TO_ADDRESS_PER_HOUR = 20;
const HOUR_MS = 60 * 60_000;

/** An account that asks; one without an address is asked for by the office. */
type Asker = Pick<Caller, '_id' | 'name' | 'emailverified'> & { email: string | null };
type Ask = { learnerid: string; email: string; caller: Caller } & Rights;

/**
 * Changes at once the rights of an accepted guardian; invites any other address by mail, which replaces an
 * earlier invitation. Which of the two says nothing about accounts: the payer sees their guardians anyway.
 * Throws `learner-not-found`, `claim-own-address`, `email-not-verified` and `too-many-requests`.
 */
export async function saveGuardian(asking: Asking, { caller, ...ask }: Ask): Promise<'asked' | 'changed'> {
  const { learnerid } = ask;
  return transact(asking.db, async (tx) => {
    await lockLearner(tx, learnerid);
    const { learnername } = await findLearner(tx, caller, learnerid, 'own');
    return saveGuardianIn(asking, tx, { ...ask, learnername, payer: caller, actor: caller });
  });
}

type Saving = Omit<Ask, 'caller'> & {
  learnername: string;
  /** Whose the learner is, and in whose name the guardian is asked. */
  payer: Asker;
  /** Who does it: the payer, or the office for them. */
  actor: Asker;
};

/** The same in the caller's transaction, for a learner of the payer's, whose row it has locked. */
export async function saveGuardianIn(
  asking: Asking,
  tx: Db,
  { learnername, payer, actor, ...ask }: Saving,
): Promise<'asked' | 'changed'> {
  const { learnerid, email, mayenrol, maypay, getsmail } = ask;
  const now = asking.now();
  const told = actor._id === payer._id ? TOLD : TOLD_BY_OFFICE;
  const telling = { payer, learnername, email, learnerid, now };
  const changed = await queries.updateRights(tx, { learnerid, email, mayenrol, maypay, getsmail, now });
  if (changed !== undefined) {
    await notifyOfGuardian(tx, 'guardian.changed', { learnerid, userid: changed, now });
    await logFamily(tx, { learnerid, action: 'guardian-rights', actorid: actor._id, now });
    await notifyPayer(tx, { kind: 'rights-changed', ...told['rights-changed'], ...telling });
    return 'changed';
  }
  await askAddress(asking, tx, { kind: 'guardian', payer, actor, ...ask });
  await logFamily(tx, { learnerid, action: 'guardian-asked', actorid: actor._id, now });
  await notifyPayer(tx, { kind: 'guardian-asked', ...told['guardian-asked'], ...telling });
  return 'asked';
}

type Ending = Pick<Saving, 'learnerid' | 'learnername' | 'email' | 'payer' | 'actor'>;

/**
 * Ends that an address guards a learner of the payer's, or withdraws what it was asked, and tells the payer;
 * in the caller's transaction. Gives how many there were.
 */
export async function endGuardianIn(
  { now: clock }: Pick<Asking, 'now'>,
  tx: Db,
  { actor, ...ending }: Ending,
): Promise<number> {
  const { learnerid, email } = ending;
  const now = clock();
  const guardian = await queries.findGuardianAt(tx, { learnerid, email });
  if (guardian) {
    await queries.deleteGuardian(tx, { learnerid, userid: guardian.userid });
    await notifyOfGuardian(tx, 'guardian.removed', { learnerid, userid: guardian.userid, now });
    const line = { action: 'guardian-ended', before: guardian.userid } as const;
    await logFamily(tx, { learnerid, ...line, actorid: actor._id, now });
  }
  // What else the address was asked, such as to take the child over, is the family's own affair.
  const open = await queries.findOpenClaims(tx, [learnerid], now);
  const isAsked = open.some((claim) => claim.email === email && claim.kind === 'guardian');
  const withdrawn = isAsked ? await withdraw(tx, { learnerid, email, now }) : 0;
  if (withdrawn > 0) await logFamily(tx, { learnerid, action: 'claim-withdrawn', actorid: actor._id, now });
  const ended = withdrawn + (guardian ? 1 : 0);
  if (ended > 0)
    await notifyPayer(tx, { kind: 'guardian-ended', ...TOLD_BY_OFFICE['guardian-ended'], ...ending, now });
  return ended;
}

/**
 * Asks the owner of an address to take over a learner who has grown up; the rights are those that the caller
 * keeps. Throws as `saveGuardian` does, and `learner-is-self`.
 */
export async function offerTakeover(asking: Asking, { caller, ...ask }: Ask): Promise<'asked'> {
  return transact(asking.db, async (tx) => {
    const learner = await lockLearner(tx, ask.learnerid);
    const { learnername } = await findLearner(tx, caller, ask.learnerid, 'own');
    ensure(learner?.self === 0, 'learner-is-self');
    await askAddress(asking, tx, { kind: 'takeover', payer: caller, actor: caller, ...ask });
    const { learnerid, email } = ask;
    const now = asking.now();
    await logFamily(tx, { learnerid, action: 'takeover-offered', actorid: caller._id, now });
    const telling = { payer: caller, learnername, email, learnerid, now };
    await notifyPayer(tx, { kind: 'takeover-asked', ...TOLD['takeover-asked'], ...telling });
    return 'asked' as const;
  });
}

type Told = {
  subject: PlainId;
  words: MessageId;
  /** What the payer can do about it. */
  remedy: PlainId;
};

const NOT_YOU = { remedy: 'learners.mail_not_you' } as const;
const ASK_SCHOOL = { remedy: 'learners.mail_ask_if_mistake' } as const;

/** What a payer reads of what was done from their account. */
const TOLD = {
  'guardian-asked': {
    subject: 'learners.mail_you_invited',
    words: 'learners.mail_invited',
    ...NOT_YOU,
  },
  'takeover-asked': {
    subject: 'learners.mail_you_offered',
    words: 'learners.mail_offered',
    ...NOT_YOU,
  },
  'rights-changed': {
    subject: 'learners.mail_you_changed_rights',
    words: 'learners.mail_changed_rights',
    ...NOT_YOU,
  },
} as const satisfies Record<string, Told>;

/** And of what the office did for them. */
const TOLD_BY_OFFICE = {
  'guardian-asked': {
    subject: 'learners.mail_school_invited',
    words: 'learners.mail_invited_by_school',
    ...ASK_SCHOOL,
  },
  'rights-changed': {
    subject: 'learners.mail_school_changed_rights',
    words: 'learners.mail_rights_by_school',
    ...ASK_SCHOOL,
  },
  'guardian-ended': {
    subject: 'learners.mail_school_ended',
    words: 'learners.mail_ended_by_school',
    ...ASK_SCHOOL,
  },
} as const satisfies Record<string, Told>;

type ToldOf<Table> = { [K in keyof Table]: { kind: K } & Table[K] }[keyof Table];
type Telling = (ToldOf<typeof TOLD> | ToldOf<typeof TOLD_BY_OFFICE>) & {
  payer: Pick<Asker, '_id'>;
  learnername: string;
  email: string;
  learnerid: string;
  now: number;
};

/** Before it is accepted: a thief who has the account for a moment may have asked. */
async function notifyPayer(
  tx: Db,
  { kind, subject, words, remedy, payer, learnername, email, learnerid, now }: Telling,
) {
  await insertMails(tx, accountOf(payer._id), {
    kind,
    ref: `${learnerid} ${email} ${now}`,
    subject: say(subject),
    letter: {
      reader: 'account',
      paragraphs: [say(words, { email, child: plainName(learnername), school: SCHOOL }), say(remedy)],
      button: { label: say('mails.open_family'), href: '/account/family' },
    },
    now,
  });
}

async function askAddress(
  asking: Asking,
  tx: Db,
  { payer, actor, ...claim }: Omit<Ask, 'caller'> & Pick<Saving, 'payer' | 'actor'> & Pick<ClaimRow, 'kind'>,
): Promise<void> {
  const now = asking.now();
  if (asking.needsProvedAddress && actor.emailverified === 0)
    throw new AppError('email-not-verified', {
      detail: () => t('errors.confirm_email_then_invite'),
    });
  ensure(claim.email !== actor.email, 'claim-own-address');
  if (claim.email === payer.email)
    throw new AppError('claim-own-address', { detail: () => t('families.guardian_is_parent') });
  await ensureFew(asking, tx, { byid: payer._id, limit: ASKED_PER_HOUR });
  await ensureFew(asking, tx, { byid: payer._id, email: claim.email, limit: ASKED_OF_ADDRESS_PER_HOUR });
  const mailed = await findUsedUp(asking, tx, { email: claim.email, limit: MAILED_TO_ADDRESS_PER_HOUR });
  const isEnough = await isMailedEnough(tx, {
    recipient: claim.email,
    now,
    rateLimitFactor: asking.rateLimitFactor,
  });
  // A refusal would tell that another account asked, or that the address has an account.
  await openClaim(tx, {
    ...claim,
    by: payer,
    now,
    isMailed: mailed === undefined && !isEnough,
    ...(actor._id !== payer._id && {
      words: say('learners.claim_guardian_by_school', { who: plainName(payer.name), school: SCHOOL }),
    }),
  });
}

type Limited = queries.Asked & { limit: number };

/** Throws `too-many-requests` where as many have been asked within the hour as may be. */
async function ensureFew(asking: Asking, tx: Db, limited: Limited): Promise<void> {
  const first = await findUsedUp(asking, tx, limited);
  if (first === undefined) return;
  throw new AppError('too-many-requests', {
    retryAfterS: Math.max(1, Math.ceil((first + HOUR_MS - asking.now()) / 1000)),
  });
}

/** When the first was asked of as many within the hour as may be; undefined where there are fewer. */
async function findUsedUp(
  { now, rateLimitFactor }: Asking,
  tx: Db,
  { limit, ...whose }: Limited,
): Promise<number | undefined> {
  const max = limit * rateLimitFactor;
  const asked = await queries.findAsked(tx, { ...whose, limit: max, now: now() });
  return asked.length < max ? undefined : asked[0];
}

/**
 * Invites the owner of an address by a mail with a link that works for 14 days, which replaces an earlier one
 * for this learner. Of the link a hash is kept. Without the mail they are only noted as asked.
 */
export async function openClaim(
  tx: Db,
  {
    by,
    now,
    isMailed = true,
    words: said,
    ...claim
  }: Omit<ClaimRow, 'hash' | 'byid' | 'until' | 'ended' | 'createdat'> & {
    by: Pick<Caller, '_id' | 'name'>;
    now: number;
    isMailed?: boolean;
    /** What the mail says first; else what its kind says. */
    words?: Words;
  },
): Promise<void> {
  const { learnerid, email, kind } = claim;
  await withdraw(tx, { learnerid, email, ended: 'replaced', now });
  const { token, hash } = newToken();
  const until = now + LINK_MS;
  await queries.insertClaim(tx, { ...claim, hash, byid: by._id, until, ended: null, createdat: now });
  if (!isMailed) return;
  const { subject, words, label } = MAILS[kind];
  await insertMail(tx, {
    kind: CLAIM_MAIL,
    ref: hash,
    recipient: email,
    subject: say(subject),
    letter: {
      reader: 'address',
      paragraphs: [
        said ?? words(plainName(by.name)),
        say('learners.claim_open', { moment: { moment: until } }),
      ],
      button: { label: say(label), href: claimPage(token) },
      notes: [say('learners.claim_for_you_alone'), say('learners.claim_ignore')],
      opensAccount: true,
    },
    // Without `validuntil`: a whole school's invitations must not stand before a seat that is offered or a
    // link to a new password.
    now,
  });
}

const CLAIM_MAIL = 'claim';

type ClaimMail = { subject: PlainId; words: (who: string) => Words; label: PlainId };

/** They name no child: an address may be mistyped. */
const MAILS: { readonly [K in ClaimRow['kind']]: ClaimMail } = {
  guardian: {
    subject: 'learners.claim_guardian',
    words: (who) => say('learners.claim_guardian_asked', { who, school: SCHOOL }),
    label: 'learners.claim_open_invitation',
  },
  family: {
    subject: 'learners.claim_family',
    words: () => say('learners.claim_family_moved', { school: SCHOOL }),
    label: 'mails.open_family',
  },
  takeover: {
    subject: 'learners.claim_takeover',
    words: (who) => say('learners.claim_takeover_offered', { who, school: SCHOOL }),
    label: 'learners.claim_open_invitation',
  },
};

/** Takes back what was asked, and the mail where it has not been sent; gives how many there were. */
export async function withdraw(
  tx: Db,
  { ended: how = 'withdrawn', ...asked }: queries.AskedClaims & Partial<queries.Ending> & { now: number },
): Promise<number> {
  const ended = await queries.endClaims(tx, { ...asked, ended: how });
  for (const ref of ended) await deleteUnsentMails(tx, { kind: CLAIM_MAIL, ref });
  return ended.length;
}

/** The same for a learner of the caller's. Throws `learner-not-found` and `claim-not-found`. */
export async function withdrawClaim(
  { db, now }: Pick<Asking, 'db' | 'now'>,
  { learnerid, email, caller }: { learnerid: string; email: string; caller: Caller },
): Promise<number> {
  return transact(db, async (tx) => {
    await findLearner(tx, caller, learnerid, 'own');
    const moment = now();
    const withdrawn = await withdraw(tx, { learnerid, email, now: moment });
    ensure(withdrawn > 0, 'claim-not-found');
    await logFamily(tx, { learnerid, action: 'claim-withdrawn', actorid: caller._id, now: moment });
    return withdrawn;
  });
}
