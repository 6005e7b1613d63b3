import { formerStudent, memberName, teacherName } from '#contract/former.ts';
import type { PlainId } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { type Cell, csvMoment } from '#server/http/answers/send-csv.ts';
import { findMarks } from './queries.ts';

export const ATTENDANCE_HEAD: readonly PlainId[] = [
  'csv.day',
  'csv.begins',
  'csv.class',
  'csv.instructor',
  'csv.student',
  'csv.attendance',
  'csv.notice',
  'csv.guest',
  'csv.note',
  'csv.marked_by',
  'csv.marked_at',
];

/**
 * A row a mark, as the lessons begin. What families wrote of an absence is not in it: it is often of an illness.
 */
export async function* attendanceRows(db: Db, days: { from: string; to: string }): AsyncGenerator<Cell[]> {
  for await (const { lesson, mark } of findMarks(db, days))
    yield [
      lesson.day,
      csvMoment(lesson.startsat),
      lesson.classname,
      teacherName(lesson.instructorname),
      mark.learnername ?? formerStudent(),
      mark.state,
      mark.absenceid === null ? null : 'notice',
      mark.guest,
      mark.note,
      mark.markedby === null ? null : memberName(mark.markedby),
      csvMoment(mark.markedat),
    ];
}
