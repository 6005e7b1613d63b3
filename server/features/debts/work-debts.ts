import { addDays } from '#contract/time/days.ts';
import { momentOf } from '#contract/time/wall-time.ts';
import { lockUser } from '#server/auth/queries.ts';
import { languageOf } from '#server/database/rows/languages.ts';
import { type ReadSchool, type SchoolNow, schoolDay, startOfDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findLateFee } from '#server/features/billing/index.ts';
import { addCharges, logCharge } from '#server/features/charges/index.ts';
import {
  applyCredit,
  claimAccount,
  closeAccount,
  findDueAccounts,
  findParts,
  lockOpenAccount,
  lookAgainAt,
  type OpenInvoice,
  openInvoicesOf,
  sumUninvoiced,
} from '#server/features/ledger/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { balanceOf } from './balance.ts';
import { lateFeeLabel } from './labels.ts';
import { OVERDUE, writeDueSoon, writeOverdue } from './letters.ts';
import { findNotices, findSent, type NoticeRow, saveNotice } from './queries.ts';

/** Families are written to so many days before an invoice is due. */
const SOON_DAYS = 3;
/** On the school's clocks: no mail about money comes in the night. */
const MORNING = '09:00';
const AT_ONCE = 20;
/** While one worker looks at an account no other does; where it may have died, another looks after. */
const LEASE_MS = 30_000;

type Working = Pick<Payments, 'db' | 'now' | 'lease' | 'checkpoint' | 'logError'> & {
  readSchool: ReadSchool;
};

/**
 * Looks at accounts that may owe something, each once a day and in its own transaction: writes that an invoice is
 * due soon or was due, and charges late fees that were announced. Idempotent; safe to call concurrently. Gives
 * how many accounts it looked at.
 */
export async function workDebts(working: Working): Promise<number> {
  const { db, now, lease, logError, checkpoint } = working;
  let looked = 0;
  for (const account of await findDueAccounts(db, now(), AT_ONCE)) {
    if (!(await claimAccount(db, account, lease(now() + LEASE_MS)))) continue;
    try {
      await lookAt(working, account.userid);
      checkpoint('debts-looked-at');
      looked++;
    } catch (error) {
      logError(error);
    }
  }
  return looked;
}

async function lookAt({ db, now, readSchool, checkpoint }: Working, userid: string): Promise<void> {
  const school = await readSchool();
  await transact(db, async (tx) => {
    // Nothing is paid, charged or taken back meanwhile, and no other worker looks.
    const user = await lockUser(tx, userid);
    if (!user || !(await lockOpenAccount(tx, userid))) return;
    const moment = now();
    const today = schoolDay(school, moment);
    // What the family was credited meanwhile pays first.
    await applyCredit(tx, { userid, now: moment });
    const invoices = await openInvoicesOf(tx, userid);
    if (invoices.length === 0 && (await sumUninvoiced(tx, [userid])).size === 0)
      return closeAccount(tx, userid);
    // One that was erased gets neither a mail nor a fee; what the school owes a family may be more than it owes.
    const isOwing =
      user.erasedat === null && invoices.length > 0 && (await balanceOf(tx, { userid, school })) > 0;
    if (isOwing) {
      const ids = invoices.map(({ _id }) => _id);
      const [notices, parts] = [await findNotices(tx, ids), await findParts(tx, ids)];
      // One that is paid in instalments has mails of its own, and its parts their days.
      for (const invoice of invoices.filter(({ _id }) => !parts.has(_id)))
        await follow(tx, invoice, { notice: notices.get(invoice._id), user, school, today, now: moment });
    }
    checkpoint('inside-debts');
    await lookAgainAt(tx, userid, startOfDay(school, addDays(today, 1)));
  });
}

type Following = {
  notice: NoticeRow | undefined;
  user: NonNullable<Awaited<ReturnType<typeof lockUser>>>;
  school: SchoolNow;
  today: string;
  now: number;
};

/** What an open invoice calls for on a day: a mail, a late fee, or nothing. */
async function follow(tx: Db, invoice: OpenInvoice, following: Following): Promise<void> {
  const { notice, today, school, now } = following;
  const { dueday, issuedday } = invoice;
  const mail = { userid: following.user._id, dueat: morningOf(school, { today, now }), now };
  if (today > dueday) {
    if (notice?.overdueat) return followFee(tx, invoice, { ...following, notice });
    await writeOverdue(tx, invoice, mail);
    await saveNotice(tx, invoice._id, { overdueat: now, ...(await feeFor(tx, invoice, following)) });
    return;
  }
  const soon = addDays(dueday, -SOON_DAYS);
  // The invoice itself has just said it where it gives no more time than that.
  const isSoon = today >= soon && today < dueday && issuedday < soon;
  if (!isSoon || notice?.soonat) return;
  await writeDueSoon(tx, invoice, mail);
  await saveNotice(tx, invoice._id, { soonat: now });
}

/** Nine in the morning of a day, or now where that is over. */
function morningOf({ timezone = 'UTC' }: SchoolNow, { today, now }: Pick<Following, 'today' | 'now'>) {
  return Math.max(now, momentOf(`${today}T${MORNING}`, timezone) ?? now);
}

/**
 * The late fee that the mail about an overdue invoice announces: none where the invoice was due before the school
 * had one. A mail that comes late leaves as many days as one that comes on time, and at least until tomorrow.
 */
async function feeFor(
  tx: Db,
  { dueday, currency }: OpenInvoice,
  { school, today }: Following,
): Promise<Pick<NoticeRow, 'fee' | 'feeday'>> {
  const fee = await findLateFee(tx);
  if (!fee || dueday < schoolDay(school, fee.since) || currency !== school.currency)
    return { fee: null, feeday: null };
  return { fee: fee.amount, feeday: addDays(today, Math.max(1, fee.afterdays - 1)) };
}

/**
 * Charges the announced late fee on its day. Where the mail was not sent before that day, as to a family without
 * an address, or the school has no late fee any more, none falls.
 */
async function followFee(
  tx: Db,
  { _id, number, currency }: OpenInvoice,
  { notice, user, school, today, now }: Following & { notice: NoticeRow },
): Promise<void> {
  const { fee, feeday, feeat } = notice;
  if (fee === null || feeday === null || feeat !== null) return;
  const announcedat = notice.announcedat ?? (await findSent(tx, { kind: OVERDUE, ref: _id })) ?? null;
  if (announcedat !== notice.announcedat) await saveNotice(tx, _id, { announcedat });
  if (today < feeday) return;
  await saveNotice(tx, _id, { feeat: now });
  const isAnnounced = announcedat !== null && schoolDay(school, announcedat) < feeday;
  if (!isAnnounced || currency !== school.currency || !(await findLateFee(tx))) return;
  const [charge] = await addCharges(tx, [
    {
      userid: user._id,
      kind: 'latefee',
      label: lateFeeLabel(number, languageOf(user, school)),
      amount: fee,
      currency,
      day: today,
      key: `latefee.${_id}`,
      byid: null,
      now,
    },
  ]);
  if (charge?.isNew) await logCharge(tx, charge, { user, action: 'charged', actor: null, now });
}
