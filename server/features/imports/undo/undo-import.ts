import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import type { UndoneImport as UndoneImportSchema } from '#contract/imports/schema.ts';
import { t } from '#languages/t.ts';
import { countRole } from '#server/database/rows/role-counts.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import type { ImportOptions } from '#server/features/imports/import-file.ts';
import { findEndedImport } from '#server/features/imports/list-imports.ts';
import { noteImport } from '#server/features/imports/note-import.ts';
import { endImport, updateUndone } from '#server/features/imports/queries.ts';
import { deleteLearners, findInUse, withdraw } from '#server/features/learners/index.ts';
import { deleteTraces } from '#server/features/orders/index.ts';
import { endPlaces, judgePlaces, PAYERS_AT_ONCE } from './end-places.ts';
import * as queries from './queries.ts';

/** Of one transaction. */
const ROWS_AT_ONCE = 200;

/** Sums in cents. */
type UndoneImport = z.output<typeof UndoneImportSchema>;
type Kept = UndoneImport['kept'][number];

/**
 * Takes back the places that an import gave, then the children that it brought, and then the accounts, as far
 * as nothing refers to them, they are unchanged and have no sign-in; says of the rest why it stays. May be
 * done again, when less refers to them: what has ended is not ended twice. Throws `import-not-found`, and
 * `import-under-way` while it still is.
 */
export async function undoImport(options: ImportOptions, id: string, actor: Actor): Promise<UndoneImport> {
  const { db, rows, payments } = options;
  const now = options.now();
  await findEndedImport(db, id, now);
  // One that only seems to be interrupted goes no further from here on.
  await endImport(db, id);
  const places = await partAll(async (after) => {
    const payers = { importid: id, after, limit: PAYERS_AT_ONCE };
    const parted = await transact(db, (tx) => endPlaces(payments, tx, { ...payers, actor, now }));
    if (parted.ending.length > 0) payments.changed();
    payments.checkpoint('import-places-ended');
    return parted;
  });
  const kept: Kept[] = [];
  const named = new Set<string>();
  let deletedCount = 0;
  for (const takeBack of [takeChildrenBack, takeAccountsBack]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const done = await transact(db, (tx) =>
        takeBack(
          tx,
          { importid: id, after: from, limit: ROWS_AT_ONCE, now },
          { rows, ofPlaces: places.kept },
        ),
      );
      for (const { learnerid, ...one } of done.kept) {
        kept.push(one);
        named.add(learnerid);
      }
      deletedCount += done.deleted;
      after = done.last;
      await nextTurn();
    }
  }
  // Of children and accounts that were here before the import a place alone can stay.
  for (const [learnerid, one] of places.kept) if (!named.has(learnerid)) kept.push(one);
  if (kept.length === 0) await updateUndone(db, id, now);
  if (deletedCount > 0 || places.ended > 0)
    await noteImport(options, id, {
      action: 'import-undone',
      count: deletedCount,
      places: places.ended,
      actor,
    });
  return { deletedCount, ...placesOf(places), kept };
}

/** Says which places would end, and which would stay and why; changes nothing. Throws as `undoImport` does. */
export async function tryUndo({ db, ...options }: ImportOptions, id: string): Promise<UndoneImport> {
  const now = options.now();
  await findEndedImport(db, id, now);
  const places = await partAll((after) =>
    judgePlaces(db, { importid: id, after, limit: PAYERS_AT_ONCE, now }),
  );
  return { ...placesOf(places), kept: [...places.kept.values()] };
}

/** What became of all places of an import; `kept` by learner. */
type Places = { ended: number; struck: number; currency: string; kept: Map<string, Kept> };

async function partAll(partSome: (after: string) => ReturnType<typeof judgePlaces>): Promise<Places> {
  const all: Places = { ended: 0, struck: 0, currency: '', kept: new Map() };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { ending, staying, last } = await partSome(after);
    for (const { amount, currency } of ending) {
      all.ended++;
      all.struck += amount;
      all.currency = currency;
    }
    for (const { place, reason } of staying) {
      const before = all.kept.get(place.learnerid)?.sentence;
      const { learnername, email } = place;
      const sentence = before === undefined ? reason : `${before} ${reason}`;
      all.kept.set(place.learnerid, { name: learnername ?? '', email: email ?? '', sentence });
    }
    after = last;
    await nextTurn();
  }
  return all;
}

const placesOf = ({ ended, struck, currency }: Places) =>
  ended === 0 ? {} : { places: { ended, struck, currency } };

/** `ofPlaces` names learners of whom a place stays, with the reason. */
type TakingBack = { rows: ImportOptions['rows']; ofPlaces: ReadonlyMap<string, Kept> };

/** `last` is where to go on; undefined at the end. */
type TakenBack = {
  deleted: number;
  kept: (Kept & { learnerid: string })[];
  last: string | undefined;
};

async function takeChildrenBack(
  tx: Db,
  batch: queries.Batch,
  { rows, ofPlaces }: TakingBack,
): Promise<TakenBack> {
  const children = await queries.lockChildren(tx, batch);
  const ids = children.map(({ _id }) => _id);
  const reasons = await findInUse(tx, 'learner', { rows, ids, now: batch.now });
  const [goes, stays] = divide(
    children,
    (child) =>
      ofPlaces.get(child._id)?.sentence ??
      reasons.get(child._id) ??
      (child.isclaimed
        ? t('imports.parent_signed_in')
        : queries.isChanged(child)
          ? t('imports.changed_since')
          : undefined),
  );
  const gone = goes.map(({ _id }) => _id);
  await deleteTraces(tx, gone);
  await deleteLearners(tx, gone);
  const kept = stays.map(({ row: { _id, firstname, lastname, email }, reason }) => ({
    learnerid: _id,
    name: `${firstname ?? ''} ${lastname ?? ''}`.trim(),
    email: email ?? '',
    sentence: reason,
  }));
  return { deleted: goes.length, kept, last: children.at(-1)?._id };
}

async function takeAccountsBack(
  tx: Db,
  batch: queries.Batch,
  { rows, ofPlaces }: TakingBack,
): Promise<TakenBack> {
  const accounts = await queries.lockAccounts(tx, batch);
  const selves = accounts.map(({ learnerid }) => learnerid);
  const reasons = await findInUse(tx, 'learner', { rows, ids: selves, now: batch.now });
  const ids = accounts.map(({ _id }) => _id);
  const inUse = await findInUse(tx, 'account', { rows, ids, now: batch.now });
  const [goes, stays] = divide(accounts, ({ _id, learnerid, uid, role, isChanged }) => {
    if (uid !== null) return t('imports.has_signed_in');
    if (role !== 'student') return t('imports.is_staff', { role });
    return (
      ofPlaces.get(learnerid)?.sentence ??
      reasons.get(learnerid) ??
      inUse.get(_id) ??
      (isChanged ? t('imports.changed_since') : undefined)
    );
  });
  // A mail that has not been sent yet would lead to nothing.
  const gone = goes.map(({ learnerid }) => learnerid);
  for (const learnerid of await queries.findTold(tx, gone)) await withdraw(tx, { learnerid, now: batch.now });
  await deleteTraces(tx, gone);
  await queries.deleteAccounts(
    tx,
    goes.map(({ _id }) => _id),
  );
  if (goes.length > 0) await countRole(tx, 'student', -goes.length);
  const kept = stays.map(({ row: { learnerid, name, email }, reason }) => ({
    learnerid,
    name,
    email,
    sentence: reason,
  }));
  return { deleted: goes.length, kept, last: accounts.at(-1)?._id };
}

/** Those that go, and those that stay with the reason. */
function divide<T>(rows: readonly T[], reasonOf: (row: T) => string | undefined) {
  const goes: T[] = [];
  const stays: { row: T; reason: string }[] = [];
  for (const row of rows) {
    const reason = reasonOf(row);
    if (reason === undefined) goes.push(row);
    else stays.push({ row, reason });
  }
  return [goes, stays] as const;
}
