import type * as z from 'zod';
import { CLASSES_NAMED_MAX, type LeftOut, type PlacesWay } from '#contract/terms/calls.ts';
import type { CopiedTerm } from '#contract/terms/schema.ts';
import { t } from '#languages/t.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import { newId } from '#server/database/ids.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { type ClassRow, copyClass, findClassesById } from '#server/features/classes/index.ts';
import {
  expandPlans,
  findRooms,
  holdClosures,
  holdZone,
  type LessonDraft,
  lockTimetable,
  writeFitting,
} from '#server/features/lessons/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { findClosures, insertPlans } from '#server/features/plans/index.ts';
import { ensure, faultIn } from '#server/http/errors.ts';
import { logTerm } from './change-term.ts';
import { nextPlan } from './next-plans.ts';
import { notifyFamilies } from './notify-families.ts';
import { notifyTeachers } from './notify-teachers.ts';
import * as queries from './queries.ts';
import { lockPayers, type Renewing, renewedOf, renewPlaces } from './renew-places.ts';

/** The moments at which a test lets the process die. */
export type CopyCheckpoint = 'copies-told' | 'copies-committed';
export type TermOptions = {
  db: Db;
  now: () => number;
  /** What places are given with. */
  payments: Payments;
  checkpoint?: (at: CopyCheckpoint) => void;
};

type Acting = { id: string; actor: { _id: string; name: string }; isDry: boolean };
type Copied = z.output<typeof CopiedTerm>;
type Copying = {
  term: queries.TermRow;
  next: queries.TermFields;
  /** The last day on which the classes are for those who are in the originals. */
  offeruntil: string;
  actor: Acting['actor'];
  isDry: boolean;
  /** Epoch milliseconds. */
  now: number;
  payments: Payments;
  terms: Renewing['terms'];
  /** Whether learners have their places in the copies. */
  isRenewing: boolean;
};

/** How many classes are copied in one transaction. */
const AT_ONCE = 200;

/**
 * Copies the classes of a term that end with it, and their plans, into another; learners who are in them may
 * have the new ones first, until the day `offeruntil`, inclusive. A class that cannot be is left out, with
 * the reason; asked again, only what is missing is copied. A term of the same days is taken as it is. With
 * `renew` the learners have their places in the copies at once, owed to the school, until each family gives
 * its own back by that day. Throws `term-not-found`, and `invalid-input` where the days are not after those
 * of the term, or no family could answer any more.
 */
export async function copyTerm(
  { db, now, payments, checkpoint = () => {} }: TermOptions,
  { offeruntil, places, ...next }: queries.TermFields & { offeruntil: string; places: PlacesWay },
  { id, actor, isDry }: Acting,
): Promise<Copied> {
  const terms = await payments.terms();
  const isRenewing = places === 'renew';
  const asked = { next, offeruntil, actor, isDry, now: now(), payments, terms, isRenewing };
  const { term, insertedId } = await transactOrTry(db, isDry, (tx) => findBoth(tx, { id, ...asked }));
  const copying: Copying = { term, ...asked };
  const ids = await queries.findClassesToCopy(db, { term, next });
  const sum: Copied = { classes: 0, lessons: 0, copied: [], leftoutclasses: 0, leftout: [] };
  const given: Awaited<ReturnType<typeof renewPlaces>> = { places: [], leftout: [] };
  for (const classids of chunksOf(ids, AT_ONCE)) {
    const { copied, leftout, renewed } = await transactOrTry(db, isDry, async (tx) => {
      const outcome = await copyClasses(tx, copying, classids);
      checkpoint('copies-told');
      return outcome;
    });
    checkpoint('copies-committed');
    sum.classes += copied.length;
    sum.lessons += copied.reduce((lessons, one) => lessons + one.lessons, 0);
    sum.leftoutclasses += leftout.length;
    sum.copied.push(...copied);
    sum.leftout.push(...leftout);
    given.places.push(...renewed.places);
    given.leftout.push(...renewed.leftout);
  }
  if (given.places.length > 0 && !isDry) payments.changed();
  return {
    ...sum,
    copied: sum.copied.sort(byName).slice(0, CLASSES_NAMED_MAX),
    leftout: sum.leftout.sort(byName).slice(0, CLASSES_NAMED_MAX),
    ...(isRenewing && { renewed: await renewedOf(db, given, terms.currency) }),
    ...(!isDry && { insertedId }),
  };
}

const byName = (one: { classname: string }, other: { classname: string }) =>
  one.classname.localeCompare(other.classname);

/**
 * The term that is copied, locked, and the id of the one it is copied into: of one with the same days, or of
 * a new one.
 */
async function findBoth(
  tx: Db,
  { id, next, actor, now, offeruntil, isRenewing }: Pick<Acting, 'id'> & Omit<Copying, 'term'>,
) {
  const term = await queries.lockTerm(tx, id);
  ensure(term, 'term-not-found');
  if (next.firstday <= term.lastday) throw faultIn('firstday', () => t('errors.term_begins_too_early'));
  // Before anything is written: what is refused leaves no term behind.
  if (isRenewing && opensatOf({ offeruntil, now }, await holdZone(tx)) === null)
    throw faultIn('offeruntil', () => t('terms.renew_until_later'));
  const known = await queries.findTermOfDays(tx, next);
  if (known) return { term, insertedId: known._id };
  const added = await queries.insertTerm(tx, next, now);
  await logTerm(tx, added, { actor, now, action: 'added' });
  return { term, insertedId: added._id };
}

/** A class with what there is to be of it in the next term. */
type Copy = {
  original: ClassRow;
  _id: string;
  plans: Omit<Row<'plans'>, 'classid'>[];
  lessons: LessonDraft[];
};

async function copyClasses(tx: Db, copying: Copying, ids: readonly string[]) {
  const { term, next, actor, now } = copying;
  if (copying.isRenewing) await lockPayers(tx, ids);
  await holdClosures(tx);
  const zone = await holdZone(tx);
  const opensat = opensatOf(copying, zone);
  await lockTimetable(tx, { classids: ids });
  // What another admin has copied meanwhile is there already.
  const classids = await queries.findClassesToCopy(tx, { term, next, ids });
  const originals = await findClassesById(tx, classids);
  const plans = await queries.findPlansOf(tx, classids, term);
  await lockTimetable(tx, {
    roomids: plans.flatMap(({ roomid }) => roomid ?? []),
    teacherids: originals.flatMap(({ instructorid }) => instructorid ?? []),
  });
  const reasonOf = await reasons(tx, plans, originals);
  const closures = await findClosures(tx, next);
  const leftout: Copied['leftout'] = [];
  const copies: Copy[] = [];
  for (const original of originals) {
    const { _id: classid, classname } = original;
    const copy = copyOf(original, { ...copying, zone, plans, closures });
    const reason = reasonOf(original) ?? (copy.lessons.length === 0 ? 'no-lessons' : undefined);
    if (reason) leftout.push({ classid, classname, reason, clashes: [] });
    else copies.push(copy);
  }
  const prepare = async (copy: Copy) => {
    const { _id, original, plans } = copy;
    await copyClass(tx, original, { _id, opensat, actor, now });
    await insertPlans(
      tx,
      plans.map((plan) => ({ ...plan, classid: _id })),
    );
  };
  const { clashes } = await writeFitting(tx, { groups: copies, now, prepare });
  for (const [{ original }, found] of clashes) {
    const { _id: classid, classname } = original;
    const named = found.map(({ lessonid: _lessonid, ...clash }) => clash);
    leftout.push({ classid, classname, reason: 'clash', clashes: named.slice(0, CLASHES_NAMED) });
  }
  const written = copies.filter((copy) => !clashes.has(copy));
  const copied = written.map(({ _id, original }) => ({
    _id,
    copyof: original._id,
    classname: original.classname,
  }));
  const { payments, terms } = copying;
  const renewed =
    copying.isRenewing && opensat !== null
      ? await renewPlaces(tx, copied, { payments, terms, actor, until: opensat })
      : { places: [], leftout: [] };
  if (opensat !== null && !copying.isDry)
    await notifyFamilies(tx, {
      term: next.name,
      opensat,
      now,
      copies: copied,
      renewed: renewed.places,
      currency: terms.currency,
    });
  if (!copying.isDry)
    await notifyTeachers(tx, {
      term: next.name,
      copies: written.map(({ _id, original: { classname, instructorid } }) => ({
        _id,
        classname,
        instructorid,
      })),
      actor,
      now,
    });
  return { copied: written.map(shown), leftout, renewed };
}

/**
 * When classes open to all (epoch milliseconds): the day after, on the school's clock. Null where that is at
 * once.
 */
function opensatOf({ offeruntil, now }: Pick<Copying, 'offeruntil' | 'now'>, zone: string): number | null {
  const opens = Temporal.PlainDate.from(offeruntil).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  return opens > now ? opens : null;
}

/** Of one class that is left out. */
const CLASHES_NAMED = 5;

const shown = ({ original, lessons }: Copy) => ({
  classid: original._id,
  classname: original.classname,
  lessons: lessons.length,
});

/**
 * Says of a class why it cannot be as it was: its teacher does not teach any more, a room is not in use, or
 * too small.
 */
async function reasons(tx: Db, plans: readonly Row<'plans'>[], originals: readonly ClassRow[]) {
  const teachers = await queries.findTeachers(
    tx,
    originals.flatMap(({ instructorid }) => instructorid ?? []),
  );
  const roomids = [...new Set(plans.flatMap(({ roomid }) => roomid ?? []))];
  const rooms = new Map((await findRooms(tx, roomids)).map((room) => [room._id, room]));
  const plansOf = Map.groupBy(plans, ({ classid }) => classid);
  return ({ _id, instructorid, capacity }: ClassRow): LeftOut | undefined => {
    const wanted = (plansOf.get(_id) ?? []).flatMap(({ roomid }) => roomid ?? []);
    if (instructorid === null || !teachers.has(instructorid)) return 'no-teacher';
    if (wanted.some((id) => !rooms.has(id))) return 'no-room';
    if (wanted.some((id) => (rooms.get(id)?.places ?? 0) < capacity)) return 'room-too-small';
  };
}

type Surroundings = Copying & {
  zone: string;
  plans: readonly Row<'plans'>[];
  closures: readonly Row<'closures'>[];
};

function copyOf(original: ClassRow, { term, next, plans, closures, zone, now }: Surroundings): Copy {
  const _id = newId(now);
  const { instructorid: teacherid } = original;
  const nextPlans = plans
    .filter(({ classid }) => classid === original._id)
    .flatMap((plan) => nextPlan(plan, term, next) ?? [])
    .map((plan) => ({ ...plan, _id: newId(now), teacherid }));
  const { lessons } = expandPlans({ plans: nextPlans, closures, zone });
  return {
    original,
    _id,
    plans: nextPlans,
    lessons: lessons.map(({ plan, day, startsat, endsat }) => ({
      _id: newId(now),
      classid: _id,
      planid: plan._id,
      planday: day,
      day,
      startsat,
      endsat,
      roomid: plan.roomid,
      teacherid,
      state: 'planned',
      reason: null,
      closureid: null,
      removedat: null,
    })),
  };
}
