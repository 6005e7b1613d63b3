import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import { t } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { isClosedFor } from '#server/features/lessons/find-makeup.ts';
import { findClosuresIn, findHeldBetween } from '#server/features/lessons/lesson-queries.ts';
import { findClassNames, findRooms } from '#server/features/lessons/queries.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { clashRefusal } from './clash-refusal.ts';
import { type Evening, findEvenings } from './find-evenings.ts';

/**
 * That a room, which the caller has locked, is in use, open and free for an evening; `_id` is the recital that
 * is to have it. Throws `room-unknown`, `day-closed`, and `room-taken`, which names what is in the way.
 */
export async function ensureRoomFree(
  tx: Db,
  { _id, day, roomid, startsat, endsat }: Omit<Evening, 'name'> & { day: string },
): Promise<void> {
  ensure((await findRooms(tx, [roomid])).length > 0, 'room-unknown');
  const closures = await findClosuresIn(tx, { from: day, to: day });
  const closed = closures.find((one) => isClosedFor(one, { day, roomid, teacherid: null }));
  if (closed)
    throw new AppError('day-closed', {
      detail: () => t('errors.day_closed_for', { name: lessonReasonWords(closed.name) }),
    });
  const span = { from: startsat, to: endsat };
  const [lesson] = (await findHeldBetween(tx, span)).filter(
    (one) => one.roomid === roomid && one._id !== _id,
  );
  if (!lesson) return;
  const evening = (await findEvenings(tx, { ...span, roomids: [roomid] })).find(
    (one) => one._id === lesson._id,
  );
  const name = evening?.name ?? (await findClassNames(tx, [lesson.classid])).get(lesson.classid) ?? '';
  throw await clashRefusal(tx, { ...lesson, lessonid: lesson._id, day, kind: 'room', with: name, roomid });
}
