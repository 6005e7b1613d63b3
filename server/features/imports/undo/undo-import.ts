import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UndoneImport } from '#contract/imports/calls.ts';
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
import * as queries from './queries.ts';

/** Of one transaction. */
const ROWS_AT_ONCE = 200;

type Kept = UndoneImport['kept'][number];

/**
 * Takes back the children that an import brought, and then the accounts, as far as nothing refers to them,
 * they are unchanged and have no sign-in; says of the rest why it stays. May be done again, when less refers
 * to them. Throws `import-not-found`, and `import-under-way` while it still is.
 */
export async function undoImport(options: ImportOptions, id: string, actor: Actor): Promise<UndoneImport> {
  const { db, rows } = options;
  const now = options.now();
  await findEndedImport(db, id, now);
  // One that only seems to be interrupted goes no further from here on.
  await endImport(db, id);
  const kept: Kept[] = [];
  let deletedCount = 0;
  for (const takeBack of [takeChildrenBack, takeAccountsBack]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const done = await transact(db, (tx) =>
        takeBack(tx, { importid: id, after: from, limit: ROWS_AT_ONCE, now }, rows),
      );
      kept.push(...done.kept);
      deletedCount += done.deleted;
      after = done.last;
      await nextTurn();
    }
  }
  if (kept.length === 0) await updateUndone(db, id, now);
  if (deletedCount > 0)
    await noteImport(options, id, { action: 'import-undone', count: deletedCount, actor });
  return { deletedCount, kept };
}

type Rows = ImportOptions['rows'];

/** `last` is where to go on; undefined at the end. */
type TakenBack = { deleted: number; kept: Kept[]; last: string | undefined };

async function takeChildrenBack(tx: Db, batch: queries.Batch, rows: Rows): Promise<TakenBack> {
  const children = await queries.lockChildren(tx, batch);
  const ids = children.map(({ _id }) => _id);
  const reasons = await findInUse(tx, 'learner', { rows, ids, now: batch.now });
  const [goes, stays] = divide(
    children,
    (child) =>
      reasons.get(child._id) ??
      (child.isclaimed
        ? t('imports.parent_signed_in')
        : queries.isChanged(child)
          ? t('imports.changed_since')
          : undefined),
  );
  await deleteLearners(
    tx,
    goes.map(({ _id }) => _id),
  );
  const kept = stays.map(({ row: { firstname, lastname, email }, reason }) => ({
    name: `${firstname ?? ''} ${lastname ?? ''}`.trim(),
    email: email ?? '',
    sentence: reason,
  }));
  return { deleted: goes.length, kept, last: children.at(-1)?._id };
}

async function takeAccountsBack(tx: Db, batch: queries.Batch, rows: Rows): Promise<TakenBack> {
  const accounts = await queries.lockAccounts(tx, batch);
  const selves = accounts.map(({ learnerid }) => learnerid);
  const reasons = await findInUse(tx, 'learner', { rows, ids: selves, now: batch.now });
  const ids = accounts.map(({ _id }) => _id);
  const inUse = await findInUse(tx, 'account', { rows, ids, now: batch.now });
  const [goes, stays] = divide(accounts, ({ _id, learnerid, uid, role, isChanged }) => {
    if (uid !== null) return t('imports.has_signed_in');
    if (role !== 'student') return t('imports.is_staff', { role });
    return reasons.get(learnerid) ?? inUse.get(_id) ?? (isChanged ? t('imports.changed_since') : undefined);
  });
  // A mail that has not been sent yet would lead to nothing.
  for (const learnerid of await queries.findTold(
    tx,
    goes.map((account) => account.learnerid),
  ))
    await withdraw(tx, { learnerid, now: batch.now });
  await queries.deleteAccounts(
    tx,
    goes.map(({ _id }) => _id),
  );
  if (goes.length > 0) await countRole(tx, 'student', -goes.length);
  const kept = stays.map(({ row: { name, email }, reason }) => ({ name, email, sentence: reason }));
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
