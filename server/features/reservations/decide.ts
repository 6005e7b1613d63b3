import { t } from '#languages/t.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { callOff } from '#server/features/calloffs/index.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { closeDecision, decideOn, lockClass, notifyOfClass } from '#server/features/classes/index.ts';
import { dueReserved, type Payments } from '#server/features/orders/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { notifyDecided, notifyRuns } from './letters.ts';
import * as queries from './queries.ts';

/** What is decided of a class, and how many learners had joined it of how many it needs. */
export type Decision = { decided: 'runs' | 'not'; learners: number; runsfrom: number };

/** `runs` as the office says; undefined where the number of those who joined says it. */
type Deciding = { id: string; runs?: boolean; key: string; actor: Actor };

/**
 * Decides once whether a class runs; the same key again gives what was decided. What follows is done by the job
 * that this is to be followed by. Throws `class-not-found`, `nothing-to-decide` and `already-decided`.
 */
export async function decideClass(payments: Payments, { id, runs, key, actor }: Deciding): Promise<Decision> {
  const { db, changed, checkpoint } = payments;
  const now = payments.now();
  const decision = await transact(db, async (tx) => {
    const one = (await lockClass(tx, id)) ?? (await findDecided(tx, id));
    ensure(one, 'class-not-found');
    const { runsfrom } = one;
    ensure(runsfrom !== null, 'nothing-to-decide');
    const learners = await queries.countJoined(tx, one);
    if (one.decided !== null) {
      if (one.decidedkey !== key)
        throw new AppError('already-decided', { detail: () => t('reservations.already_decided') });
      return { decided: one.decided, learners, runsfrom };
    }
    // A class that was taken off the list is not begun by itself.
    const isEnough = learners >= runsfrom && one.status === 'approved';
    const decided = (runs ?? isEnough) ? ('runs' as const) : ('not' as const);
    await decideOn(tx, id, { decided, decidedkey: key, now });
    await insertChange(tx, {
      about: 'class',
      subjectid: id,
      subjectname: one.classname,
      action: 'decided',
      before: `${learners} / ${runsfrom}`,
      after: decided,
      actor,
      now,
    });
    if (decided === 'runs') await notifyOfClass(tx, 'class.changed', { classid: id, now });
    await notifyDecided(tx, { ...one, decided, learners, runsfrom }, { actor, now });
    return { decided, learners, runsfrom };
  });
  checkpoint('decided');
  changed();
  return decision;
}

/** A class that does not run is called off: it is in no list any more. */
const findDecided = (tx: Db, id: string) =>
  tx
    .selectFrom('classes')
    .selectAll()
    .where('_id', '=', id)
    .where('decided', 'is not', null)
    .executeTakeFirst();

const AT_ONCE = 20;

type Working = { payments: Payments; readSchool: ReadSchool; wakeCallOffs: () => void };

/**
 * Decides what is due by the school's days, and does what follows from decisions: cards are charged, or the class
 * is called off. Every step may be taken twice, and by several processes at once. Gives how many classes were
 * worked on.
 */
export async function workDecisions({ payments, readSchool, wakeCallOffs }: Working): Promise<number> {
  const { db, now, logError } = payments;
  let done = 0;
  const today = schoolDay(await readSchool(), now());
  for (const { _id, decideby } of await queries.findDue(db, today, AT_ONCE)) {
    try {
      await decideClass(payments, { id: _id, key: `day ${decideby}`, actor: null });
      done++;
    } catch (error) {
      // The office was first.
      if (!(error instanceof AppError && error.code === 'already-decided')) logError(error);
    }
  }
  for (const { _id, classname, decided } of await queries.findFollowing(db, now(), AT_ONCE)) {
    try {
      if (decided === 'runs') await begin(payments, { classid: _id, classname });
      else {
        const input = {
          reason: reasonOf('orders.too_few_joined'),
          refund: 'whole' as const,
          key: `not ${_id}`,
        };
        await callOff(payments, input, { id: _id, actor: null });
        wakeCallOffs();
      }
      await closeDecision(db, _id);
      done++;
    } catch (error) {
      // An admin called it off meanwhile: its places end by that.
      if (error instanceof AppError && error.code === 'already-called-off') await closeDecision(db, _id);
      else logError(error);
    }
  }
  return done;
}

/** Cards are charged, and who has a place already is told that the class runs. */
async function begin(payments: Payments, { classid, classname }: { classid: string; classname: string }) {
  const now = payments.now();
  await transact(payments.db, async (tx) => {
    await notifyRuns(tx, { classid, classname, learnerids: await queries.findEnrolled(tx, classid), now });
    await dueReserved(tx, { classid, now });
    payments.checkpoint('inside-decision');
  });
  payments.wake();
}
