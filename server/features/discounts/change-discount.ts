import type * as z from 'zod';
import type { DiscountDraft } from '#contract/discounts/form.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { codeKeyOf } from './code-key.ts';
import { nthReason } from './nth-children.ts';
import * as queries from './queries.ts';

/** Who does it and when (epoch milliseconds). */
type Acting = { actor: Actor; now: number };

/** Adds a discount and gives its id. Throws `code-taken` and `class-not-found`. */
export async function addDiscount(
  db: Db,
  draft: z.output<typeof DiscountDraft>,
  { actor, now }: Acting,
): Promise<string> {
  const { kind, code = null, classids: named = [] } = draft;
  const classids = [...new Set(named)].sort();
  const fields = {
    kind,
    percent: draft.percent ?? null,
    amount: draft.amount ?? null,
    nth: draft.nth ?? null,
    code,
    codekey: code === null ? null : codeKeyOf(code),
    firstday: draft.from ?? null,
    lastday: draft.to ?? null,
    times: draft.times ?? null,
    timesfamily: draft.timesfamily ?? null,
    classids: classids.length === 0 ? null : classids.join(','),
  };
  try {
    return await transact(db, async (tx) => {
      const found = classids.length === 0 ? [] : await findClassesById(tx, classids);
      ensure(
        found.filter(({ deletedat }) => deletedat === null).length === classids.length,
        'class-not-found',
      );
      const _id = await queries.insertDiscount(tx, fields, now);
      await log(tx, { _id, ...fields }, { actor, now, action: 'added' });
      return _id;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('code-taken', { cause: error });
    throw error;
  }
}

/** Ends a discount: no place gets it any more, and those that have it keep it. Throws `not-found`. */
export async function endDiscount(db: Db, { id, actor, now }: Acting & { id: string }): Promise<void> {
  await transact(db, async (tx) => {
    const discount = await queries.lockDiscount(tx, id);
    ensure(discount, 'not-found');
    if (discount.endedat !== null) return;
    await queries.markEnded(tx, id, now);
    await log(tx, discount, { actor, now, action: 'deleted' });
  });
}

/** A code by its word, a discount for siblings by its child. */
const log = (
  tx: Db,
  { _id, code, nth }: Pick<queries.DiscountRow, '_id' | 'code' | 'nth'>,
  change: Acting & { action: 'added' | 'deleted' },
) =>
  insertChange(tx, {
    about: 'school',
    subjectid: _id,
    subjectname: code ?? nthReason(nth ?? 0),
    note: code === null ? 'sibling-discount' : 'code',
    ...change,
  });
