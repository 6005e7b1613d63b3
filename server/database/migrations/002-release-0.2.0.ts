import type { Kysely } from 'kysely';
import type { Before } from './002/before.ts';
import { describeClasses } from './002/classes.ts';
import { copyLog } from './002/log.ts';
import { makeOutbox } from './002/mails.ts';
import { copyRecords } from './002/orders.ts';
import { describeUsers, forgetAddresses, makeFamilies, makeLearners, renameSessions } from './002/people.ts';
import { makeIntegrations, makeProcesses } from './002/programs.ts';
import { describePosts, describeSchool } from './002/school.ts';
import { indexParts } from './002/search.ts';
import { describeTimes, makeCalendars, makeLessons } from './002/timetable.ts';

/**
 * From the records of 0.1.0 to those of 0.2.0. Rows that named a person by an address name an account or a
 * learner by id: while they are carried over, learners have addresses.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  await describeUsers(db);
  await renameSessions(db);
  await makeLearners(db, Date.now());
  await describeClasses(db);
  await makeOutbox(db);
  await copyRecords(db);
  await copyLog(db);
  await forgetAddresses(db);
  await makeFamilies(db);
  await describeSchool(db);
  await describePosts(db);
  await describeTimes(db);
  await makeLessons(db);
  await makeCalendars(db);
  await makeIntegrations(db);
  await makeProcesses(db);
  await indexParts(db);
}
