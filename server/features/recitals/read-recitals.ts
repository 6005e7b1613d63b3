import { ageOn } from '#contract/learners/ages.ts';
import { type Placed, runningTime, warningsOf, YOUNG_BELOW } from '#contract/recitals/programme.ts';
import { isOffice } from '#contract/users/calls.ts';
import type { Caller } from '#server/auth/queries.ts';
import { wordsOf } from '#server/database/lists/contains.ts';
import { type InZone, type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearnerNames, mayActFor } from '#server/features/learners/index.ts';
import { momentsOf } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import { changesSincePrint } from './changes-since-print.ts';
import { type Cast, nameAs, type Reader, readCast } from './names.ts';
import * as queries from './queries.ts';

export type RecitalOptions = { db: Db; readSchool: ReadSchool; now: () => number };
type Found = queries.FoundRecital;
export type Reading = { school: InZone };

const startOf = (
  { day, starttime, heldminutes: minutes }: queries.RecitalRow,
  { timezone = 'UTC' }: InZone,
) => momentsOf({ day, starttime, minutes }, timezone);

const eveningOf = (recital: Found, school: InZone, minutes: number) => ({
  _id: recital._id,
  name: recital.name,
  day: recital.day,
  starttime: recital.starttime,
  room: recital.room,
  minutes,
  startsat: startOf(recital, school).startsat,
});

const rowOf = (recital: Found, school: InZone, { pieces, minutes }: { pieces: number; minutes: number }) => ({
  ...eveningOf(recital, school, minutes),
  roomid: recital.roomid,
  public: recital.public,
  printedat: recital.printedat,
  version: recital.version,
  pieces,
});

/** A page of all recitals. */
export async function listRecitals(
  { db, readSchool }: RecitalOptions,
  ask: Parameters<typeof queries.findRecitals>[1],
) {
  const [school, page] = [await readSchool(), await queries.findRecitals(db, ask)];
  const counts = await queries.countPieces(
    db,
    page.items.map(({ _id }) => _id),
  );
  return {
    ...page,
    items: page.items.map((recital) => {
      const { pieces = 0, minutes = 0 } = counts.get(recital._id) ?? {};
      return rowOf(recital, school, { pieces: Number(pieces), minutes: Number(minutes) });
    }),
  };
}

/** A recital that is there. Throws `recital-not-found`. */
export async function requireRecital(db: Db, id: string): Promise<Found> {
  const recital = await queries.findRecital(db, id);
  ensure(recital, 'recital-not-found');
  return recital;
}

/** A recital's pieces that are played, in their order. */
export const playedIn = (cast: Cast, recitalid: string) =>
  cast.pieces
    .filter((piece) => piece.recitalid === recitalid && piece.position !== null)
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));

/** How old the youngest who plays a piece is on a day; undefined where no age is known. */
export function youngestOf(cast: Cast, pieceid: string, day: string): number | undefined {
  const ages = cast.learnersOf(pieceid).flatMap((id) => {
    const born = cast.people.get(id)?.born;
    return born ? [ageOn(born, day)] : [];
  });
  return ages.length > 0 ? Math.min(...ages) : undefined;
}

/** Pieces as their order is looked at. */
export const placedOf = (cast: Cast, pieces: readonly queries.PieceRow[], day: string): Placed[] =>
  pieces.map((piece) => ({
    ...piece,
    learnerids: cast.learnersOf(piece._id),
    turnsself: piece.turnsself === 1,
    needs: JSON.parse(piece.needs),
    young: (youngestOf(cast, piece._id, day) ?? YOUNG_BELOW) < YOUNG_BELOW,
  }));

/** A recital as visitors read it; `reader` says how learners without an answer are named. */
export async function readForReader(
  db: Db,
  recital: Found,
  { school, reader }: Reading & { reader: Reader },
) {
  const cast = await readCast(db, [recital._id]);
  const pieces = playedIn(cast, recital._id);
  const name = (id: string) => cast.nameOf(recital._id, id, reader);
  return {
    ...eveningOf(recital, school, runningTime(pieces)),
    pieces: pieces.map(({ _id, title, composer, instrument, minutes, accompanistid }) => ({
      _id,
      title,
      composer,
      instrument,
      minutes,
      performers: cast.learnersOf(_id).map(name),
      accompanist: accompanistid && cast.people.has(accompanistid) ? name(accompanistid) : null,
    })),
  };
}

/** Whether a piece is one of a teacher's: a student of theirs plays in it. */
export const isOwn = (learnerids: readonly string[], students: ReadonlySet<string>): boolean =>
  learnerids.some((id) => students.has(id));

/** Which people are asked for: all words of `q` occur in the name of each, and `limit` of them at most. */
type Named = { q?: string | undefined; limit?: number | undefined };

/**
 * Whom pieces may name: all who teach, and then the students of the caller's own classes. With a `limit` of
 * many students those of names that are found first, and whether there are more.
 */
async function readPeople(db: Db, caller: Caller, { q = '', limit }: Named) {
  const words = wordsOf(q.toLowerCase());
  const isCalled = ({ name }: { name: string }) => words.every((word) => name.toLowerCase().includes(word));
  const teachers = (await queries.findTeachers(db))
    .filter(isCalled)
    .map((teacher) => ({ ...teacher, teaches: true }));
  const found =
    limit === undefined
      ? await allStudents(db, caller)
      : await queries.findStudentsCalled(db, { teacherid: caller._id, q, limit: limit + 1 });
  const students = found
    .filter(isCalled)
    .map((student) => ({ ...student, teaches: false }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const people = [...teachers, ...students];
  return limit === undefined
    ? { people }
    : { people: people.slice(0, limit), morepeople: people.length > limit };
}

async function allStudents(db: Db, { _id }: Caller) {
  const named = await queries.findPeople(db, await queries.findStudentsOf(db, _id));
  return [...named.values()].map(({ _id: learnerid, name }) => ({ learnerid, name }));
}

/** A recital as who makes it reads it, with those whom its pieces may name. Throws `recital-not-found`. */
export async function readPieces(
  { db, readSchool }: RecitalOptions,
  id: string,
  { caller, named }: { caller: Caller; named: Named },
) {
  const [recital, school] = [await requireRecital(db, id), await readSchool()];
  const cast = await readCast(db, [id]);
  const learnerids = [...cast.people.keys()];
  const students = await queries.findStudentsAmong(db, { teacherid: caller._id, learnerids });
  const [mine, all] = [new Set(students), isOffice(caller.role)];
  const pieces = playedIn(cast, id);
  const placed = placedOf(cast, pieces, recital.day);
  const nameTo = (learnerid: string, isShown: boolean) =>
    isShown ? (cast.people.get(learnerid)?.name ?? '') : cast.nameOf(id, learnerid, 'public');
  const helper = (learnerid: string | null) =>
    learnerid !== null && cast.people.has(learnerid) ? nameTo(learnerid, all || mine.has(learnerid)) : null;
  const known = new Set([
    ...[...cast.people.values()].flatMap(({ _id, self, role }) =>
      self === 1 && role === 'instructor' ? [_id] : [],
    ),
    ...students,
    // All in a piece of the caller's, who sends it back with them.
    ...placed.flatMap(({ learnerids, accompanistid, turnerid }) =>
      isOwn(learnerids, mine) ? [...learnerids, accompanistid ?? [], turnerid ?? []].flat() : [],
    ),
  ]);
  const strangers = new Map<string, string>();
  /** Learners of other teachers are told apart, and known by no id that anything else knows. */
  const keyOf = (learnerid: string): string => {
    if (all || known.has(learnerid)) return learnerid;
    const key = strangers.get(learnerid) ?? `other-${strangers.size + 1}`;
    strangers.set(learnerid, key);
    return key;
  };
  return {
    recital: rowOf(recital, school, { pieces: pieces.length, minutes: runningTime(pieces) }),
    pieces: pieces.map((piece, at) => {
      const { learnerids = [], needs = [], young = false } = placed[at] ?? {};
      return {
        ...piece,
        learnerids: learnerids.map(keyOf),
        accompanistid: piece.accompanistid && keyOf(piece.accompanistid),
        turnerid: piece.turnerid && keyOf(piece.turnerid),
        needs: [...needs],
        young,
        own: all || isOwn(learnerids, mine),
        names: learnerids.map((one) => nameTo(one, all || mine.has(one))),
        printed: learnerids.map((one) => cast.nameOf(id, one, all || mine.has(one) ? 'print' : 'public')),
        accompanist: helper(piece.accompanistid),
        turner: helper(piece.turnerid),
      };
    }),
    minutes: runningTime(pieces),
    warnings: warningsOf(placed, recital.starttime),
    ...(await readPeople(db, caller, named)),
    changes: changesSincePrint(recital, cast),
  };
}

/**
 * Recitals from today on in which learners of the caller take part, and for a teacher those in which students
 * play.
 */
export async function listOwn({ db, readSchool, now }: RecitalOptions, caller: Caller) {
  const school = await readSchool();
  const names = await findLearnerNames(db, caller);
  // A school has a few evenings to come, and a teacher may have thousands of students.
  const coming = await queries.findComing(db, schoolDay(school, now()));
  const parts = await queries.findCastOf(
    db,
    coming.map(({ _id }) => _id),
  );
  const learnerids = [...new Set(parts.map(({ learnerid }) => learnerid))];
  const students =
    caller.role === 'instructor'
      ? await queries.findStudentsAmong(db, { teacherid: caller._id, learnerids })
      : [];
  const own = new Set([...names.keys(), ...students]);
  const ids = new Set(parts.filter(({ learnerid }) => own.has(learnerid)).map(({ recitalid }) => recitalid));
  const recitals = coming.filter(({ _id }) => ids.has(_id));
  const cast = await readCast(
    db,
    recitals.map(({ _id }) => _id),
  );
  const may = new Map<string, boolean>();
  for (const learnerid of names.keys()) may.set(learnerid, await mayActFor(db, caller, learnerid, 'enrol'));
  return recitals.map((recital) => {
    const pieces = playedIn(cast, recital._id);
    const learners = [...names].flatMap(([learnerid, learnername]) => {
      const theirs = pieces.filter(
        (piece) =>
          cast.learnersOf(piece._id).includes(learnerid) ||
          piece.accompanistid === learnerid ||
          piece.turnerid === learnerid,
      );
      const person = cast.people.get(learnerid);
      if (theirs.length === 0 || !person) return [];
      const named = (as: 'full' | 'first' | 'none') => nameAs(as, person, cast.teacherOf(learnerid));
      return [
        {
          learnerid,
          learnername,
          consent: cast.consentOf(recital._id, learnerid),
          mayanswer: may.get(learnerid) === true,
          printed: cast.nameOf(recital._id, learnerid, 'print'),
          choices: { full: named('full'), first: named('first'), none: named('none') },
          pieces: theirs.map(({ title, composer }) => ({ title, composer })),
        },
      ];
    });
    return {
      ...eveningOf(recital, school, runningTime(pieces)),
      endsat: startOf(recital, school).endsat,
      public: recital.public,
      cancelled: recital.deletedat !== null,
      learners,
    };
  });
}
