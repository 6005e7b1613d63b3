import { type RawBuilder, sql } from 'kysely';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';

/** A lesson by values, or by the columns of a row of `lessons`. */
type Of = {
  _id: string | RawBuilder<string>;
  classid: string | RawBuilder<string>;
  startsat: number | RawBuilder<number>;
};

/**
 * The learners who had a place in a lesson when it began, as a list for `in`: those who have it still, those
 * whose place ended later, and guests.
 */
export const learnersOf = ({ _id, classid, startsat }: Of): RawBuilder<string> => sql`(
  select enrolments.learnerid from enrolments
    where enrolments.classid = ${classid} and ${PLACE_BEGINS} <= ${startsat}
  union all
  select pastplaces.learnerid from pastplaces
    where pastplaces.classid = ${classid} and pastplaces.begunat <= ${startsat} and pastplaces.endedat > ${startsat}
  union all
  select guests.learnerid from guests where guests.lessonid = ${_id}
)`;

/** The same of a row of `lessons`. */
export const LEARNERS_OF_LESSON = learnersOf({
  _id: sql.ref('lessons._id'),
  classid: sql.ref('lessons.classid'),
  startsat: sql.ref('lessons.startsat'),
});
