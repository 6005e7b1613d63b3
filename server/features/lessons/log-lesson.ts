import type { Db, Row } from '#server/database/schema.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { timeOf } from './lesson-time.ts';
import { findRooms } from './queries.ts';

type Lesson = Row<'lessons'>;

/** A lesson as it was and as it is, and of which class; `zone` is the school's, as IANA calls it. */
type Logged = {
  before: Lesson;
  after: Lesson;
  course: { classname: string; instructorid: string | null };
  zone: string;
  actor: { _id: string; name: string };
  now: number;
};

type Line = Pick<Parameters<typeof insertChange>[1], 'action' | 'before' | 'after'>;

/**
 * Adds to the log what was changed of one lesson, a line each for its time, its room, who teaches it and the
 * reason that is given. The reason itself stays with the lesson: it may be about a person.
 */
export async function logLesson(tx: Db, logged: Logged): Promise<void> {
  const { after, course, actor, now } = logged;
  const subject = { about: 'lesson' as const, subjectid: after.classid, subjectname: course.classname };
  for (const line of await linesOf(tx, logged)) await insertChange(tx, { ...subject, ...line, actor, now });
}

async function linesOf(tx: Db, { before, after, course, zone }: Logged): Promise<Line[]> {
  const [was, is] = [wallOf(before, zone), wallOf(after, zone)];
  if (after.state === 'cancelled') {
    const isNew = before.state !== 'cancelled' || before.closureid !== after.closureid;
    return [{ action: isNew ? 'lesson-cancelled' : 'lesson-reason', before: was }];
  }
  const lines: Line[] = [];
  if (before.state === 'cancelled') lines.push({ action: 'lesson-made-up', before: was, after: is });
  else if (was !== is) lines.push({ action: 'lesson-moved', before: was, after: is });
  const { minutes } = timeOf(after, zone);
  if (minutes !== timeOf(before, zone).minutes)
    lines.push({ action: 'lesson-length', before: is, after: String(minutes) });
  if (before.roomid !== after.roomid)
    lines.push({ action: 'lesson-room', before: is, after: await nameRoom(tx, after.roomid) });
  if (before.teacherid !== after.teacherid) {
    const substitute = after.teacherid === course.instructorid ? null : after.teacherid;
    lines.push({ action: 'lesson-teacher', before: is, after: substitute });
  }
  return lines.length > 0 ? lines : [{ action: 'lesson-reason', before: is }];
}

/**
 * When it is by the school's clocks, `2026-11-30T15:30`: what was said then, whatever zone the school moves
 * to.
 */
function wallOf(lesson: Lesson, zone: string): string {
  const { day, starttime } = timeOf(lesson, zone);
  return `${day}T${starttime}`;
}

async function nameRoom(tx: Db, roomid: string | null): Promise<string | null> {
  const [room] = roomid === null ? [] : await findRooms(tx, [roomid]);
  return room?.name ?? null;
}
