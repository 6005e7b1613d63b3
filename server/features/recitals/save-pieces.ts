import { PIECES_MAX, RECITAL_MINUTES_MAX } from '#contract/recitals/calls.ts';
import { runningTime, suggestOrder, warningsOf } from '#contract/recitals/programme.ts';
import { isOffice } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import type { SignedIn } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { holdClosures, holdZone } from '#server/features/lessons/index.ts';
import { ensure, faultIn } from '#server/http/errors.ts';
import { type Acting, heldFor, log, takeRoom } from './change-recital.ts';
import { markTold, notifyOfParts, studentsIn } from './letters.ts';
import { type Cast, readCast } from './names.ts';
import * as queries from './queries.ts';
import { isOwn, placedOf, playedIn, requireRecital, youngestOf } from './read-recitals.ts';

/** A piece as it is to be; a known one by its id. */
export type Draft = {
  _id?: string | undefined;
  learnerids: readonly string[];
  title: string;
  composer: string;
  minutes: number;
  setupminutes: number;
  instrument: string;
  accompanistid: string | null;
  turnerid: string | null;
  turnsself: boolean;
  needs: readonly string[];
};

/** A piece as it is written, with who plays it. */
type Kept = { row: queries.PieceRow; learnerids: readonly string[] };

type Saving = Omit<Acting, 'actor'> & { id: string; actor: SignedIn };

/**
 * Writes the pieces of a recital in this order, in the place of those that are there. A teacher names those
 * that students of theirs play: they take the places of these, others stay. Throws `recital-not-found`,
 * `piece-not-found`, `learner-not-found` for a learner whom the caller may not name, `changed-meanwhile`, and
 * `room-taken` where the evening becomes longer than its room is free.
 */
export const savePieces = (
  db: Db,
  { pieces: drafts, version }: { pieces: readonly Draft[] } & Seen,
  { id, actor, now, checkpoint }: Saving,
): Promise<void> =>
  transact(db, async (tx) => {
    await holdClosures(tx);
    const zone = await holdZone(tx);
    const recital = await queries.lockRecital(tx, id);
    ensure(recital, 'recital-not-found');
    const cast = await readCast(tx, [id]);
    const before = playedIn(cast, id).map((row): Kept => ({ row, learnerids: cast.learnersOf(row._id) }));
    const learnerids = [...before.flatMap((kept) => kept.learnerids), ...drafts.flatMap(idsOf)];
    const students = isOffice(actor.role)
      ? null
      : new Set(await queries.findStudentsAmong(tx, { teacherid: actor._id, learnerids }));
    const isTheirs = ({ learnerids }: Kept) => students === null || isOwn(learnerids, students);
    const theirs = new Map(before.filter(isTheirs).map((kept) => [kept.row._id, kept]));
    const named = drafts.map((draft) => pieceOf(draft, { recitalid: id, theirs, now }));
    const after = merged(before, { named, isTheirs });
    if (isSame(before, after)) return;
    ensureSeen(recital, { version });
    await ensureNamed(tx, { drafts, theirs, students });
    ensureFits(after);
    const heldminutes = heldFor(after.map(({ row }) => row));
    if (heldminutes > recital.heldminutes) await takeRoom(tx, { ...recital, heldminutes }, zone);
    await write(tx, { before, after, cast, now });
    await queries.updateRecitalRow(tx, id, {
      heldminutes,
      changedat: now,
      isTold: heldminutes !== recital.heldminutes,
    });
    await notifyOfParts(tx, await requireRecital(tx, id), { before: studentsIn(cast, id), zone, actor, now });
    await log(tx, recital, { action: 'updated', actor, now });
    markTold({ checkpoint });
  });

function pieceOf(
  { _id, learnerids, turnsself, needs, ...draft }: Draft,
  { recitalid, theirs, now }: { recitalid: string; theirs: ReadonlyMap<string, Kept>; now: number },
): Kept {
  const known = _id === undefined ? undefined : theirs.get(_id);
  ensure(_id === undefined || known, 'piece-not-found');
  const { printednumber = null, printedtitle = null, printedcomposer = null } = known?.row ?? {};
  const row = {
    ...draft,
    _id: known?.row._id ?? newId(now),
    recitalid,
    position: null,
    turnsself: turnsself ? (1 as const) : (0 as const),
    needs: JSON.stringify([...new Set(needs)]),
    ...{ printednumber, printedtitle, printedcomposer },
  };
  return { row, learnerids: [...new Set(learnerids)] };
}

/** The named pieces in the places of the caller's, the rest of them at the end, among those of others. */
function merged(
  before: readonly Kept[],
  { named, isTheirs }: { named: readonly Kept[]; isTheirs: (kept: Kept) => boolean },
): Kept[] {
  const left = [...named];
  const kept = before.flatMap((one) => (isTheirs(one) ? left.splice(0, 1) : [one]));
  return [...kept, ...left].map(({ row, learnerids }, position) => ({
    row: { ...row, position },
    learnerids,
  }));
}

const isSame = (before: readonly Kept[], after: readonly Kept[]): boolean =>
  JSON.stringify(before.map(comparable)) === JSON.stringify(after.map(comparable));

const comparable = ({ row, learnerids }: Kept) => [
  row._id,
  learnerids,
  ...[row.title, row.composer, row.minutes, row.setupminutes, row.instrument],
  ...[row.accompanistid, row.turnerid, row.turnsself, row.needs],
];

const idsOf = ({ learnerids, accompanistid, turnerid }: Draft) =>
  [...learnerids, accompanistid, turnerid].filter((id) => id !== null);

/**
 * That all who are named are there, and that a teacher names students of their own, who teaches, or who was in
 * the piece before.
 */
async function ensureNamed(
  tx: Db,
  {
    drafts,
    theirs,
    students,
  }: { drafts: readonly Draft[]; theirs: ReadonlyMap<string, Kept>; students: ReadonlySet<string> | null },
): Promise<void> {
  const people = await queries.findPeople(tx, drafts.flatMap(idsOf));
  for (const draft of drafts) {
    const known = draft._id === undefined ? undefined : theirs.get(draft._id);
    const were = new Set([
      ...(known?.learnerids ?? []),
      known?.row.accompanistid ?? '',
      known?.row.turnerid ?? '',
    ]);
    for (const id of idsOf(draft)) {
      const person = people.get(id);
      ensure(person, 'learner-not-found');
      const teaches = person.self === 1 && person.role === 'instructor';
      ensure(!students || students.has(id) || teaches || were.has(id), 'learner-not-found');
    }
    // What a teacher puts in is played by a student of theirs.
    ensure(!students || isOwn(draft.learnerids, students), 'learner-not-found');
  }
}

function ensureFits(pieces: readonly Kept[]): void {
  const minutes = runningTime(pieces.map(({ row }) => row));
  if (minutes > RECITAL_MINUTES_MAX)
    throw faultIn('pieces', () => t('recitals.too_long', { max: RECITAL_MINUTES_MAX / 60 }));
  if (pieces.length > PIECES_MAX) throw faultIn('pieces', () => t('recitals.too_many', { max: PIECES_MAX }));
}

/** Writes them; what was printed and is dropped stays to be told of. */
async function write(
  tx: Db,
  { before, after, cast, now }: { before: readonly Kept[]; after: readonly Kept[]; cast: Cast; now: number },
): Promise<void> {
  const ids = new Set(after.map(({ row }) => row._id));
  const gone = before.filter(({ row }) => !ids.has(row._id));
  await queries.deletePieces(
    tx,
    gone.flatMap(({ row }) => (row.printednumber === null ? [row._id] : [])),
  );
  const dropped = gone.flatMap(({ row }) => (row.printednumber === null ? [] : [{ ...row, position: null }]));
  await queries.writePieces(tx, {
    pieces: [...after.map(({ row }) => row), ...dropped],
    performers: [
      ...after.flatMap((kept) => performersOf(kept, cast, now)),
      ...dropped.flatMap(({ _id }) => cast.performersOf(_id)),
    ],
  });
}

/** Who plays a piece, and who was printed and plays it no more. */
function performersOf({ row, learnerids }: Kept, cast: Cast, now: number): queries.PerformerRow[] {
  const were = cast.performersOf(row._id);
  const playing = learnerids.map((learnerid, position) => {
    const known = were.find((one) => one.learnerid === learnerid);
    return {
      _id: known?._id ?? newId(now),
      recitalid: row.recitalid,
      pieceid: row._id,
      learnerid,
      position,
      printedas: known?.printedas ?? null,
    };
  });
  const left = were.filter(
    ({ learnerid, printedas }) => printedas !== null && !learnerids.includes(learnerid),
  );
  return [...playing, ...left.map((performer) => ({ ...performer, position: null }))];
}

/** How the pieces stand: how long they take, and what to look at. Throws `recital-not-found`. */
export async function readOrder(db: Db, id: string) {
  const recital = await requireRecital(db, id);
  const cast = await readCast(db, [id]);
  const pieces = placedOf(cast, playedIn(cast, id), recital.day);
  const { starttime, version } = recital;
  return { minutes: runningTime(pieces), warnings: warningsOf(pieces, starttime), version };
}

/** Another order of the pieces, no worse than theirs. Throws `recital-not-found`. */
export async function suggest(db: Db, id: string) {
  const { starttime, day } = await requireRecital(db, id);
  const cast = await readCast(db, [id]);
  const pieces = placedOf(cast, playedIn(cast, id), day);
  const ages = new Map(
    pieces.flatMap(({ _id }) => {
      const age = youngestOf(cast, _id, day);
      return age === undefined ? [] : [[_id, age] as const];
    }),
  );
  const order = suggestOrder(pieces, { starttime, ages });
  return {
    order: order.map(({ _id }) => _id),
    minutes: runningTime(order),
    warnings: warningsOf(order, starttime),
  };
}
