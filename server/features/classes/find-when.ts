import type { Meets } from '#contract/classes/calls.ts';
import type { When } from '#contract/messages/when-words.ts';
import type { Db } from '#server/database/schema.ts';
import { findNextLessons } from '#server/features/lessons/index.ts';
import { type Label, say, type Words } from '#server/jobs/letter.ts';
import { findClassesById } from './queries.ts';

/**
 * When and where classes meet, as a mail says it: by their ids, those that have lessons, with the next lesson
 * after a moment (epoch milliseconds).
 */
export async function findWhen(
  db: Db,
  classids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, When>> {
  const [classes, next] = await Promise.all([
    findClassesById(db, classids),
    findNextLessons(db, classids, now),
  ]);
  return new Map(
    classes.flatMap(({ _id, meets }): (readonly [string, When])[] => {
      if (meets === null) return [];
      const { plans } = JSON.parse(meets) as Pick<Meets, 'plans'>;
      const coming = next.get(_id);
      return [[_id, { meets: { plans }, next: coming && { day: coming.day, room: coming.room } }]];
    }),
  );
}

/** The same as a fact of a mail about one class; empty for one without lessons. */
export async function whenFacts(
  db: Db,
  classid: string | null,
  now: number,
  label: Label = say('mails.when'),
): Promise<(readonly [Label, Words])[]> {
  if (classid === null) return [];
  const when = (await findWhen(db, [classid], now)).get(classid);
  return when ? [[label, { when }]] : [];
}
