import { t } from '#languages/t.ts';
import { newId } from '#server/database/ids.ts';
import { type ReadSchool, type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { LostRace, transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { addCharges } from '#server/features/charges/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { AppError } from '#server/http/errors.ts';
import { creditLessons } from './billed-lessons.ts';
import { discountLabel, tuitionLabel } from './labels.ts';
import * as lessons from './lesson-queries.ts';
import {
  type ClassRow,
  findRowsOf,
  type Period,
  planRun,
  type RowId,
  sumRow,
  versionOf,
} from './plan-run.ts';
import * as queries from './run-queries.ts';
import { findBillingSettings } from './settings.ts';

/** While one worker bills no other does; where it may have died, another goes on after. */
const LEASE_MS = 30_000;

type Asked = {
  period: Period;
  classids?: readonly string[] | undefined;
  leaveout: readonly RowId[];
  /** Of the rows that were seen, those that are left out among them. */
  version?: string | undefined;
};

/** A class of a run, with what is billed of it. */
type AskedClass = { classid: string; version: string };

/**
 * Asks for a run and gives its id; the job that this wakes bills class by class. Throws `changed-meanwhile` where
 * other sums would be billed than were seen.
 */
export async function startRun(
  { db, now }: Pick<Payments, 'db' | 'now'>,
  { period, classids, leaveout, version }: Asked,
  actor: NonNullable<Actor>,
): Promise<string> {
  const rows = await planRun(db, { period, classids });
  if (version !== undefined && version !== versionOf(rows))
    throw new AppError('changed-meanwhile', { detail: () => t('billing.changed_meanwhile') });
  const isLeftOut = (row: RowId) =>
    leaveout.some(({ learnerid, classid }) => row.learnerid === learnerid && row.classid === classid);
  const billed = rows.filter((row) => !isLeftOut(row));
  const asked = [...Map.groupBy(billed, ({ classid }) => classid)].map(
    ([classid, some]): AskedClass => ({ classid, version: versionOf(some) }),
  );
  const at = now();
  const _id = newId(at);
  await transact(db, async (tx) => {
    await queries.insertRun(tx, {
      _id,
      periodfrom: period.from,
      periodto: period.to,
      classes: JSON.stringify(asked.sort((one, other) => (one.classid < other.classid ? -1 : 1))),
      leaveout: JSON.stringify(leaveout),
      of: billed.length,
      byid: actor._id,
      workat: at,
      createdat: at,
    });
    await insertChange(tx, {
      about: 'school',
      subjectid: _id,
      subjectname: period.from,
      action: 'billed',
      note: String(billed.length),
      before: period.from,
      after: period.to,
      actor,
      now: at,
    });
  });
  return _id;
}

/** Issues one invoice over all that a family was charged and no invoice says; gives whether there was anything. */
export type IssueOpen = (
  tx: Db,
  family: { userid: string; school: SchoolNow; now: number },
) => Promise<boolean>;

type Working = Pick<Payments, 'db' | 'now' | 'lease' | 'checkpoint'> & {
  readSchool: ReadSchool;
  issueOpen: IssueOpen;
};

/**
 * Bills what admins have asked for, a class in a transaction, and then an invoice a family, each in its own: what
 * a process leaves, the next one goes on with.
 * Idempotent; safe to call concurrently. Gives how many runs were finished.
 */
export async function workRuns(working: Working): Promise<number> {
  const { db, now, lease } = working;
  let finished = 0;
  for (const run of await queries.findDueRuns(db, now())) {
    if (!(await queries.claimRun(db, run, lease(now() + LEASE_MS)))) continue;
    for (;;) {
      const done = await billNext(working, run._id);
      if (done === undefined) break;
      working.checkpoint(done);
    }
    finished++;
  }
  return finished;
}

/** Bills the next class of a run, or issues the invoice of the next family; undefined where all are done. */
async function billNext(
  { db, now, readSchool, issueOpen, checkpoint }: Working,
  id: string,
): Promise<'class-billed' | 'family-invoiced' | undefined> {
  const school = await readSchool();
  return transact(db, async (tx) => {
    // Two workers wait here for each other.
    const run = await queries.lockRun(tx, id);
    if (run.workat === null) return undefined;
    const families: string[] = JSON.parse(run.families);
    const asked: AskedClass | undefined = JSON.parse(run.classes)[run.at];
    if (asked === undefined) {
      const userid = families[run.familyat];
      if (userid === undefined) {
        const done = { workat: null, lease: null, done: run.of, families: '[]' };
        await queries.updateRun(tx, id, done);
        return undefined;
      }
      const isIssued = await issueOpen(tx, { userid, school, now: now() });
      checkpoint('inside-invoicing');
      const invoices = run.invoices + Number(isIssued);
      await queries.updateRun(tx, id, { familyat: run.familyat + 1, invoices });
      return 'family-invoiced';
    }
    const billed = await billClass(tx, run, { ...asked, school, now: now() });
    checkpoint('inside-billing');
    await queries.updateRun(tx, id, {
      at: run.at + 1,
      done: Math.min(run.of, run.done + billed.rows),
      charges: run.charges + billed.charges,
      sum: run.sum + billed.cents,
      families: JSON.stringify([...new Set([...families, ...billed.families])]),
    });
    return 'class-billed';
  });
}

type ClassOf = { classid: string; school: SchoolNow; now: number };

/** Bills a class as it was seen: of one of which anything differs nothing is billed, and the next run has it. */
async function billClass(
  tx: Db,
  run: queries.RunRow,
  { classid, version, school, now }: ClassOf & Pick<AskedClass, 'version'>,
) {
  const nothing = { rows: 0, charges: 0, cents: 0, families: [] };
  const period = { from: run.periodfrom, to: run.periodto };
  const leaveout: RowId[] = JSON.parse(run.leaveout);
  const [wanted] = await queries.findBilledClasses(tx, [classid]);
  // It may have been deleted since.
  if (!wanted) return nothing;
  const rows = await findRowsOf(tx, wanted, { period, leaveout, isLocked: true });
  if (versionOf(rows.map((row) => sumRow(wanted, row))) !== version) return nothing;
  const { taxrate } = await findBillingSettings(tx);
  let [charges, cents] = [0, 0];
  for (const row of rows) {
    const count = await noteLessons(tx, row, { classid, price: wanted.price, now });
    // What is taken off was worked out for all of them.
    if (count.length < row.lessons.length) throw new LostRace('Another run bills these lessons.');
    const amount = count.length * wanted.price;
    if (amount > 0) {
      const [charge] = await addCharges(tx, [
        {
          userid: row.userid,
          learnerid: row.learnerid,
          classid,
          kind: 'tuition',
          label: tuitionLabel(school, { ...period, count: count.length }),
          amount,
          currency: school.currency,
          taxrate,
          day: schoolDay(school, now),
          periodfrom: period.from,
          periodto: period.to,
          key: `run.${run._id}.${row.learnerid}.${classid}`,
          byid: run.byid,
          now,
        },
      ]);
      if (!charge) throw new Error('One charge was asked for.');
      const { learnerid } = row;
      await lessons.setCharge(tx, { learnerid, chargeid: charge._id, lessonids: count });
      const off = await takeOff(tx, row, { run, classid, school, taxrate, now });
      charges += 1 + off.count;
      cents += amount - off.cents;
    }
    const credited = await creditLessons(tx, row.credits, {
      key: `run.${run._id}.${classid}.credit`,
      classid,
      byid: run.byid,
      now,
    });
    charges += credited.count;
    cents -= credited.cents;
  }
  const families = rows.flatMap(({ userid, credits }) => [
    userid,
    ...credits.flatMap((one) => one.userid ?? []),
  ]);
  return { rows: rows.length, charges, cents, families };
}

/** Charges what is taken off a row for a further child; gives how many charges, and their sum in cents. */
async function takeOff(
  tx: Db,
  { userid, learnerid, offs }: ClassRow,
  { run, school, ...charge }: ClassOf & { run: queries.RunRow; taxrate: number },
) {
  const added = await addCharges(
    tx,
    offs.map(({ cents: amount, reason, lessons: [...some], once }) => {
      const days = { from: some[0]?.day ?? '', to: some.at(-1)?.day ?? '' };
      return {
        ...charge,
        userid,
        learnerid,
        kind: 'discount' as const,
        label: discountLabel(school, { reason, ...days }),
        amount,
        currency: school.currency,
        day: schoolDay(school, charge.now),
        periodfrom: run.periodfrom,
        periodto: run.periodto,
        key: once ?? `run.${run._id}.${learnerid}.${charge.classid}.discount.${days.from}`,
        byid: run.byid,
      };
    }),
  );
  return { count: added.length, cents: offs.reduce((sum, off) => sum + off.cents, 0) };
}

/** What each lesson of a row comes to, less what is taken off: rounded down, so that it never gives back more. */
function sumsOf({ lessons: all, offs }: ClassRow, price: number): ReadonlyMap<string, number> {
  const sums = new Map(all.map(({ _id }) => [_id, price]));
  for (const { cents, lessons: some } of offs)
    for (const { _id } of some) sums.set(_id, Math.floor((some.length * price - cents) / some.length));
  return sums;
}

/** Notes that lessons are billed; gives the ids of those that another run has not billed meanwhile. */
async function noteLessons(
  tx: Db,
  row: ClassRow,
  { classid, price, now: createdat }: { classid: string; price: number; now: number },
): Promise<string[]> {
  const of = { learnerid: row.learnerid, classid, chargeid: null, orderid: null, createdat };
  const sums = sumsOf(row, price);
  const added = await lessons.insertBilled(
    tx,
    row.lessons.map(({ _id: lessonid, day }) => ({
      ...of,
      lessonid,
      day,
      amount: sums.get(lessonid) ?? price,
    })),
  );
  return added.map(({ lessonid }) => lessonid);
}
