import { ageOn, agesOf, isWithin } from '#contract/learners/ages.ts';
import { FAMILY_HOLDS_MIN } from '#contract/payments/calls.ts';
import { WISHERS_FIRST_MS } from '#contract/wishes/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { type ClassRow, findClass } from '#server/features/classes/index.ts';
import { timeOf } from '#server/features/lessons/index.ts';
import { isWithinHours, type WeekTime } from './hours.ts';
import * as queries from './queries.ts';

/** The learners for whom free places of a class are held next, and until when they are. */
export type Wishers = { until: number; wishers: readonly Pick<queries.Wisher, '_id' | 'learnerid'>[] };

/**
 * Who wished for a class whose places are first for them, in the order of their wishes; of a family with several,
 * the second comes behind the first of every other. Undefined where the places are for everyone.
 */
export async function findWishers(
  tx: Db,
  { classid, now }: { classid: string; now: number },
): Promise<Wishers | undefined> {
  const found = await findClass(tx, classid);
  const until = found?.wishesuntil ?? 0;
  if (!found || until <= now) return undefined;
  return { until, wishers: await findFitting(tx, found, { until, now }) };
}

async function findFitting(tx: Db, found: ClassRow, { until, now }: { until: number; now: number }) {
  const instrumentids = found.instrumentids.split(',').filter(Boolean);
  const school = await tx.selectFrom('school').select('timezone').executeTakeFirst();
  const zone = school?.timezone ?? 'UTC';
  const lessons = await queries.findLessonsToCome(tx, found._id, now);
  const [first] = lessons;
  if (instrumentids.length === 0 || !first) return [];
  const times = weekTimesOf(lessons, zone);
  const { level, group, _id: classid } = found;
  // What is wished for later has its turn with everyone else.
  const fit = { instrumentids, level, group, classid, before: until - WISHERS_FIRST_MS };
  const wishes = await queries.findWishersFor(tx, fit, now);
  const hours = await queries.findHours(
    tx,
    wishes.map(({ _id }) => _id),
  );
  const { day } = timeOf(first, zone);
  const fitting = wishes.filter(
    ({ _id, born }) =>
      isOfAge(found, born, day) && times.some((time) => isWithinHours(time, hours.get(_id) ?? [])),
  );
  return inTurn(fitting, await queries.countOffered(tx, classid));
}

/** Whether a learner may enrol by the ages of the class, on the day of its first lesson to come. */
const isOfAge = (limits: ClassRow, born: string | null, day: string) =>
  agesOf(limits) === undefined || (born !== null && isWithin(ageOn(born, day), limits));

/** When these lessons are in the week, on the clocks of a zone; each time once. */
function weekTimesOf(lessons: readonly { startsat: number; endsat: number }[], zone: string): WeekTime[] {
  const times = new Map<string, WeekTime>();
  for (const lesson of lessons) {
    const { day, starttime, minutes } = timeOf(lesson, zone);
    const weekday = Temporal.PlainDate.from(day).dayOfWeek;
    const [hours = 0, past = 0] = starttime.split(':').map(Number);
    const from = hours * 60 + past;
    times.set(`${weekday} ${from} ${minutes}`, { weekday, from, to: from + minutes });
  }
  return [...times.values()];
}

/**
 * Each learner once, by the oldest wish, and the first of each family before the second of any; of one family no more
 * than it may always have held. `offered` are the places that families had held for wishes before.
 */
function inTurn(wishers: readonly queries.Wisher[], offered: ReadonlyMap<string, number>): queries.Wisher[] {
  const before = new Map(offered);
  const seen = new Set<string>();
  const ranked: { wisher: queries.Wisher; rank: number }[] = [];
  for (const wisher of wishers) {
    if (seen.has(wisher.learnerid)) continue;
    seen.add(wisher.learnerid);
    const rank = before.get(wisher.familyid) ?? 0;
    before.set(wisher.familyid, rank + 1);
    if (rank < FAMILY_HOLDS_MIN) ranked.push({ wisher, rank });
  }
  return ranked.sort((one, other) => one.rank - other.rank).map(({ wisher }) => wisher);
}
