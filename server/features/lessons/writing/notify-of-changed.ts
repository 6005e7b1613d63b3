import type { Db, Row } from '#server/database/schema.ts';
import { notifyWebhooksOfAll } from '#server/features/webhooks/index.ts';

type Lesson = Row<'lessons'>;

/** What of a lesson that was written webhooks are told; nothing of a new one, nor of its reason alone. */
function eventsOf(before: Lesson | undefined, after: Lesson) {
  if (!before) return [];
  const [was, is] = [before, after].map(
    ({ state, removedat }) => state !== 'cancelled' && removedat === null,
  );
  if (!is) return was ? (['lesson.cancelled'] as const) : [];
  const isMoved =
    !was ||
    before.startsat !== after.startsat ||
    before.endsat !== after.endsat ||
    before.roomid !== after.roomid;
  return [
    ...(isMoved ? (['lesson.moved'] as const) : []),
    ...(before.teacherid === after.teacherid ? [] : (['lesson.substituted'] as const)),
  ];
}

/** Tells webhooks what became of lessons that were written (`now`: epoch milliseconds). */
export const notifyOfChanged = (
  tx: Db,
  { before, after, now }: { before: ReadonlyMap<string, Lesson>; after: readonly Lesson[]; now: number },
): Promise<void> =>
  notifyWebhooksOfAll(
    tx,
    after.flatMap((lesson) =>
      eventsOf(before.get(lesson._id), lesson).map((type) => ({
        happening: { type, timestamp: now, data: { lessonid: lesson._id, classid: lesson.classid } },
      })),
    ),
  );
