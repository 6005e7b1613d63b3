import type { MigrationProvider } from 'kysely/migration';
import * as school from './001-school.ts';
import * as sessions from './002-sessions.ts';
import * as indexes from './003-indexes.ts';
import * as payments from './004-payments.ts';
import * as mails from './005-mails.ts';
import * as moderation from './006-moderation.ts';
import * as people from './007-people.ts';
import * as changeIndexes from './009-change-indexes.ts';
import * as peopleById from './010-people-by-id.ts';
import * as keptSums from './011-kept-sums.ts';
import * as pages from './012-pages.ts';
import * as largeLists from './014-large-lists.ts';
import * as processes from './015-processes.ts';
import * as integrations from './016-integrations.ts';
import * as leases from './017-leases.ts';
import * as schoolRow from './018-school-row.ts';
import * as letters from './019-letters.ts';
import * as posts from './020-posts.ts';
import * as texts from './021-texts.ts';
import * as instructors from './023-instructors.ts';
import * as cancelUntil from './024-cancel-until.ts';
import * as families from './025-families.ts';
import * as timetable from './026-timetable.ts';
import * as holdingOrders from './027-holding-orders.ts';
import * as lessonTimes from './028-lesson-times.ts';
import * as waysIn from './029-ways-in.ts';
import * as recovery from './030-recovery.ts';
import * as sweptRows from './032-swept-rows.ts';
import * as sumsOfSchoolDays from './033-sums-of-school-days.ts';
import * as office from './034-office.ts';
import * as priceUnits from './035-price-units.ts';
import * as questions from './036-questions.ts';
import * as movedPlaces from './037-moved-places.ts';
import * as search from './038-search.ts';
import * as previousLearners from './039-previous-learners.ts';
import * as rightsSince from './040-rights-since.ts';

/** The product's migrations in their order; a number may be missing. One that has been released is never edited again. */
export const schoolTables = {
  name: 'school',
  migrations: {
    getMigrations: async () => ({
      '001-school': school,
      '002-sessions': sessions,
      '003-indexes': indexes,
      '004-payments': payments,
      '005-mails': mails,
      '006-moderation': moderation,
      '007-people': people,
      '009-change-indexes': changeIndexes,
      '010-people-by-id': peopleById,
      '011-kept-sums': keptSums,
      '012-pages': pages,
      '014-large-lists': largeLists,
      '015-processes': processes,
      '016-integrations': integrations,
      '017-leases': leases,
      '018-school-row': schoolRow,
      '019-letters': letters,
      '020-posts': posts,
      '021-texts': texts,
      '023-instructors': instructors,
      '024-cancel-until': cancelUntil,
      '025-families': families,
      '026-timetable': timetable,
      '027-holding-orders': holdingOrders,
      '028-lesson-times': lessonTimes,
      '029-ways-in': waysIn,
      '030-recovery': recovery,
      '032-swept-rows': sweptRows,
      '033-sums-of-school-days': sumsOfSchoolDays,
      '034-office': office,
      '035-price-units': priceUnits,
      '036-questions': questions,
      '037-moved-places': movedPlaces,
      '038-search': search,
      '039-previous-learners': previousLearners,
      '040-rights-since': rightsSince,
    }),
  } satisfies MigrationProvider,
};
