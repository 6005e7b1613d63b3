import { type RawBuilder, sql } from 'kysely';
import type { GuestKind } from '#contract/catchups/calls.ts';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';

/**
 * Who is in lessons, once each: learners who have the place of their class at the lesson's start, whatever
 * became of it since, and guests, whose kind is `guest`.
 */
export const whoIsIn = (db: Db, lessonids: readonly string[]) => {
  const lessons = () => db.selectFrom('lessons').where('lessons._id', 'in', lessonids);
  const theirOwn = sql<GuestKind | null>`cast(null as text)`.as('kind');
  return db
    .selectFrom((from) =>
      from
        .selectFrom(
          lessons()
            .innerJoin('enrolments', 'enrolments.classid', 'lessons.classid')
            .whereRef('lessons.startsat', '>=', PLACE_BEGINS)
            .select(['lessons._id as lessonid', 'enrolments.learnerid', theirOwn])
            .unionAll(
              lessons()
                .innerJoin('pastplaces', 'pastplaces.classid', 'lessons.classid')
                .whereRef('pastplaces.begunat', '<=', 'lessons.startsat')
                .whereRef('pastplaces.endedat', '>', 'lessons.startsat')
                .select(['lessons._id as lessonid', 'pastplaces.learnerid', theirOwn]),
            )
            .unionAll(
              db
                .selectFrom('guests')
                .where('guests.lessonid', 'in', lessonids)
                .select(['guests.lessonid', 'guests.learnerid', 'guests.kind']),
            )
            .as('found'),
        )
        .select(['found.lessonid', 'found.learnerid'])
        // Who has come to have the place is no guest any more.
        .select(
          sql<GuestKind | null>`case when count(found.kind) = count(*) then max(found.kind) end`.as('guest'),
        )
        .groupBy(['found.lessonid', 'found.learnerid'])
        .as('members'),
    )
    .leftJoin(marksOf(db, lessonids), (on) =>
      on
        .onRef('attendance.lessonid', '=', 'members.lessonid')
        .onRef('attendance.learnerid', '=', 'members.learnerid'),
    )
    .leftJoin(absencesOf(db, lessonids), (on) =>
      on
        .onRef('absences.lessonid', '=', 'members.lessonid')
        .onRef('absences.learnerid', '=', 'members.learnerid'),
    );
};

/** Those of lessons, named: PostgreSQL may read the whole table where the lessons are those of a join. */
export const marksOf = (db: Db, lessonids: readonly string[]) =>
  db.selectFrom('attendance').selectAll().where('lessonid', 'in', lessonids).as('attendance');
export const absencesOf = (db: Db, lessonids: readonly string[]) =>
  db.selectFrom('absences').selectAll().where('lessonid', 'in', lessonids).as('absences');
export const guestsOf = (db: Db, lessonids: readonly string[]) =>
  db.selectFrom('guests').selectAll().where('lessonid', 'in', lessonids).as('guests');

/** Whether a learner has the place of the class at the start of a lesson, of rows of `lessons`, whatever became of it since. */
const hasPlace = (learnerid: RawBuilder<string>) => sql<boolean>`(
  exists (select 1 from enrolments where enrolments.learnerid = ${learnerid}
    and enrolments.classid = lessons.classid and ${PLACE_BEGINS} <= lessons.startsat)
  or exists (select 1 from pastplaces where pastplaces.learnerid = ${learnerid}
    and pastplaces.classid = lessons.classid and pastplaces.begunat <= lessons.startsat
    and pastplaces.endedat > lessons.startsat)
)`;

/**
 * Whether the learner of a mark is in its lesson, of rows of `attendance`, of their `lessons` and, where there is
 * one, their `guests`. A register is open from the day's beginning on: a guest who was marked early and then gave
 * the place up was not in it.
 */
export const IS_IN = sql<boolean>`(guests.kind is not null or ${hasPlace(sql.ref('attendance.learnerid'))})`;

/** The same of a notice or a mark, of rows of `known`. */
export const IS_KNOWN_IN = sql<boolean>`(guests.kind is not null or ${hasPlace(sql.ref('known.learnerid'))})`;

/** How many have the place of the class at the start of a lesson, of rows of `lessons`. */
export const WITH_PLACE = sql<number>`(select count(*) from enrolments where enrolments.classid = lessons.classid
  and ${PLACE_BEGINS} <= lessons.startsat)
  + (select count(distinct pastplaces.learnerid) from pastplaces where pastplaces.classid = lessons.classid
  and pastplaces.begunat <= lessons.startsat and pastplaces.endedat > lessons.startsat
  and not exists (select 1 from enrolments where enrolments.learnerid = pastplaces.learnerid
    and enrolments.classid = lessons.classid and ${PLACE_BEGINS} <= lessons.startsat))`;

/** How many come to a lesson as guests, of rows of `lessons`; who has come to have the place is no guest any more. */
export const GUESTS = sql<number>`(select count(*) from guests where guests.lessonid = lessons._id
  and not ${hasPlace(sql.ref('guests.learnerid'))})`;
