import type { Db, Row } from '#server/database/schema.ts';
import { type Clash, findClashes, type LessonDraft } from '#server/features/lessons/clashes/find-clashes.ts';
import { lockTaken, writeClear } from './write-lessons.ts';

/** Lessons that are written all together or not at all. */
type LessonGroup = { lessons: readonly LessonDraft[] };

type Fitting<G> = {
  groups: readonly G[];
  now: number;
  /** Writes what the lessons of a group stand upon, before they are written. */
  prepare?: (group: G) => Promise<void>;
};

/**
 * Writes those groups of lessons that nothing stands in the way of, and gives what was written and, of the
 * other groups, what did. Of two that are in each other's way the first is written. The caller has locked
 * their classes. `now`: epoch milliseconds.
 */
export async function writeFitting<G extends LessonGroup>(
  tx: Db,
  { groups, now, prepare }: Fitting<G>,
): Promise<{ written: Row<'lessons'>[]; clashes: Map<G, Clash[]> }> {
  const written: Row<'lessons'>[] = [];
  const clashes = new Map<G, Clash[]>();
  const all = groups.flatMap(({ lessons }) => lessons);
  const before = await lockTaken(tx, all);
  const write = async (some: readonly G[]) => {
    for (const group of some) await prepare?.(group);
    const lessons = some.flatMap((group) => group.lessons);
    written.push(...(await writeClear(tx, { lessons, before, now })));
  };
  const found = await findClashes(tx, { lessons: all, now });
  const clashing = new Set(found.map(({ lessonid }) => lessonid));
  const isClear = ({ lessons }: G) => lessons.every(({ _id }) => !clashing.has(_id));
  await write(groups.filter(isClear));
  for (const group of groups.filter((one) => !isClear(one))) {
    const inTheWay = await findClashes(tx, { lessons: group.lessons, now });
    if (inTheWay.length === 0) await write([group]);
    else clashes.set(group, inTheWay);
  }
  return { written, clashes };
}
