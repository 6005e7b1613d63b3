import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { endEnrolmentIn } from '#server/features/enrolments/index.ts';
import { lockTimetable } from '#server/features/lessons/index.ts';
import { IMPORT_UNDONE, type Payments } from '#server/features/orders/index.ts';
import * as queries from './given-places.ts';
import { notifyOfEnded } from './letters.ts';

/** Of one transaction, whole families each. */
export const PAYERS_AT_ONCE = 20;

type Place = queries.GivenPlace;

/** Places that end, and those that stay with the reason. */
type Parted = { ending: Place[]; staying: { place: Place; reason: string }[] };
/** The same of some payers; `last` is where to go on, undefined at the end. */
type PartedSome = Parted & { last: string | undefined };

/** What becomes of the places of some payers that an import gave, without writing anything. */
export async function judgePlaces(db: Db, payers: queries.Payers & { now: number }): Promise<PartedSome> {
  const { importid, now } = payers;
  const userids = await queries.findPayers(db, payers);
  return { ...part(await queries.findGiven(db, { importid, userids, now })), last: userids.at(-1) };
}

/**
 * Ends the places of some payers that an import gave, as far as they are as it left them: nothing is owed for
 * them any more, each seat goes to who waits or is free, and who has been written to since gets one mail for
 * all. Payers are locked, then their places, then classes and learners, as where a place is moved.
 */
export async function endPlaces(
  payments: Payments,
  tx: Db,
  { actor, now, ...payers }: queries.Payers & { actor: Actor; now: number },
): Promise<PartedSome> {
  const { importid } = payers;
  const userids = await queries.findPayers(tx, payers);
  if (userids.length === 0) return { ending: [], staying: [], last: undefined };
  for (const userid of userids) await lockUser(tx, userid);
  const locked = await queries.lockGiven(tx, { importid, userids });
  await lockTimetable(tx, {
    classids: locked.flatMap(({ classid }) => classid ?? []),
    learnerids: locked.map(({ learnerid }) => learnerid),
  });
  const ids = new Set(locked.map(({ _id }) => _id));
  // Read once they are locked; one that came to one of the payers since is another turn's.
  const given = await queries.findGiven(tx, { importid, userids, now });
  const parted = part(given.filter(({ _id }) => ids.has(_id)));
  const by = { actor, action: 'cancelled' as const };
  for (const place of parted.ending)
    if (!(await endEnrolmentIn(payments, tx, place, { reason: IMPORT_UNDONE, by, isQuiet: true, now })))
      throw new Error(`Order ${place._id} was moved past its lock.`);
  await notifyOfEnded(tx, parted.ending, { importid, now });
  payments.checkpoint('inside-import-undo');
  return { ...parted, last: userids.at(-1) };
}

function part(given: readonly Place[]): Parted {
  const parted: Parted = { ending: [], staying: [] };
  for (const place of given) {
    const reason = reasonOf(place);
    if (reason === undefined) parted.ending.push(place);
    else parted.staying.push({ place, reason });
  }
  return parted;
}

/** Why a place stays; undefined where it is as its import left it, and nothing was paid for it. */
function reasonOf({ classname, amount, paidby, ...place }: Place): string | undefined {
  const named = { class: classname };
  // The money is in the books, by which place it came for.
  if (amount > 0 && paidby !== 'due') return t('imports.place_paid', named);
  // Whatever is done to a place changes its order; the enrolment keeps the moment at which it was made.
  if (place.movedat !== null || place.updatedat !== place.date) return t('imports.place_changed', named);
  if (place.isrenewed) return t('imports.place_renewed', named);
  if (place.istaught) return t('imports.place_taught', named);
  return place.hasasked ? t('imports.place_asked') : undefined;
}
