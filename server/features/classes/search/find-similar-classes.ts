import { SIMILAR_CLASSES } from '#contract/classes/calls.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { type ClassRow, findCallOffNotice, findClassesById } from '#server/features/classes/queries.ts';
import { wasOnList } from '#server/features/classes/readable-class.ts';
import { ensure } from '#server/http/errors.ts';
import { findOpenClasses } from './queries.ts';

/**
 * Open classes like one that is on the public list or was, those first that are of its group and its level;
 * and why it was called off, where it was. Throws `class-not-found`, also for a class that the public has
 * never seen.
 */
export async function findSimilarClasses(db: Db, id: string) {
  const [known] = await findClassesById(db, [id]);
  ensure(known && (await wasOnList(db, id)), 'class-not-found');
  const { group, level, calledoffat } = known;
  const items: ClassRow[] = [];
  for (const fit of [{ group, level }, { group }, { level }]) {
    if (items.length >= SIMILAR_CLASSES) break;
    const found = await findOpenClasses(db, fit, { but: id, limit: SIMILAR_CLASSES * 2 });
    items.push(...found.filter(({ _id }) => !items.some((item) => item._id === _id)));
  }
  const notice = calledoffat === null ? undefined : await findCallOffNotice(db, id);
  const calledoff = notice && { ...notice, reason: reasonWords(notice.reason) };
  return { group, level, items: items.slice(0, SIMILAR_CLASSES), calledoff };
}
