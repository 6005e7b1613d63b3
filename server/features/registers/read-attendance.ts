import { formerStudent } from '#contract/former.ts';
import { ATTENDED_MAX } from '#contract/registers/calls.ts';
import { isOffice } from '#contract/users/calls.ts';
import type { SignedIn } from '#server/auth/queries.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { findTerms, type TermRow } from '#server/features/terms/index.ts';
import { ensure } from '#server/http/errors.ts';
import { type AttendedRow, findAttended, guestOf } from './queries.ts';

type Learner = { learnerid: string; caller: SignedIn };
type Asking = Learner & {
  from?: string | undefined;
  /** The lesson after which rows are given, and how many of them; where it is unknown, from the first one on. */
  after?: string | undefined;
  limit?: number | undefined;
};

/**
 * What a learner attended from a day on, with sums of all of it by class and term. Throws `learner-not-found`
 * for a learner whom the caller does not look after; the office reads of each.
 */
export async function readAttendance(
  db: Db,
  { learnerid, from, after, limit = ATTENDED_MAX, caller }: Asking,
) {
  const learnername = await nameFor(db, { learnerid, caller });
  const found = await findAttended(db, { learnerid, from, limit: ATTENDED_MAX });
  const first = found.findIndex(({ lessonid }) => lessonid === after) + 1;
  const rows = found.slice(first, first + limit).map(({ absenceid, guest, state, ...row }) => ({
    ...row,
    ...guestOf(guest),
    // There is a mark, or a notice.
    state: state ?? ('notice' as const),
    notice: absenceid !== null,
  }));
  return { learnerid, learnername, rows, sums: sumsOf(found, await findTerms(db)) };
}

async function nameFor(db: Db, { learnerid, caller }: Learner): Promise<string> {
  if (!isOffice(caller.role)) return (await findLearner(db, caller, learnerid, 'see')).learnername;
  const known = (await findNamedLearners(db, [learnerid])).get(learnerid);
  ensure(known, 'learner-not-found');
  return known.learnername ?? formerStudent();
}

/** A lesson counts once: one that was missed with notice is no other absence. */
const countOf = ({ state, absenceid }: AttendedRow) =>
  state === 'present' || state === 'late' ? state : absenceid === null ? 'absent' : 'notice';

function sumsOf(rows: readonly AttendedRow[], terms: readonly TermRow[]) {
  const termOf = (day: string) => terms.find(({ firstday, lastday }) => firstday <= day && day <= lastday);
  const sums = new Map<string, ReturnType<typeof nothingOf>>();
  for (const row of rows) {
    // Of two terms that overlap the day counts in the earlier one.
    const term = termOf(row.day);
    const key = `${row.classid} ${term?._id ?? ''}`;
    const sum = sums.get(key) ?? nothingOf(row, term);
    sum[countOf(row)]++;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

const nothingOf = ({ classid, classname }: AttendedRow, term: TermRow | undefined) => ({
  classid,
  classname,
  termid: term?._id ?? null,
  term: term?.name ?? null,
  present: 0,
  late: 0,
  absent: 0,
  notice: 0,
});
